<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="EPI_PREFIX" instantiationToken="EPI_SHA256" description="EPI_SUMMARY"
    author="EPI_AUTHOR" version="EPI_VERSION" generationTool="epigen EPI_EPIGEN" variableNamingConvention="flat">
  <CoSimulation modelIdentifier="EPI_PREFIX" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true"/>
EPI_IF_UNITS(<|  <UnitDefinitions>
|>)m4_dnl
m4_divert(2)m4_dnl
EPI_IF_UNITS(<|  </UnitDefinitions>
|>)m4_dnl
  <ModelVariables>
    <Float64 name="EPI_TIME_NAME" valueReference="0" causality="independent" variability="continuous" description="The time of the simulation"/>
m4_divert(4)m4_dnl
EPI_IF_ETA(<|    <Float32 name="EPI_ETA_NAME" valueReference="EPI_ETA_REFERENCE" causality="output" variability="continuous" initial="calculated" min="0" max="1" description="How little the model knows here, from 0 (known) to 1 (unknown)"/>
|>)m4_dnl
    <UInt32 name="EPI_STATUS_NAME" valueReference="EPI_STATUS_REFERENCE" causality="output" variability="discrete" initial="calculated" description="The bits of the inputs outside of their domain; 0: none is"/>
  </ModelVariables>
  <ModelStructure>
m4_divert(6)m4_dnl
EPI_IF_ETA(<|    <Output valueReference="EPI_ETA_REFERENCE"/>
|>)m4_dnl
    <Output valueReference="EPI_STATUS_REFERENCE"/>
m4_divert(8)m4_dnl
EPI_IF_ETA(<|    <InitialUnknown valueReference="EPI_ETA_REFERENCE"/>
|>)m4_dnl
    <InitialUnknown valueReference="EPI_STATUS_REFERENCE"/>
  </ModelStructure>
</fmiModelDescription>
m4_divert(-1)
EPI_VALUE(<|EPI_EACH_UNIT|>, <|m4_divert(1)    <Unit name="EPI_UNIT_XML"/>
|>)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(3)    <Float32 name="EPI_V_NAME" valueReference="EPI_V_REFERENCE" causality="input" variability="continuous"EPI_IF_UNIT(<| unit="EPI_UNIT_XML"|>) min="EPI_V_MIN" max="EPI_V_MAX" start="EPI_V_START"/>
|>)
EPI_VALUE(<|EPI_EACH_MEAN|>, <|m4_divert(3)    <Float32 name="EPI_V_UNIQUE" valueReference="EPI_V_REFERENCE" causality="output" variability="continuous" initial="calculated"EPI_IF_UNIT(<| unit="EPI_UNIT_XML"|>) description="The expected value of EPI_V_NAME"/>
m4_divert(5)    <Output valueReference="EPI_V_REFERENCE"/>
m4_divert(7)    <InitialUnknown valueReference="EPI_V_REFERENCE"/>
|>)
EPI_VALUE(<|EPI_EACH_SIGMA|>, <|m4_divert(3)    <Float32 name="EPI_V_UNIQUE" valueReference="EPI_V_REFERENCE" causality="output" variability="continuous" initial="calculated"EPI_IF_UNIT(<| unit="EPI_UNIT_XML"|>) min="0" description="The standard deviation of the noise"/>
m4_divert(5)    <Output valueReference="EPI_V_REFERENCE"/>
m4_divert(7)    <InitialUnknown valueReference="EPI_V_REFERENCE"/>
|>)
