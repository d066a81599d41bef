#include "commands/commands.h"

#include "base/text.h"
#include "bulk/ndjson.h"
#include "bulk/warc.h"
#include "commands/arguments.h"
#include "commands/context.h"
#include "commands/extract_files.h"
#include "commands/rendering.h"
#include "manual/manual.h"

#include "api/api.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest parts of a request that flags can make, and the longest request. */
#define OPTIONS_SIZE 8192
#define REQUEST_SIZE (5 * OPTIONS_SIZE)

/* What the arguments asked for. */
typedef struct {
    api_form form;
    bool json;
    bool ndjson;
    bool warc;
    bool site;
    svc_bulk_flags bulk;
    const char *algorithm;
    const char *headline_algorithm;
    const char *include;
    const char *base_url;
    const char *render;
    const char *renderer;
    const char *wait;
    const char *viewport;
    svc_text params; /* members of the params object */
    svc_text others; /* members of the options, each with a comma after it */
    svc_text select; /* elements of the arrays select and remove */
    svc_text remove;
    char params_storage[OPTIONS_SIZE];
    char others_storage[OPTIONS_SIZE];
    char select_storage[OPTIONS_SIZE];
    char remove_storage[OPTIONS_SIZE];
} extract_options;

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

/* Appends NAME=VALUE as a member with a comma after it. */
static bool add_member(svc_text *text, const char *argument)
{
    const char *equals = strchr(argument, '=');
    char name[64];

    if (equals == NULL || equals == argument || (size_t)(equals - argument) >= sizeof name) {
        return false;
    }
    memcpy(name, argument, (size_t)(equals - argument));
    name[equals - argument] = '\0';
    svc_text_add_json(text, name);
    svc_text_add(text, ":");
    add_json_value(text, equals + 1);
    svc_text_add(text, ",");
    return !text->overflow;
}

static bool add_param(void *arg, const char *argument)
{
    return add_member(&((extract_options *)arg)->params, argument);
}

static bool take_render(void *arg, const char *mode)
{
    ((extract_options *)arg)->render = mode;
    return svc_rendering_is_mode(mode);
}

static bool add_option(void *arg, const char *argument)
{
    if (strncmp(argument, "render=", strlen("render=")) == 0) {
        return take_render(arg, argument + strlen("render="));
    }
    return add_member(&((extract_options *)arg)->others, argument);
}

/* Appends a string as an element with a comma after it. */
static bool add_element(svc_text *text, const char *value)
{
    svc_text_add_json(text, value);
    svc_text_add(text, ",");
    return !text->overflow;
}

static bool add_select(void *arg, const char *selectors)
{
    return add_element(&((extract_options *)arg)->select, selectors);
}

static bool add_remove(void *arg, const char *selectors)
{
    return add_element(&((extract_options *)arg)->remove, selectors);
}

static bool take_format(void *arg, const char *value)
{
    extract_options *options = arg;
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

static bool read_arguments(extract_options *options, svc_arguments *given, int count,
                           char *const *arguments)
{
    const svc_flag flags[] = {
        {.name = "--format", .take = take_format},
        {.name = "--json", .on = &options->json},
        {.name = "--algorithm", .value = &options->algorithm},
        {.name = "--param", .take = add_param},
        {.name = "--option", .take = add_option},
        {.name = "--select", .take = add_select},
        {.name = "--remove", .take = add_remove},
        {.name = "--headline", .value = &options->headline_algorithm},
        {.name = "--include", .value = &options->include},
        {.name = "--base-url", .value = &options->base_url},
        {.name = "--render", .take = take_render},
        {.name = "--renderer", .value = &options->renderer},
        {.name = "--wait", .value = &options->wait},
        {.name = "--viewport", .value = &options->viewport},
        {.name = "--site", .on = &options->site},
        {.name = "--ndjson", .on = &options->ndjson},
        {.name = "--warc", .on = &options->warc},
        {.name = "--unordered", .on = &options->bulk.unordered},
        {.name = "--threads", .value = &options->bulk.threads},
        {.name = "--output", .value = &options->bulk.output},
        {.name = "--max-line-bytes", .value = &options->bulk.max_line_bytes},
        {.name = "--max-page-bytes", .value = &options->bulk.max_page_bytes},
        {.name = "--summary", .value = &options->bulk.summary},
        {.name = "--warc-out", .value = &options->bulk.warc_out},
    };
    bool fine = svc_arguments_read(given, "extract", flags, sizeof flags / sizeof flags[0], options,
                                   count, arguments);

    options->form = options->json ? API_FORM_JSON : options->form;
    return fine;
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
        list += *list == ',';
        svc_text_add(text, *list != '\0' ? "," : "");
    }
    svc_text_add(text, "],");
}

/* Appends a member and what its brackets hold, where it holds something, without the last comma.
 * brackets: "{}" or "[]". */
static void add_list(svc_text *text, const char *name, const char *brackets, const svc_text *held)
{
    if (held->length == 0) {
        return;
    }
    svc_text_addf(text, "\"%s\":%c", name, brackets[0]);
    svc_text_add(text, held->storage);
    if (!text->overflow) {
        text->storage[text->length - 1] = brackets[1];
    }
    svc_text_add(text, ",");
}

/* Appends a member whose value is a string. */
static void add_string(svc_text *text, const char *name, const char *value)
{
    if (value != NULL) {
        svc_text_addf(text, "\"%s\":", name);
        svc_text_add_json(text, value);
        svc_text_add(text, ",");
    }
}

