# Writes OUTPUT, a header with DANAD_REVISION, if it is not what it has. In this order: GIVEN; the commit of the git
# repository whose root is SOURCE, with -dirty if its files differ; what `git archive` wrote into revision.txt; "unknown".
# Usage: cmake -DSOURCE=FOLDER -DOUTPUT=FILE [-DGIVEN=REVISION] -P revision.cmake
cmake_minimum_required(VERSION 3.25)
set(revision "${GIVEN}")
if((NOT revision OR revision STREQUAL "unknown") AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git -c safe.directory=* -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
                    OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT revision OR revision STREQUAL "unknown")
    file(STRINGS ${SOURCE}/deploy/package/revision.txt revision LIMIT_COUNT 1)
endif()
if(NOT revision MATCHES "^[A-Za-z0-9._-]+$")
    set(revision "unknown")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define DANAD_REVISION \"${revision}\"\n" @ONLY)
