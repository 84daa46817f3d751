m4_divert(-1)
// How macros are declared. Each declaration names the macro's arguments, and a call with another
// number of them ends m4 and with it epigen:
//   EPI_DEFINE(<|EPI_NAME|>, <|first argument, second argument|>, <|body|>)   a macro
//   EPI_VALUE(<|EPI_NAME|>, <|text|>)    a text without arguments, which may be set again
//   EPI_APPEND(<|EPI_NAME|>, <|text|>)   more text at the end of such a one
// m4 counts one empty argument in EPI_NAME() and none in EPI_NAME: both are calls without arguments.

// A wrong call ends the run with the macro's name and arguments, and the number that it got.
m4_define(<|EPI_REFUSE|>, <|m4_errprint(<|epigen: internal error: macro $1(|>m4_defn(<|$1 arguments|>)<|) takes |>EPI_ARGUMENTS(m4_indir(<|$1 arguments|>))<|, got $2
|>)m4_m4exit(1)|>)
m4_define(<|EPI_ARGUMENTS|>, <|EPI_COUNT($@) m4_ifelse(EPI_COUNT($@), 1, <|argument|>, <|arguments|>)|>)
m4_define(<|EPI_COUNT|>, <|m4_ifelse(<|$*|>, <||>, 0, $#)|>)

// The body of a declared macro begins with the check of its calls. What that check says of its own
// macro ($#, $0, $1) comes in as arguments here, so that it is not replaced before.
m4_define(<|EPI_DEFINE|>, <|m4_ifelse($#, 3, <||>, <|EPI_REFUSE(<|EPI_DEFINE|>, $#)|>)m4_define(<|$1 arguments|>, <|$2|>)m4_ifelse(<|$2|>, <||>,
    <|EPI_DEFINE_PLAIN(<|$1|>, <|$3|>, <|$|><|#|>, <|$|><|0|>, <|$|><|1|>)|>,
    <|EPI_DEFINE_COUNTED(<|$1|>, <|$3|>, <|$|><|#|>, <|$|><|0|>, EPI_COUNT($2))|>)|>)
m4_define(<|EPI_DEFINE_PLAIN|>, <|m4_define(<|$1|>, <|m4_ifelse($3, 0, <||>, <|$3:$5|>, 1:, <||>, <|EPI_REFUSE(<|$4|>, $3)|>)$2|>)|>)
m4_define(<|EPI_DEFINE_COUNTED|>, <|m4_define(<|$1|>, <|m4_ifelse($3, $5, <||>, <|EPI_REFUSE(<|$4|>, $3)|>)$2|>)|>)
m4_define(<|EPI_DEFINE arguments|>, <|name, arguments, body|>)

EPI_DEFINE(<|EPI_VALUE|>, <|name, text|>, <|EPI_DEFINE(<|$1|>, <||>, <|$2|>)|>)
EPI_DEFINE(<|EPI_APPEND|>, <|name, text|>, <|m4_define(<|$1|>, m4_defn(<|$1|>)<|$2|>)|>)
m4_divert(0)m4_dnl
