m4_divert(-1)
m4_changequote(<|, |>)
m4_changecom(//)
m4_ifdef(<|__unix__|>, <|m4_undefine(<|__unix__|>)|>)
m4_ifdef(<|__gnu__|>, <|m4_undefine(<|__gnu__|>)|>)
// What all files of packages share. gen/pack/facts.c includes it first, sets the values that follow,
// includes the template of a file, and then lists units, inputs and outputs.
//
// A template is the text of its file. What it says of each unit, input or output it puts into
// EPI_EACH_UNIT, EPI_EACH_INPUT, EPI_EACH_MEAN or EPI_EACH_SIGMA, in a diversion; m4 prints these in the order
// of their numbers, the plain text first.
m4_include(<|declare.m4|>)m4_divert(-1)

EPI_DEFINE(<|EPI_PACKAGE|>, <|name, NAME, name without capitals, version of the package, sha256 of the spec, version of epigen|>,
<|EPI_VALUE(<|EPI_PREFIX|>, <|$1|>)
EPI_VALUE(<|EPI_UPPER|>, <|$2|>)
EPI_VALUE(<|EPI_LOWER|>, <|$3|>)
EPI_VALUE(<|EPI_VERSION|>, <|$4|>)
EPI_VALUE(<|EPI_SHA256|>, <|$5|>)
EPI_VALUE(<|EPI_EPIGEN|>, <|$6|>)|>)

EPI_DEFINE(<|EPI_ABOUT|>, <|author, address, summary|>,
<|EPI_VALUE(<|EPI_AUTHOR|>, <|$1|>)
EPI_VALUE(<|EPI_URL|>, <|$2|>)
EPI_VALUE(<|EPI_SUMMARY|>, <|$3|>)|>)

EPI_DEFINE(<|EPI_COUNTS|>, <|inputs, outputs, 1 if any of them has a unit|>,
<|EPI_VALUE(<|EPI_N_IN|>, <|$1|>)
EPI_VALUE(<|EPI_N_OUT|>, <|$2|>)
EPI_VALUE(<|EPI_HAS_UNITS|>, <|$3|>)|>)
EPI_DEFINE(<|EPI_IF_UNITS|>, <|text|>,
<|m4_ifelse(EPI_HAS_UNITS, 1, <|$1|>)|>)

// Whether sigma and eta are in the emitted struct; text that is there only with them, or only without.
EPI_DEFINE(<|EPI_RESULT|>, <|1 with sigma, 1 with eta|>,
<|EPI_VALUE(<|EPI_HAS_SIGMA|>, <|$1|>)
EPI_VALUE(<|EPI_HAS_ETA|>, <|$2|>)|>)
EPI_DEFINE(<|EPI_IF_SIGMA|>, <|text|>,
<|m4_ifelse(EPI_HAS_SIGMA, 1, <|$1|>)|>)
EPI_DEFINE(<|EPI_IF_ETA|>, <|text|>,
<|m4_ifelse(EPI_HAS_ETA, 1, <|$1|>)|>)

// What simulators call their time.
EPI_DEFINE(<|EPI_TIME|>, <|name|>,
<|EPI_VALUE(<|EPI_TIME_NAME|>, <|$1|>)|>)

// The outputs that every model has or may have once: name and number of the variable.
EPI_DEFINE(<|EPI_STATUS|>, <|name, number|>,
<|EPI_VALUE(<|EPI_STATUS_NAME|>, <|$1|>)
EPI_VALUE(<|EPI_STATUS_REFERENCE|>, <|$2|>)|>)
EPI_DEFINE(<|EPI_ETA|>, <|name, number|>,
<|EPI_VALUE(<|EPI_ETA_NAME|>, <|$1|>)
EPI_VALUE(<|EPI_ETA_REFERENCE|>, <|$2|>)|>)

// Behind the template: the unit of the next variable, and the variables.
EPI_DEFINE(<|EPI_UNIT_OF|>, <|1 if there is one, unit, unit in XML, unit in ASCII|>,
<|EPI_VALUE(<|EPI_HAS_UNIT|>, <|$1|>)
EPI_VALUE(<|EPI_UNIT_TEXT|>, <|$2|>)
EPI_VALUE(<|EPI_UNIT_XML|>, <|$3|>)
EPI_VALUE(<|EPI_UNIT_ASCII|>, <|$4|>)|>)
EPI_DEFINE(<|EPI_IF_UNIT|>, <|text|>,
<|m4_ifelse(EPI_HAS_UNIT, 1, <|$1|>)|>)

EPI_VALUE(<|EPI_EACH_UNIT|>, <||>)
EPI_DEFINE(<|EPI_UNIT|>, <||>, <|EPI_EACH_UNIT<||>m4_divert(-1)|>)

EPI_VALUE(<|EPI_EACH_INPUT|>, <||>)
EPI_DEFINE(<|EPI_INPUT|>, <|name, NAME, place in x, min, max, what replaces a NaN, number of the variable|>,
<|EPI_VALUE(<|EPI_V_NAME|>, <|$1|>)
EPI_VALUE(<|EPI_V_UPPER|>, <|$2|>)
EPI_VALUE(<|EPI_V_PLACE|>, <|$3|>)
EPI_VALUE(<|EPI_V_MIN|>, <|$4|>)
EPI_VALUE(<|EPI_V_MAX|>, <|$5|>)
EPI_VALUE(<|EPI_V_START|>, <|$6|>)
EPI_VALUE(<|EPI_V_REFERENCE|>, <|$7|>)
EPI_EACH_INPUT<||>m4_divert(-1)|>)

EPI_VALUE(<|EPI_EACH_MEAN|>, <||>)
// EPI_V_UNIQUE: the name in a list with the inputs, of which one may have the same.
EPI_DEFINE(<|EPI_MEAN|>, <|name, unique name, NAME, place in mean, number of the variable|>,
<|EPI_VALUE(<|EPI_V_NAME|>, <|$1|>)
EPI_VALUE(<|EPI_V_UNIQUE|>, <|$2|>)
EPI_VALUE(<|EPI_V_UPPER|>, <|$3|>)
EPI_VALUE(<|EPI_V_PLACE|>, <|$4|>)
EPI_VALUE(<|EPI_V_REFERENCE|>, <|$5|>)
EPI_EACH_MEAN<||>m4_divert(-1)|>)

EPI_VALUE(<|EPI_EACH_SIGMA|>, <||>)
EPI_DEFINE(<|EPI_SIGMA|>, <|unique name, place in sigma, number of the variable|>,
<|EPI_VALUE(<|EPI_V_UNIQUE|>, <|$1|>)
EPI_VALUE(<|EPI_V_PLACE|>, <|$2|>)
EPI_VALUE(<|EPI_V_REFERENCE|>, <|$3|>)
EPI_EACH_SIGMA<||>m4_divert(-1)|>)
m4_divert(-1)
