#include "commands/commands.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/request_id.h"
#include "base/text.h"
#include "commands/ndjson.h"

#include "api/api.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Longest options of a request that flags can make. */
#define OPTIONS_SIZE 8192

/* What the arguments asked for. */
typedef struct {
    api_form form;
    bool help;
    bool ndjson;
    svc_ndjson_flags ndjson_flags;
    const char *algorithm;
    const char *headline_algorithm;
    const char *include;
    svc_text params; /* members of the params object */
    char params_storage[OPTIONS_SIZE / 2];
    int file_count;
} extract_options;

static void print_help(FILE *out)
{
    fputs(
        "usage: danad extract [FLAG]... FILE...\n\n"
        "Prints the main content of HTML files (- is standard input) in any encoding.\n\n"
        "  --format FORMAT     text (the default), markdown, html (a document), or json: the full\n"
        "                      answer, one document for each file, a line each\n"
        "  --json              the same as --format json\n"
        "  --algorithm ID      how to extract; GET /v1/algorithms lists the ids\n"
        "  --param NAME=VALUE  a parameter of the algorithm; may be repeated\n"
        "  --headline ID       how to find the headline\n"
        "  --include A,B       parts of the answer, as in a request (with --format json)\n\n"
        "Exit status: 0 all extracted, 1 a file failed, 2 wrong usage.\n\n",
        out);
    fputs(svc_ndjson_help, out);
}

static bool is_integer(const char *value)
{
    size_t sign = value[0] == '-' ? 1 : 0;
    size_t digits = strspn(value + sign, "0123456789");
    bool leading_zero = digits > 1 && value[sign] == '0';

    return digits > 0 && !leading_zero && value[sign + digits] == '\0';
}

/* Numbers, true and false are themselves in JSON; all else is a string. */
static void add_json_value(svc_text *text, const char *value)
{
    if (is_integer(value) || strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
        svc_text_add(text, value);
        return;
    }
    svc_text_add_json(text, value);
}

static bool add_param(extract_options *options, const char *argument)
{
    const char *equals = strchr(argument, '=');
    char name[64];

    if (equals == NULL || equals == argument || (size_t)(equals - argument) >= sizeof name) {
        return false;
    }
    memcpy(name, argument, (size_t)(equals - argument));
    name[equals - argument] = '\0';
    if (options->params.length > 0) {
        svc_text_add(&options->params, ",");
    }
    svc_text_add_json(&options->params, name);
    svc_text_add(&options->params, ":");
    add_json_value(&options->params, equals + 1);
    return !options->params.overflow;
}

static bool take_format(extract_options *options, const char *value)
{
    static const struct {
        const char *name;
        api_form form;
    } formats[] = {{"text", API_FORM_TEXT},
                   {"json", API_FORM_JSON},
                   {"markdown", API_FORM_MARKDOWN},
                   {"html", API_FORM_HTML}};

    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strcmp(value, formats[i].name) == 0) {
            options->form = formats[i].form;
            return true;
        }
    }
    return false;
}

/* Takes the value of a flag. */
static bool take_value(extract_options *options, const char *flag, const char *value)
{
    if (strcmp(flag, "--algorithm") == 0) {
        options->algorithm = value;
        return true;
    }
    if (strcmp(flag, "--headline") == 0) {
        options->headline_algorithm = value;
        return true;
    }
    if (strcmp(flag, "--include") == 0) {
        options->include = value;
        return true;
    }
    if (strcmp(flag, "--format") == 0) {
        return take_format(options, value);
    }
    if (strcmp(flag, "--param") == 0) {
        return add_param(options, value);
    }
    return svc_ndjson_take_value(&options->ndjson_flags, flag, value);
}

/* Takes a flag that has no value. */
static bool take_switch(extract_options *options, const char *flag)
{
    const struct {
        const char *name;
        bool *value;
    } switches[] = {{"--help", &options->help},
                    {"-h", &options->help},
                    {"--ndjson", &options->ndjson},
                    {"--unordered", &options->ndjson_flags.unordered}};

    if (strcmp(flag, "--json") == 0) {
        options->form = API_FORM_JSON;
        return true;
    }
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        if (strcmp(flag, switches[i].name) == 0) {
            *switches[i].value = true;
            return true;
        }
    }
    return false;
}

static bool parse(extract_options *options, int count, char *const *arguments, const char **files)
{
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (take_switch(options, argument)) {
            continue;
        }
        if (argument[0] != '-' || argument[1] == '\0') {
            files[options->file_count++] = argument;
        } else if (i + 1 < count && take_value(options, argument, arguments[i + 1])) {
            i++;
        } else {
            fprintf(stderr, "danad: unknown flag or bad value: %s; see danad extract --help\n",
                    argument);
            return false;
        }
    }
    return true;
}

