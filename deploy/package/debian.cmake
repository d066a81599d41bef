# The Debian packages: danad, and with DANAD_LIBRARY libdana1 and libdana-dev; `cpack --config BUILD/CPackConfig.cmake` in a build of the preset "package", or
# deploy/package/build, which does both.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64)$")
    set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
endif()
string(REPLACE "-" "~" debian_version ${DANAD_VERSION}) # 1.0.0~rc.1 is older than 1.0.0
set(DANAD_DEBIAN_RELEASE 1 CACHE STRING "The number after the version of a Debian package")
set(DANAD_MAINTAINER "danad maintainers <maintainers@danad.example>" CACHE STRING "Maintainer of a Debian package")

# Debian wants the changelogs compressed, and one in its own form.
set(debian_files ${CMAKE_BINARY_DIR}/debian/changelog.gz ${CMAKE_BINARY_DIR}/debian/changelog.Debian.gz)
add_custom_command(OUTPUT ${debian_files}
    COMMAND ${Python3_EXECUTABLE} -B ${PACKAGE_DIR}/changelog.py ${CMAKE_BINARY_DIR}/debian
            ${debian_version}-${DANAD_DEBIAN_RELEASE} ${DANAD_MAINTAINER}
    DEPENDS ${PACKAGE_DIR}/changelog.py ${PACKAGE_DIR}/tables.py ${PROJECT_SOURCE_DIR}/CHANGELOG.md VERBATIM)
add_custom_target(debian_changelog ALL DEPENDS ${debian_files})
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    install(FILES ${debian_files} DESTINATION ${SERVICE_DOC_DIR} ${installed})
    install(FILES ${PACKAGE_DIR}/debian/overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME danad
            ${installed})
else()
    install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${SERVICE_DOC_DIR} ${installed})
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME danad) # also of the source, of which all are made
set(CPACK_PACKAGE_VERSION ${debian_version})
set(CPACK_PACKAGE_CONTACT ${DANAD_MAINTAINER})
set(CPACK_STRIP_FILES ON)
set(CPACK_SET_DESTDIR ON)
set(CPACK_COMPONENTS_ALL service)
set(CPACK_COMPONENTS_GROUPING IGNORE) # each is a package
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${DANAD_DEBIAN_RELEASE})
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# --- danad
set(CPACK_DEBIAN_SERVICE_PACKAGE_NAME danad)
set(CPACK_DEBIAN_SERVICE_PACKAGE_SECTION web)
set(CPACK_DEBIAN_SERVICE_PACKAGE_DEPENDS adduser)
set(CPACK_DEBIAN_SERVICE_PACKAGE_RECOMMENDS ca-certificates) # to fetch over HTTPS
set(CPACK_DEBIAN_SERVICE_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SERVICE_DESCRIPTION "main content and headline of HTML pages, over HTTP
danad is a server that finds the main content and the headline of web pages,
with line ranges, offsets into the source and the density of content and code
of every line. It takes HTML or URLs as JSON and answers with JSON, text,
Markdown or HTML; the command line does the same on files.

The server listens on 127.0.0.1:8080 and runs as a user of its own without
privileges. Its settings are in /etc/danad/danad.env, see danad(5).")
set(CPACK_DEBIAN_SERVICE_PACKAGE_CONTROL_EXTRA ${PACKAGE_DIR}/debian/conffiles ${PACKAGE_DIR}/debian/postinst
    ${PACKAGE_DIR}/debian/prerm ${PACKAGE_DIR}/debian/postrm)

if(DANAD_LIBRARY)
    include(${PACKAGE_DIR}/libdana.cmake)
endif()
include(CPack)
