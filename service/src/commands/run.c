#include "commands/run.h"

#include "base/version.h"
#include "commands/arguments.h"
#include "commands/commands.h"
#include "manual/manual.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name; /* as in manual/commands.def */
    int (*run)(int argument_count, char *const *arguments);
} command;

static int print_version(int argument_count, char *const *arguments)
{
    if (argument_count > 0) {
        bool help = svc_arguments_is_help(arguments[0]);
        svc_manual_print("version", help ? stdout : stderr);
        return help ? 0 : 2;
    }
    printf("danad %s (%s)\n", svc_version(), svc_revision());
    return 0;
}

static int print_help(int argument_count, char *const *arguments)
{
    if (argument_count == 0) {
        printf("danad %s: main content and headline of HTML pages\n\nusage:\n", svc_version());
        svc_manual_list(stdout);
        puts("  danad --help | --version\n\ndanad COMMAND --help explains a command.");
        return 0;
    }
    const char *name = svc_arguments_is_help(arguments[0]) ? "help" : arguments[0];
    if (svc_manual_print(name, stdout)) {
        return 0;
    }
    fprintf(stderr, "danad: unknown command %s; see danad --help\n", name);
    return 2;
}

static const command commands[] = {
    {"serve", svc_command_serve},
    {"renderer", svc_command_renderer},
    {"healthcheck", svc_command_healthcheck},
    {"extract", svc_command_extract},
    {"plot", svc_command_plot},
    {"evaluate", svc_command_evaluate},
    {"trend", svc_command_trend},
    {"version", print_version},
    {"help", print_help},
};

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static int run(int argument_count, char *const *arguments)
{
    if (argument_count < 2) {
        return svc_command_serve(0, arguments + argument_count);
    }
    const char *first = arguments[1];
    if (svc_arguments_is_help(first)) {
        return print_help(0, NULL);
    }
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        return print_version(0, NULL);
    }
    if (first[0] == '-') {
        return svc_command_serve(argument_count - 1, arguments + 1);
    }
    const command *found = find_command(first);
    if (found == NULL) {
        fprintf(stderr, "danad: unknown command %s; see danad --help\n", first);
        return 2;
    }
    return found->run(argument_count - 2, arguments + 2);
}

int svc_commands_run(int argument_count, char *const *arguments)
{
    int status = run(argument_count, arguments);

    /* What is printed is buffered: only here is it known whether all of it was written. */
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return status;
    }
    fputs("danad: standard output: not all of it can be written\n", stderr);
    return status != 0 ? status : 1;
}
