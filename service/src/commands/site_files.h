/* Files as pages of one site, and the files of folders. */
#ifndef SVC_COMMANDS_SITE_FILES_H
#define SVC_COMMANDS_SITE_FILES_H

#include "commands/arguments.h"

#include "api/site.h"

/* Paths, owned. */
typedef struct {
    char **paths;
    size_t count;
} svc_paths;

/*
 * Finds the files of a command: those that were named, and for a folder its .html and .htm files in
 * the order of their names. Returns false, with a line on standard error, where a folder has none
 * or memory is out. svc_paths_clear is to be called anyway.
 */
bool svc_paths_find(const svc_arguments *given, svc_paths *out);

/* Frees paths. */
void svc_paths_clear(svc_paths *paths);

/*
 * Learns what files have in common as pages of one site; each is read and let go. options_json: as
 * for api_extract_document. Returns the site, owned (api_site_free); NULL, with a line on standard
 * error, where there are too few, one cannot be read twice (standard input), or memory is out.
 */
api_site *svc_site_of_files(const api_context *context, const svc_paths *paths,
                            const char *options_json);

#endif
