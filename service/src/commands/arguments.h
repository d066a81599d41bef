/* The arguments of a command: flags, and files in their order. */
#ifndef SVC_COMMANDS_ARGUMENTS_H
#define SVC_COMMANDS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* A flag; one of the three is set. */
typedef struct {
    const char *name;   /* "--format" */
    bool *on;           /* set by the flag alone */
    const char **value; /* set to what follows it, borrowed */
    /* Takes what follows it. Returns false where that is no value of the flag. */
    bool (*take)(void *options, const char *value);
} svc_flag;

/* What was found. */
typedef struct {
    const char **files; /* owned; "-" is one */
    int file_count;
    bool help; /* asked for with --help or -h */
} svc_arguments;

/*
 * Reads the arguments of a command by its flags, "--flag value" or "--flag=value"; options: for
 * `take`. Returns false, with a line on
 * standard error, where one is wrong or memory is out. svc_arguments_clear is to be called anyway.
 */
bool svc_arguments_read(svc_arguments *out, const char *command, const svc_flag *flags,
                        size_t flag_count, void *options, int count, char *const *arguments);

/* Frees what was found. */
void svc_arguments_clear(svc_arguments *arguments);

/* Returns whether an argument asks for help. */
bool svc_arguments_is_help(const char *argument);

/*
 * Reads a file, or standard input ("-"), up to `max` bytes. Returns its bytes with a NUL after
 * them, owned; NULL, with a line on standard error, where that failed.
 */
char *svc_arguments_read_file(const char *path, size_t max, size_t *length);

#endif
