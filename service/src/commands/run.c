#include "commands/run.h"

#include "commands/arguments.h"
#include "commands/commands.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    int (*run)(int argument_count, char *const *arguments);
    const char *doc;
} command;

static const command commands[] = {
    {"serve", svc_command_serve, "answer HTTP requests (what danad does without a command)"},
    {"renderer", svc_command_renderer, "render pages for servers, in headless Chromium"},
    {"healthcheck", svc_command_healthcheck, "ask a running server whether it lives"},
    {"extract", svc_command_extract, "extract documents on the command line"},
    {"plot", svc_command_plot, "draw documents as extractors see them, as SVG"},
    {"evaluate", svc_command_evaluate, "score extractors against gold standards"},
    {"trend", svc_command_trend, "how much dated documents are about some queries"},
};

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void print_help(FILE *out)
{
    fputs("danad " DANAD_VERSION ": main content and headline of HTML pages\n\nusage:\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  danad %-11s %s\n", commands[i].name, commands[i].doc);
    }
    fputs("  danad --help | --version\n\ndanad COMMAND --help explains a command.\n", out);
}

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

int svc_commands_run(int argument_count, char *const *arguments)
{
    if (argument_count < 2) {
        return svc_command_serve(0, arguments + argument_count);
    }
    const char *first = arguments[1];
    if (svc_arguments_is_help(first)) {
        print_help(stdout);
        return 0;
    }
    if (strcmp(first, "--version") == 0) {
        puts("danad " DANAD_VERSION);
        return 0;
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
