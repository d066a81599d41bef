#include "commands/commands.h"

#include "base/request_id.h"
#include "commands/arguments.h"
#include "commands/context.h"
#include "manual/manual.h"

#include "api/api.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUEST_MAX_BYTES ((size_t)1024 * 1024 * 1024)

static int run(const char *path, bool want_svg)
{
    const api_context context = svc_command_context();
    char id[SVC_REQUEST_ID_SIZE];
    size_t length = 0;
    char *json = svc_arguments_read_file(path, REQUEST_MAX_BYTES, &length);
    api_response response;

    if (json == NULL) {
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
    return done ? 0 : 1;
}

int svc_command_trend(int argument_count, char *const *arguments)
{
    bool want_svg = false;
    const svc_flag flags[] = {{.name = "--svg", .on = &want_svg}};
    svc_arguments given;
    int status = 2;

    if (svc_arguments_read(&given, "trend", flags, 1, NULL, argument_count, arguments)) {
        if (given.help || given.file_count != 1) {
            svc_manual_print("trend", given.help ? stdout : stderr);
            status = given.help ? 0 : 2;
        } else {
            status = run(given.files[0], want_svg);
        }
    }
    svc_arguments_clear(&given);
    return status;
}
