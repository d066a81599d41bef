#include "commands/arguments.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool svc_arguments_is_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static const svc_flag *find_flag(const svc_flag *flags, size_t count, const char *name,
                                 size_t length)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(flags[i].name) == length && memcmp(flags[i].name, name, length) == 0) {
            return &flags[i];
        }
    }
    return NULL;
}

/* Says what is wrong with an argument, on a line of standard error. Returns that none was used. */
static int complain(const char *command, const char *flag, int length, const char *wrong)
{
    fprintf(stderr, "danad: %.*s: %s; see danad %s --help\n", length, flag, wrong, command);
    return 0;
}

/* Takes the value of a flag (NULL: there is none). Returns whether it is one. */
static bool take_value(const svc_flag *flag, void *options, const char *command, const char *value)
{
    int length = (int)strlen(flag->name);

    if (value == NULL) {
        return complain(command, flag->name, length, "a value must follow") != 0;
    }
    if (flag->take != NULL && !flag->take(options, value)) {
        fprintf(stderr, "danad: %s: '%.60s' is not valid; see danad %s --help\n", flag->name, value,
                command);
        return false;
    }
    if (flag->value != NULL) {
        *flag->value = value;
    }
    return true;
}

/* Takes an argument as a flag: alone, with the one after it (NULL: none), or with what follows its
 * equals sign. Returns how many arguments it was, 0: wrong. */
static int take_flag(const svc_flag *flags, size_t flag_count, void *options, const char *command,
                     const char *argument, const char *next)
{
    size_t length = strcspn(argument, "=");
    bool joined = argument[length] == '=';
    const svc_flag *flag = find_flag(flags, flag_count, argument, length);

    if (flag == NULL) {
        return complain(command, argument, (int)length, "unknown flag");
    }
    if (flag->on != NULL && joined) {
        return complain(command, argument, (int)strlen(argument), "it takes no value");
    }
    if (flag->on != NULL) {
        *flag->on = true;
        return 1;
    }
    if (!take_value(flag, options, command, joined ? argument + length + 1 : next)) {
        return 0;
    }
    return joined ? 1 : 2;
}

bool svc_arguments_read(svc_arguments *out, const char *command, const svc_flag *flags,
                        size_t flag_count, void *options, int count, char *const *arguments)
{
    int used = 1;

    *out = (svc_arguments){.files = calloc((size_t)count + 1, sizeof *out->files)};
    if (out->files == NULL) {
        fputs("danad: out of memory\n", stderr);
        return false;
    }
    for (int i = 0; i < count; i += used) {
        const char *argument = arguments[i];
        used = 1;
        if (svc_arguments_is_help(argument)) {
            out->help = true;
        } else if (argument[0] != '-' || argument[1] == '\0') {
            out->files[out->file_count++] = argument;
        } else {
            used = take_flag(flags, flag_count, options, command, argument,
                             i + 1 < count ? arguments[i + 1] : NULL);
        }
        if (used == 0) {
            return false;
        }
    }
    return true;
}

void svc_arguments_clear(svc_arguments *arguments)
{
    free(arguments->files);
}

char *svc_arguments_read_file(const char *path, size_t max, size_t *length)
{
    char *bytes = svc_file_read(path, max, length);

    if (bytes == NULL) {
        fprintf(stderr, "danad: %s: %s\n", path, strerror(errno));
    }
    return bytes;
}
