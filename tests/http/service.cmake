# Tests of the service on plain sockets; they start the server that DANAD_BIN names.
foreach(name raw_guard load_shutdown)
    add_executable(${name} ${CMAKE_CURRENT_LIST_DIR}/${name}.c ${CMAKE_CURRENT_LIST_DIR}/raw_client.c)
    target_link_libraries(${name} PRIVATE PkgConfig::CMOCKA Threads::Threads)
    add_test(NAME http.${name} COMMAND ${name})
    set_tests_properties(http.${name} PROPERTIES ENVIRONMENT DANAD_BIN=$<TARGET_FILE:danad> TIMEOUT 600
                         LABELS threads)
endforeach()
