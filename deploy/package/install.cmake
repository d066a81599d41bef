# What `cmake --install` installs of the service, how it is uninstalled, and the Debian package (cpack).
include(GNUInstallDirs)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(PACKAGE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(DEPLOY_DIR ${PACKAGE_DIR}/..)
set(DANAD_SYSTEMD_DIR lib/systemd/system CACHE STRING "Where the units are installed")
set(DANAD_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh's completion is installed")
set(SERVICE_DOC_DIR ${CMAKE_INSTALL_DATADIR}/doc/danad)
set(SERVICE_CONFIG_DIR ${CMAKE_INSTALL_FULL_SYSCONFDIR}/danad)

# --- the manual and the completions, of the tables in the sources
set(manual ${CMAKE_BINARY_DIR}/manual)
set(manual_files ${manual}/danad.1.gz ${manual}/danad.5.gz ${manual}/danad.bash ${manual}/_danad ${manual}/danad.fish)
add_custom_command(OUTPUT ${manual_files}
    COMMAND ${Python3_EXECUTABLE} -B ${PACKAGE_DIR}/manual.py ${manual} ${CMAKE_INSTALL_FULL_SYSCONFDIR}
            ${CMAKE_INSTALL_PREFIX}/${SERVICE_DOC_DIR}
    DEPENDS ${PACKAGE_DIR}/manual.py ${PACKAGE_DIR}/completions.py ${PACKAGE_DIR}/tables.py ${PACKAGE_DIR}/danad.1.in
            ${PACKAGE_DIR}/danad.5.in ${PROJECT_SOURCE_DIR}/service/src/manual/commands.def
            ${PROJECT_SOURCE_DIR}/service/src/config/settings.c ${PROJECT_SOURCE_DIR}/core/src/catalogue/extractors.h
            ${PROJECT_SOURCE_DIR}/openapi.yaml ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual_files})

# --- the list of components (SBOM); made of the program as it is linked, with dpkg's records of its libraries
set(sbom ${CMAKE_BINARY_DIR}/danad.cdx.json)
find_program(READELF NAMES ${CMAKE_READELF} readelf)
add_custom_command(OUTPUT ${sbom}
    COMMAND ${Python3_EXECUTABLE} -B ${PACKAGE_DIR}/sbom.py program $<TARGET_FILE:danad> ${sbom} --readelf ${READELF}
    DEPENDS danad ${PACKAGE_DIR}/sbom.py ${PACKAGE_DIR}/tables.py VERBATIM)
if(DANAD_SANITIZE OR DANAD_TESTS)
    add_custom_target(sbom DEPENDS ${sbom})
else()
    add_custom_target(sbom ALL DEPENDS ${sbom})
endif()

# --- units that name the installed program and its settings
foreach(unit danad.service danad.socket)
    file(READ ${DEPLOY_DIR}/systemd/${unit} text)
    string(REPLACE "/usr/local/bin/" "${CMAKE_INSTALL_FULL_BINDIR}/" text "${text}")
    string(REPLACE "/etc/danad/" "${SERVICE_CONFIG_DIR}/" text "${text}")
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/systemd/${unit} CONTENT "${text}" @ONLY)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${DEPLOY_DIR}/systemd/${unit})
endforeach()

# --- install; folders are for all to read, whatever the umask of who installs
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(installed COMPONENT service)
install(TARGETS danad RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} ${installed})
install(FILES ${manual}/danad.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 ${installed})
install(FILES ${manual}/danad.5.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 ${installed})
install(FILES ${manual}/danad.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME danad ${installed})
install(FILES ${manual}/_danad DESTINATION ${DANAD_ZSH_DIR} ${installed})
install(FILES ${manual}/danad.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${installed})
install(FILES ${CMAKE_BINARY_DIR}/systemd/danad.service ${CMAKE_BINARY_DIR}/systemd/danad.socket
        DESTINATION ${DANAD_SYSTEMD_DIR} ${installed})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${SERVICE_DOC_DIR} RENAME copyright ${installed})
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/SECURITY.md ${PROJECT_SOURCE_DIR}/openapi.yaml
              ${DEPLOY_DIR}/RUNBOOK.md DESTINATION ${SERVICE_DOC_DIR} ${installed})
install(FILES ${DEPLOY_DIR}/systemd/danad.service.d/tokens.conf ${DEPLOY_DIR}/prometheus/alerts.yaml
              ${DEPLOY_DIR}/grafana/danad.json DESTINATION ${SERVICE_DOC_DIR}/examples ${installed})
install(DIRECTORY ${DEPLOY_DIR}/kubernetes ${DEPLOY_DIR}/samples DESTINATION ${SERVICE_DOC_DIR}/examples ${installed})
install(FILES ${sbom} DESTINATION ${SERVICE_DOC_DIR} OPTIONAL ${installed})
# An operator's settings are kept. In a package the file is a conffile, and dpkg asks.
install(CODE "set(SETTINGS \"${SERVICE_CONFIG_DIR}/danad.env\")
              set(SHIPPED \"${DEPLOY_DIR}/systemd/danad.env\")
              include(\"${PACKAGE_DIR}/settings.cmake\")" ${installed})

add_custom_target(uninstall COMMENT "Removing what was installed"
    COMMAND ${CMAKE_COMMAND} -DBUILD=${CMAKE_BINARY_DIR} -DSHIPPED=${DEPLOY_DIR}/systemd/danad.env
            -P ${PACKAGE_DIR}/uninstall.cmake VERBATIM)

include(${PACKAGE_DIR}/debian.cmake)
