m4_dnl A mark for type checkers, without content.
