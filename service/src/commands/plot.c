#include "commands/commands.h"

#include "base/request_id.h"
#include "base/text.h"
#include "commands/arguments.h"
#include "commands/context.h"
#include "manual/manual.h"

#include "api/api.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS_SIZE 4096
#define PATH_SIZE    4096

/* What the arguments asked for. */
typedef struct {
    const char *algorithms;
    const char *folder; /* NULL: standard output */
} plot_options;

/* FOLDER/NAME.svg of a path, ".html" and ".htm" taken off. Returns false where it is too long. */
static bool output_path(const char *folder, const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    bool known = dot != NULL && (strcmp(dot, ".html") == 0 || strcmp(dot, ".htm") == 0);
    int kept = known ? (int)(dot - name) : (int)strlen(name);
    int length = snprintf(out, size, "%s/%.*s.svg", folder, kept, name);

    return length > 0 && (size_t)length < size;
}

static bool write_picture(const plot_options *options, const char *path, const api_response *drawn)
{
    char name[PATH_SIZE];

    if (options->folder == NULL) {
        fwrite(drawn->body, 1, drawn->body_length, stdout);
        return true;
    }
    if (!output_path(options->folder, path, name, sizeof name)) {
        fprintf(stderr, "danad: %s: the path is too long\n", path);
        return false;
    }
    FILE *file = fopen(name, "wb");

    if (file == NULL) {
        fprintf(stderr, "danad: %s: %s\n", name, strerror(errno));
        return false;
    }
    bool written = fwrite(drawn->body, 1, drawn->body_length, file) == drawn->body_length;

    if (fclose(file) != 0 || !written) {
        fprintf(stderr, "danad: %s: cannot be written\n", name);
        return false;
    }
    return true;
}

static bool plot_file(const plot_options *options, const char *path, const char *request_json)
{
    const api_context context = svc_command_context();
    char id[SVC_REQUEST_ID_SIZE];
    size_t length = 0;
    char *html = svc_arguments_read_file(path, context.max_body_bytes, &length);
    api_response drawn;

    if (html == NULL) {
        return false;
    }
    svc_request_id_make(id, NULL);
    api_extract_document(&context,
                         &(api_document){.request_id = id,
                                         .html = html,
                                         .html_length = length,
                                         .options_json = request_json,
                                         .form = API_FORM_SVG},
                         &drawn);
    free(html);
    bool done = drawn.status == 200;

    if (done) {
        done = write_picture(options, path, &drawn);
    } else {
        fprintf(stderr, "danad: %s: %.*s\n", path, (int)drawn.body_length, drawn.body);
    }
    api_response_clear(&drawn);
    return done;
}

static int plot_all(const plot_options *options, const svc_arguments *given)
{
    char storage[OPTIONS_SIZE];
    svc_text request_json;
    int status = 0;

    svc_text_init(&request_json, storage, sizeof storage);
    svc_text_add(&request_json, "{\"options\":{");
    if (options->algorithms != NULL) {
        svc_text_add(&request_json, "\"plot\":");
        svc_text_add_json(&request_json, options->algorithms);
    }
    svc_text_add(&request_json, "}}");
    if (request_json.overflow) {
        fputs("danad: the options are too long\n", stderr);
        return 2;
    }
    for (int i = 0; i < given->file_count; i++) {
        if (!plot_file(options, given->files[i], request_json.storage)) {
            status = 1;
        }
    }
    return status;
}

int svc_command_plot(int argument_count, char *const *arguments)
{
    plot_options options = {.folder = NULL};
    const svc_flag flags[] = {{.name = "--algorithm", .value = &options.algorithms},
                              {.name = "--output", .value = &options.folder}};
    svc_arguments given;
    int status = 2;
    bool fine = svc_arguments_read(&given, "plot", flags, sizeof flags / sizeof flags[0], &options,
                                   argument_count, arguments);

    if (fine && given.help) {
        svc_manual_print("plot", stdout);
        status = 0;
    } else if (fine && given.file_count == 0) {
        svc_manual_print("plot", stderr);
    } else if (fine && given.file_count > 1 && options.folder == NULL) {
        fputs("danad: several files need --output FOLDER\n", stderr);
    } else if (fine) {
        status = plot_all(&options, &given);
    }
    svc_arguments_clear(&given);
    return status;
}
