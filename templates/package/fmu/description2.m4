<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="EPI_PREFIX" guid="EPI_SHA256" description="EPI_SUMMARY"
    author="EPI_AUTHOR" version="EPI_VERSION" generationTool="epigen EPI_EPIGEN" variableNamingConvention="flat" numberOfEventIndicators="0">
  <CoSimulation modelIdentifier="EPI_PREFIX" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true">
    <SourceFiles>
      <File name="EPI_PREFIX.c"/>
      <File name="EPI_PREFIX()_fmi2.c"/>
    </SourceFiles>
  </CoSimulation>
EPI_IF_UNITS(<|  <UnitDefinitions>
|>)m4_dnl
m4_divert(2)m4_dnl
EPI_IF_UNITS(<|  </UnitDefinitions>
|>)m4_dnl
  <ModelVariables>
m4_divert(4)m4_dnl
    <ScalarVariable name="EPI_STATUS_NAME" valueReference="EPI_STATUS_REFERENCE" causality="output" variability="discrete" initial="calculated" description="The bits of the inputs outside of their domain; 0: none is">
      <Integer/>
    </ScalarVariable>
m4_divert(6)m4_dnl
EPI_IF_ETA(<|    <ScalarVariable name="EPI_ETA_NAME" valueReference="EPI_ETA_REFERENCE" causality="output" variability="continuous" initial="calculated" description="How little the model knows here, from 0 (known) to 1 (unknown)">
      <Real min="0" max="1"/>
    </ScalarVariable>
|>)m4_dnl
  </ModelVariables>
  <ModelStructure>
    <Outputs>
      <Unknown index="EPI_STATUS_REFERENCE"/>
m4_divert(8)m4_dnl
EPI_IF_ETA(<|      <Unknown index="EPI_ETA_REFERENCE"/>
|>)m4_dnl
    </Outputs>
    <InitialUnknowns>
      <Unknown index="EPI_STATUS_REFERENCE"/>
m4_divert(10)m4_dnl
EPI_IF_ETA(<|      <Unknown index="EPI_ETA_REFERENCE"/>
|>)m4_dnl
    </InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
m4_divert(-1)
// In FMI 2 the structure names a variable by its place in the list, from 1 on: the list is in the order of the numbers.
EPI_VALUE(<|EPI_EACH_UNIT|>, <|m4_divert(1)    <Unit name="EPI_UNIT_XML"/>
|>)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(3)    <ScalarVariable name="EPI_V_NAME" valueReference="EPI_V_REFERENCE" causality="input" variability="continuous">
      <Real EPI_IF_UNIT(<|unit="EPI_UNIT_XML" |>)min="EPI_V_MIN" max="EPI_V_MAX" start="EPI_V_START"/>
    </ScalarVariable>
|>)
EPI_VALUE(<|EPI_EACH_MEAN|>, <|m4_divert(5)    <ScalarVariable name="EPI_V_UNIQUE" valueReference="EPI_V_REFERENCE" causality="output" variability="continuous" initial="calculated" description="The expected value of EPI_V_NAME">
      <Real EPI_IF_UNIT(<|unit="EPI_UNIT_XML"|>)/>
    </ScalarVariable>
m4_divert(7)      <Unknown index="EPI_V_REFERENCE"/>
m4_divert(9)      <Unknown index="EPI_V_REFERENCE"/>
|>)
EPI_VALUE(<|EPI_EACH_SIGMA|>, <|m4_divert(5)    <ScalarVariable name="EPI_V_UNIQUE" valueReference="EPI_V_REFERENCE" causality="output" variability="continuous" initial="calculated" description="The standard deviation of the noise">
      <Real EPI_IF_UNIT(<|unit="EPI_UNIT_XML" |>)min="0"/>
    </ScalarVariable>
m4_divert(7)      <Unknown index="EPI_V_REFERENCE"/>
m4_divert(9)      <Unknown index="EPI_V_REFERENCE"/>
|>)
