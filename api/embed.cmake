# Writes INPUT as a C array called SYMBOL, with its length in SYMBOL_length, to OUTPUT.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT}
     "#include <stddef.h>\n"
     "extern const unsigned char ${SYMBOL}[];\n"
     "extern const size_t ${SYMBOL}_length;\n"
     "const unsigned char ${SYMBOL}[] = {\n${bytes}};\n"
     "const size_t ${SYMBOL}_length = sizeof(${SYMBOL});\n")
