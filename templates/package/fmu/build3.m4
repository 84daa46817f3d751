<?xml version="1.0" encoding="UTF-8"?>
<fmiBuildDescription fmiVersion="3.0">
  <BuildConfiguration modelIdentifier="EPI_PREFIX" description="Each float operation must round once: -ffp-contract=off.">
    <SourceFileSet language="C99" compilerOptions="-ffp-contract=off">
      <SourceFile name="EPI_PREFIX.c"/>
      <SourceFile name="EPI_PREFIX()_fmi3.c"/>
    </SourceFileSet>
  </BuildConfiguration>
</fmiBuildDescription>
