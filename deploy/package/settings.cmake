# Installs SHIPPED as SETTINGS, unless there is such a file: it may have an operator's changes. Run by `cmake --install`.
get_filename_component(folder "${SETTINGS}" DIRECTORY)
if(EXISTS "$ENV{DESTDIR}${SETTINGS}")
    message(STATUS "Keeping: $ENV{DESTDIR}${SETTINGS}")
    list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${SETTINGS}")
else()
    file(INSTALL DESTINATION "${folder}" TYPE FILE FILES "${SHIPPED}")
endif()
