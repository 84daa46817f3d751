<?xml version="1.0" encoding="UTF-8"?>
<package schemaVersion="1.7.7" xmlns:xs="http://www.w3.org/2001/XMLSchema-instance" xs:noNamespaceSchemaLocation="PACK.xsd">
  <vendor>epigen</vendor>
  <name>EPI_PREFIX</name>
  <description>EPI_SUMMARY</description>
  <url>EPI_URL</url>
  <license>LICENSE</license>
  <releases>
    <release version="EPI_VERSION">From the spec with sha256 EPI_SHA256.</release>
  </releases>
  <keywords>
    <keyword>model</keyword>
    <keyword>epigen</keyword>
  </keywords>
  <taxonomy>
    <description Cclass="Machine Learning" doc="README.md">Learned models</description>
  </taxonomy>
  <conditions>
    <condition id="EPI_PREFIX model">
      <description>The self-test needs the model</description>
      <require Cclass="Machine Learning" Cgroup="Model" Csub="EPI_PREFIX"/>
    </condition>
  </conditions>
  <components>
    <component Cclass="Machine Learning" Cgroup="Model" Csub="EPI_PREFIX" Cversion="EPI_VERSION">
      <description>EPI_SUMMARY</description>
      <files>
        <file category="doc" name="README.md"/>
        <file category="header" name="src/EPI_PREFIX.h"/>
        <file category="source" name="src/EPI_PREFIX.c"/>
      </files>
    </component>
    <component Cclass="Machine Learning" Cgroup="Model SelfTest" Csub="EPI_PREFIX" Cversion="EPI_VERSION" condition="EPI_PREFIX model">
      <description>epi_selftest, which returns 0 if the compiled model gives the expected bits</description>
      <files>
        <file category="header" name="src/EPI_PREFIX()_vectors.h"/>
        <file category="source" name="src/EPI_PREFIX()_selftest.c"/>
      </files>
    </component>
  </components>
</package>