/* "text,ranges" to ["text","ranges"]. */
static void add_include(svc_text *text, const char *list)
{
    svc_text_add(text, "\"include\":[");
    while (*list != '\0') {
        char name[64];
        size_t length = strcspn(list, ",");
        size_t kept = length < sizeof name ? length : sizeof name - 1;
        memcpy(name, list, kept);
        name[kept] = '\0';
        svc_text_add_json(text, name);
        list += length;
        if (*list == ',') {
            svc_text_add(text, ",");
            list++;
        }
    }
    svc_text_add(text, "],");
}

static bool write_request(svc_text *text, const extract_options *options)
{
    svc_text_add(text, "{");
    if (options->include != NULL) {
        add_include(text, options->include);
    }
    svc_text_add(text, "\"options\":{");
    if (options->algorithm != NULL) {
        svc_text_add(text, "\"algorithm\":");
        svc_text_add_json(text, options->algorithm);
        svc_text_add(text, ",");
    }
    if (options->headline_algorithm != NULL) {
        svc_text_add(text, "\"headline_algorithm\":");
        svc_text_add_json(text, options->headline_algorithm);
        svc_text_add(text, ",");
    }
    svc_text_add(text, "\"params\":{");
    svc_text_add(text, options->params.storage);
    svc_text_add(text, "}}}");
    return !text->overflow;
}

static bool print_response(const char *path, const api_response *response)
{
    bool done = response->status == 200;
    FILE *out = done ? stdout : stderr;

    if (!done) {
        fprintf(stderr, "danad: %s: ", path);
    }
    fwrite(response->body, 1, response->body_length, out);
    if (response->body_length == 0 || response->body[response->body_length - 1] != '\n') {
        fputc('\n', out);
    }
    return done;
}

static bool extract_file(const api_context *context, const char *path, const char *request_json,
                         api_form form)
{
    char id[SVC_REQUEST_ID_SIZE];
    size_t length = 0;
    char *html = svc_file_read(path, context->max_body_bytes, &length);
    api_response response;

    if (html == NULL) {
        fprintf(stderr, "danad: %s: %s\n", path, strerror(errno));
        return false;
    }
    svc_request_id_make(id, NULL);
    api_extract_document(context, id, html, length, request_json, form, &response);
    free(html);
    bool done = print_response(path, &response);
    api_response_clear(&response);
    return done;
}

/* The lines of standard input, and no files. */
static int extract_lines(const extract_options *options)
{
    char storage[OPTIONS_SIZE];
    svc_text request_json;

    if (options->file_count > 0) {
        fputs("danad: --ndjson reads standard input and takes no files\n", stderr);
        return 2;
    }
    svc_text_init(&request_json, storage, sizeof storage);
    if (!write_request(&request_json, options)) {
        fputs("danad: the options are too long\n", stderr);
        return 2;
    }
    return svc_command_ndjson(&options->ndjson_flags, request_json.storage);
}

static int extract_all(const extract_options *options, const char *const *files)
{
    const api_context context = svc_command_context();
    char storage[OPTIONS_SIZE];
    svc_text request_json;
    int status = 0;

    svc_text_init(&request_json, storage, sizeof storage);
    if (!write_request(&request_json, options)) {
        fputs("danad: the options are too long\n", stderr);
        return 2;
    }
    for (int i = 0; i < options->file_count; i++) {
        if (!extract_file(&context, files[i], request_json.storage, options->form)) {
            status = 1;
        }
    }
    return fflush(stdout) == 0 ? status : 1;
}

int svc_command_extract(int argument_count, char *const *arguments)
{
    extract_options options = {.form = API_FORM_TEXT};
    const char **files = calloc((size_t)argument_count + 1, sizeof *files);
    int status = 2;

    svc_text_init(&options.params, options.params_storage, sizeof options.params_storage);
    if (files == NULL) {
        fputs("danad: out of memory\n", stderr);
        return 1;
    }
    if (!parse(&options, argument_count, arguments, files)) {
        goto out;
    }
    if (options.help) {
        print_help(stdout);
        status = 0;
    } else if (options.ndjson) {
        status = extract_lines(&options);
    } else if (svc_ndjson_flags_given(&options.ndjson_flags)) {
        fputs("danad: --unordered, --threads and --max-line-bytes go with --ndjson\n", stderr);
    } else if (options.file_count == 0) {
        print_help(stderr);
    } else {
        status = extract_all(&options, files);
    }
out:
    free(files);
    return status;
}