static bool write_request(svc_text *text, const extract_options *options)
{
    svc_text_add(text, "{");
    if (options->include != NULL) {
        add_include(text, options->include);
    }
    add_string(text, "base_url", options->base_url);
    svc_text_add(text, "\"options\":{");
    add_string(text, "algorithm", options->algorithm);
    add_string(text, "headline_algorithm", options->headline_algorithm);
    add_string(text, "render", options->render);
    svc_rendering_add_options(text, options->wait, options->viewport);
    add_list(text, "params", "{}", &options->params);
    add_list(text, "select", "[]", &options->select);
    add_list(text, "remove", "[]", &options->remove);
    svc_text_add(text, options->others.storage);
    if (!text->overflow && text->storage[text->length - 1] == ',') {
        text->storage[text->length - 1] = '}';
        svc_text_add(text, "}");
    } else {
        svc_text_add(text, "}}");
    }
    return !text->overflow;
}

static bool compares_pages(const extract_options *options)
{
    return options->site || (options->algorithm != NULL && strcmp(options->algorithm, "sst") == 0);
}

/* The files, or the lines of standard input. */
static int extract_input(const extract_options *options, const svc_arguments *given,
                         const char *request_json, svc_renderers *renderers)
{
    api_context context = svc_command_context();

    context.renderer = renderers != NULL;
    const api_document document = {.options_json = request_json, .form = options->form};
    if (options->ndjson) {
        return svc_ndjson_extract(&context, &options->bulk, request_json, renderers);
    }
    return options->warc
               ? svc_warc_extract(&context, &options->bulk, given->files, (size_t)given->file_count,
                                  request_json)
               : svc_extract_files(&context, given, &document, compares_pages(options), renderers);
}

static int extract(const extract_options *options, const svc_arguments *given)
{
    char storage[REQUEST_SIZE];
    svc_text request_json;

    svc_text_init(&request_json, storage, sizeof storage);
    if (!write_request(&request_json, options)) {
        fputs("danad: the options are too long\n", stderr);
        return 2;
    }
    svc_rendering rendering;
    int status = svc_rendering_start(&rendering, options->render, options->renderer);
    if (status == 0) {
        status = extract_input(options, given, storage, rendering.outside.renderers);
    }
    svc_rendering_end(&rendering);
    return status;
}

static bool are_rendering_flags_fine(const extract_options *options)
{
    char storage[OPTIONS_SIZE];
    svc_text text;

    svc_text_init(&text, storage, sizeof storage);
    return svc_rendering_add_options(&text, options->wait, options->viewport);
}

/* Returns what is wrong with the renderer's flags among the others, or NULL. */
static const char *find_render_contradiction(const extract_options *options)
{
    if (options->render == NULL && options->renderer == NULL) {
        return options->wait == NULL && options->viewport == NULL
                   ? NULL
                   : "--wait and --viewport go with --render, or with --renderer";
    }
    if (!are_rendering_flags_fine(options)) {
        return "--wait is load, quiet=MS, selector=CSS or quiet=MS,selector=CSS, --viewport WIDTH "
               "or "
               "WIDTHxHEIGHT";
    }
    if (options->warc) {
        return "--render goes with files and --ndjson: pages of --warc are read as they were "
               "archived";
    }
    if (!options->ndjson && compares_pages(options)) {
        return "--render goes with pages that are extracted one by one, not with those of a site";
    }
    if (!options->ndjson && options->render == NULL) {
        return "--renderer goes with --render, or with --ndjson";
    }
    return NULL;
}

/* Returns what is wrong with flags and files together, or NULL. */
static const char *find_contradiction(const extract_options *options, const svc_arguments *given)
{
    if (options->ndjson && options->warc) {
        return "--ndjson and --warc are two kinds of input";
    }
    if (options->ndjson && given->file_count > 0) {
        return "--ndjson reads standard input and takes no files";
    }
    if ((options->ndjson || options->warc) && options->site) {
        return "--site compares files: the pages of --ndjson and --warc are extracted one by one";
    }
    if ((options->ndjson || options->warc) && options->base_url != NULL) {
        return "--base-url goes with files: the pages of --ndjson and --warc have their own";
    }
    return svc_bulk_contradiction(&options->bulk, options->ndjson, options->warc);
}

int svc_command_extract(int argument_count, char *const *arguments)
{
    extract_options options = {.form = API_FORM_TEXT};
    svc_arguments given;
    int status = 2;

    svc_text_init(&options.params, options.params_storage, sizeof options.params_storage);
    svc_text_init(&options.others, options.others_storage, sizeof options.others_storage);
    svc_text_init(&options.select, options.select_storage, sizeof options.select_storage);
    svc_text_init(&options.remove, options.remove_storage, sizeof options.remove_storage);
    bool fine = read_arguments(&options, &given, argument_count, arguments);
    const char *wrong = find_contradiction(&options, &given);

    wrong = wrong != NULL ? wrong : find_render_contradiction(&options);
    if (fine && given.help) {
        svc_manual_print("extract", stdout);
        status = 0;
    } else if (fine && wrong != NULL) {
        fprintf(stderr, "danad: %s\n", wrong);
    } else if (fine && !options.ndjson && !options.warc && given.file_count == 0) {
        svc_manual_print("extract", stderr);
    } else if (fine) {
        status = extract(&options, &given);
    }
    svc_arguments_clear(&given);
    return status;
}
