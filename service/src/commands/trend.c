#include "commands/commands.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/request_id.h"

#include "api/api.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_MAX_BYTES ((size_t)1024 * 1024 * 1024)

static void print_help(FILE *out)
{
    fputs("usage: danad trend [--svg] FILE\n\n"
          "Shows how much dated documents are about some queries, period by period. FILE (- is\n"
          "standard input) is a request of POST /v1/trends: period, queries and documents.\n\n"
          "  --svg   draw the curves instead of printing JSON\n\n"
          "Exit status: 0 done, 1 failed, 2 wrong usage.\n",
          out);
}

static int run(const char *path, bool want_svg)
{
    const api_context context = svc_command_context();
    char id[SVC_REQUEST_ID_SIZE];
    size_t length = 0;
    char *json = svc_file_read(path, REQUEST_MAX_BYTES, &length);
    api_response response;

    if (json == NULL) {
        fprintf(stderr, "danad: %s: %s\n", path, strerror(errno));
        return 1;
    }
    svc_request_id_make(id, NULL);
    api_trends_document(&context, id, json, length, want_svg, &response);
    free(json);
    bool done = response.status == 200;
    FILE *out = done ? stdout : stderr;

    fwrite(response.body, 1, response.body_length, out);
    if (!want_svg || !done) {
        fputc('\n', out);
    }
    api_response_clear(&response);
    return done && fflush(stdout) == 0 ? 0 : 1;
}

int svc_command_trend(int argument_count, char *const *arguments)
{
    bool want_svg = false;
    const char *path = NULL;

    for (int i = 0; i < argument_count; i++) {
        const char *argument = arguments[i];

        if (svc_command_is_help(argument)) {
            print_help(stdout);
            return 0;
        }
        if (strcmp(argument, "--svg") == 0) {
            want_svg = true;
        } else if (path == NULL && (argument[0] != '-' || argument[1] == '\0')) {
            path = argument;
        } else {
            fprintf(stderr, "danad: unknown flag or a second file: %s; see danad trend --help\n",
                    argument);
            return 2;
        }
    }
    if (path == NULL) {
        print_help(stderr);
        return 2;
    }
    return run(path, want_svg);
}
