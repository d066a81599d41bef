# Writes INPUT to OUTPUT as a C array called SYMBOL, with its length in SYMBOL_length; or, where PACK names the program that
# compresses, as a document in all forms with their digests (api/embedded.h).
function(read_bytes path out)
    file(READ ${path} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
    set(${out} "${bytes}" PARENT_SCOPE)
endfunction()

if(NOT PACK)
    read_bytes(${INPUT} bytes)
    file(WRITE ${OUTPUT}
         "#include <stddef.h>\n"
         "extern const unsigned char ${SYMBOL}[];\n"
         "extern const size_t ${SYMBOL}_length;\n"
         "const unsigned char ${SYMBOL}[] = {\n${bytes}};\n"
         "const size_t ${SYMBOL}_length = sizeof(${SYMBOL});\n")
    return()
endif()

execute_process(COMMAND ${PACK} ${INPUT} ${OUTPUT}.gz ${OUTPUT}.zst RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "${PACK} ${INPUT} failed")
endif()
set(arrays "")
set(forms "")
foreach(form plain gzip zstd)
    set(file_of_plain ${INPUT})
    set(file_of_gzip ${OUTPUT}.gz)
    set(file_of_zstd ${OUTPUT}.zst)
    read_bytes(${file_of_${form}} bytes)
    file(SHA256 ${file_of_${form}} digest)
    string(APPEND arrays "static const unsigned char ${form}[] = {\n${bytes}};\n")
    string(APPEND forms "    {${form}, sizeof(${form}), \"${digest}\"},\n")
endforeach()
file(WRITE ${OUTPUT}
     "#include \"api/embedded.h\"\n"
     "${arrays}"
     "extern const api_embedded ${SYMBOL};\n"
     "const api_embedded ${SYMBOL} = {{\n${forms}}};\n")
