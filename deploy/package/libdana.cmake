# The packages of libdana, for debian.cmake: what programs need to run is of its ABI, and may be installed beside that of
# another one; what they need to be built is of one version at a time.
list(APPEND CPACK_COMPONENTS_ALL library development)
get_target_property(abi dana_shared SOVERSION)

# A package has its licence and its changelog; the components of cmake --install do without.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    foreach(pair library:libdana${abi} development:libdana-dev)
        string(REGEX MATCH "(.*):(.*)" pair ${pair})
        set(folder ${CMAKE_INSTALL_DATADIR}/doc/${CMAKE_MATCH_2})
        install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${folder} RENAME copyright COMPONENT ${CMAKE_MATCH_1})
        install(FILES ${debian_files} DESTINATION ${folder} COMPONENT ${CMAKE_MATCH_1})
        set(overrides ${CMAKE_BINARY_DIR}/debian/${CMAKE_MATCH_2})
        file(WRITE ${overrides} "# The package is not uploaded to Debian: there is no bug to close.\n"
                                "${CMAKE_MATCH_2}: initial-upload-closes-no-bugs\n")
        if(CMAKE_MATCH_1 STREQUAL "library")
            file(APPEND ${overrides} "# CPack writes such scripts for each shared library.\n"
                                     "${CMAKE_MATCH_2}: maintscript-calls-ldconfig\n")
        endif()
        install(FILES ${overrides} DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${CMAKE_MATCH_1})
    endforeach()
endif()

set(text "libdana finds the main content and the headline of web pages, with their
positions in the source, as the server danad does. Its interface is plain C,
without I/O and without threads of its own.
")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libdana${abi})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SOURCE danad)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
file(WRITE ${CMAKE_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "main content and headline of HTML pages, shared library
${text}
This package has the shared library.")

# libdana.a links what libdana.so is linked with, and by pkg-config --static what those link: zlib and lzma of libxml2.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libdana-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SOURCE danad)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libdana${abi} (= ${debian_version}-${DANAD_DEBIAN_RELEASE}), libcld2-dev, libicu-dev, liblzma-dev, libuchardet-dev, libxml2-dev, zlib1g-dev, libstdc++-12-dev | libstdc++-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "main content and headline of HTML pages, for development
${text}
This package has the headers, the static library, what pkg-config and CMake
read, and examples.")
