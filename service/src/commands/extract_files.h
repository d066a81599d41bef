/* The files of danad extract: each read, extracted, and printed. */
#ifndef SVC_COMMANDS_EXTRACT_FILES_H
#define SVC_COMMANDS_EXTRACT_FILES_H

#include "commands/arguments.h"
#include "render/renderers.h"

/*
 * Prints what is extracted of the files, and problems on standard error. document: all but the page
 * and its id. compare: whether they are pages of one site, which are not rendered. renderers: where
 * pages are rendered, as the context says; NULL: nowhere. Returns the exit status.
 */
int svc_extract_files(const api_context *context, const svc_arguments *given,
                      const api_document *document, bool compare, svc_renderers *renderers);

#endif
