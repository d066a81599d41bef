#include "bulk/warc_run.h"

#include "base/request_id.h"
#include "bulk/warc_line.h"
#include "warc/members.h"
#include "warc/page.h"
#include "warc/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uloc.h>
#include <unistd.h>

/* A page on its way. */
typedef struct {
    const char *file; /* borrowed; NULL: standard input */
    size_t index;     /* of its record in the file */
    svc_warc_page page;
    svc_warc_skip skip;
    int status;
    size_t page_bytes;
    svc_buffer line; /* what stands before the result */
    char *result;    /* owned; NULL: none yet, or memory is out */
    size_t result_length;
} warc_item;

/* A run: what the thread that reads has, and the counts of each side. */
typedef struct {
    const svc_warc_settings *settings;
    const svc_ordered_reading *reading;
    svc_warc_ahead ahead; /* its members are decoded by the workers */
    size_t file;          /* the next one */
    bool open;
    int fd;
    svc_warc_reader reader;
    svc_warc_tally found;   /* by the thread that reads */
    svc_warc_tally written; /* by the one that writes */
} run;

static const char *file_name(const run *r)
{
    const char *name = r->settings->files[r->file - 1];

    return strcmp(name, "-") == 0 ? NULL : name;
}

static void print_file(const run *r, const char *what)
{
    const char *name = file_name(r);

    fprintf(stderr, "danad: %s: %s\n", name != NULL ? name : "standard input", what);
}

/* Opens the next file. Returns false where it cannot be read. */
static bool open_file(run *r)
{
    r->file++;
    const char *name = file_name(r);
    r->fd = name == NULL ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    const svc_input input = {
        .fd = r->fd, .stop_fd = r->reading->stop_fd, .out_fd = r->settings->output->fd};
    if (r->fd < 0 || !svc_warc_reader_init(&r->reader, &input, &r->ahead)) {
        print_file(r, strerror(r->fd < 0 ? errno : ENOMEM));
        r->found.unreadable_files++;
        return false;
    }
    r->open = true;
    return true;
}

/* Ends a file, and says what was wrong with it; error: errno of reading it. */
static void close_file(run *r, int error)
{
    const svc_warc_reader *reader = &r->reader;
    bool is_none = error == 0 && reader->records == 0 && reader->bytes.raw.total > 0;

    if (error != 0 || is_none) {
        print_file(r, error != 0 ? strerror(error) : "no WARC record in it");
        r->found.unreadable_files++;
    } else {
        r->found.files++;
    }
    if (reader->broken > 0 && !is_none) {
        char what[80];
        snprintf(what, sizeof what, "broken in %" PRIu64 " places, the first at byte %" PRIu64,
                 reader->broken, reader->first_broken);
        print_file(r, what);
    }
    r->found.broken += reader->broken;
    r->found.bytes += reader->bytes.raw.total;
    svc_warc_reader_clear(&r->reader);
    if (r->fd != STDIN_FILENO) {
        close(r->fd);
    }
    r->open = false;
}

static warc_item *make_item(const run *r, svc_warc_page *page)
{
    warc_item *made = calloc(1, sizeof *made);

    if (made == NULL) {
        svc_warc_page_clear(page);
        errno = ENOMEM;
        return NULL;
    }
    *made = (warc_item){
        .file = file_name(r), .index = (size_t)r->reader.records - 1, .page = *page};
    return made;
}

/* An svc_warc_announce: a block is there whose members can be decoded. */
static void ask_for_help(void *arg)
{
    const run *r = arg;

    svc_ordered_help(r->reading);
}

static void help(void *arg)
{
    run *r = arg;

    svc_warc_decode_members(&r->ahead.blocks);
}

static svc_input_step read_page(void *arg, const svc_ordered_reading *reading, void **item,
                                size_t *bytes)
{
    run *r = arg;
    svc_warc_page page;

    r->reading = reading;
    for (;;) {
        if (!r->open && r->file == r->settings->file_count) {
            return SVC_INPUT_END;
        }
        if (!r->open && !open_file(r)) {
            continue;
        }
        svc_warc_step step = svc_warc_next_page(&r->reader, r->settings->max_page_bytes, &r->found,
                                                &page);
        if (step == SVC_WARC_FOUND) {
            *item = make_item(r, &page);
            *bytes = page.block.length;
            return *item != NULL ? SVC_INPUT_FOUND : SVC_INPUT_FAILED;
        }
        int error = step == SVC_WARC_FAILED ? errno : 0;
        svc_warc_page_clear(&page);
        if (step != SVC_WARC_STOPPED) {
            close_file(r, error);
        }
        if (step == SVC_WARC_STOPPED || error == ENOMEM) {
            errno = error;
            return step == SVC_WARC_STOPPED ? SVC_INPUT_STOPPED : SVC_INPUT_FAILED;
        }
    }
}

/* Whether a text has anything but white space. */
static bool has_text(const api_response *response)
{
    for (size_t i = 0; i < response->body_length; i++) {
        if (strchr(" \t\r\n", response->body[i]) == NULL) {
            return true;
        }
    }
    return false;
}

/* Makes a record of an answer's text; url: of the page, in ASCII. */
static void take_text(const svc_warc_settings *settings, warc_item *it, const char *url,
                      const api_response *response)
{
    const svc_warc_head *head = &it->page.head;
    const char *language = uloc_getISO3Language(response->language);
    const svc_warc_conversion conversion = {.refers_to = head->id,
                                            .uri = *url != '\0' ? url : head->uri,
                                            .date = head->date,
                                            .language = *language != '\0' ? language : NULL,
                                            .text = response->body,
                                            .length = response->body_length};

    if (response->status != 200) {
        return;
    }
    if (!has_text(response)) {
        it->skip = SVC_WARC_SKIP_NO_TEXT;
    } else if (!svc_warc_write_conversion(&it->line, &conversion, settings->gzip)) {
        it->status = 0;
    }
}

/* Extracts a page that was decoded. */
static void extract(const svc_warc_settings *settings, warc_item *it, const char *body,
                    size_t length)
{
    char id[SVC_REQUEST_ID_SIZE];
    svc_buffer request = {.bytes = NULL};
    svc_buffer url = {.bytes = NULL};
    api_response response;

    if (!svc_warc_request(&it->page, &request, &url)) {
        svc_buffer_clear(&request);
        svc_buffer_clear(&url);
        return;
    }
    const api_fetched fetched = {.final_url = url.bytes,
                                 .content_type = it->page.content_type,
                                 .body = body,
                                 .body_length = length,
                                 .status = it->page.status};
    const api_item item = {.request_id = id,
                           .index = it->index,
                           .json = request.bytes,
                           .length = request.length,
                           .fetched = &fetched,
                           .form = settings->records ? API_FORM_TEXT : API_FORM_JSON};

    svc_request_id_make(id, NULL);
    api_item_answer(settings->context, settings->defaults, &item, &response);
    it->status = response.status;
    if (response.problem != NULL && strcmp(response.problem, "not-html") == 0) {
        it->skip = SVC_WARC_SKIP_NOT_HTML;
    } else if (settings->records) {
        take_text(settings, it, url.bytes, &response);
    } else if (svc_warc_line(&it->page, it->file, &it->line)) {
        it->result = response.body;
        it->result_length = response.body_length;
        response.body = NULL;
    }
    api_response_clear(&response);
    svc_buffer_clear(&request);
    svc_buffer_clear(&url);
}

static size_t work(void *arg, void *item)
{
    const run *r = arg;
    warc_item *it = item;
    svc_buffer decoded = {.bytes = NULL};
    const char *body;

    it->skip = svc_warc_page_decode(&it->page, r->settings->max_page_bytes, &decoded, &body,
                                    &it->page_bytes);
    if (it->skip == SVC_WARC_SKIP_NONE) {
        extract(r->settings, it, body, it->page_bytes);
    }
    svc_buffer_clear(&decoded);
    svc_warc_page_clear(&it->page);
    return it->line.length + it->result_length;
}

/* Writes a line: "{", what the archive says, and the result without its brace. */
static int write_line(const run *r, const warc_item *it)
{
    char feed = '\n';
    struct iovec parts[] = {
        {it->line.bytes, it->line.length}, {it->result + 1, it->result_length - 1}, {&feed, 1}};

    return it->result != NULL ? svc_output_write(r->settings->output, parts, 3) : ENOMEM;
}

static int write_item(void *arg, void *item)
{
    run *r = arg;
    const warc_item *it = item;
    svc_warc_tally *tally = &r->written;
    struct iovec record = {it->line.bytes, it->line.length};
    int error = 0;

    if (it->skip != SVC_WARC_SKIP_NONE) {
        tally->skipped[it->skip]++;
        return 0;
    }
    if (it->status == 0) {
        return ENOMEM;
    }
    error = r->settings->records ? svc_output_write(r->settings->output, &record, 1)
                                 : write_line(r, it);
    tally->ok += it->status == 200 ? 1 : 0;
    tally->failed += it->status == 200 ? 0 : 1;
    tally->page_bytes += it->page_bytes;
    return error;
}

static void free_item(void *item)
{
    warc_item *it = item;

    svc_warc_page_clear(&it->page);
    svc_buffer_clear(&it->line);
    free(it->result);
    free(it);
}

/* Adds what the thread that writes has counted. */
static void add_written(svc_warc_tally *tally, const svc_warc_tally *written)
{
    for (size_t i = 0; i < SVC_WARC_SKIPS; i++) {
        tally->skipped[i] += written->skipped[i];
    }
    tally->ok += written->ok;
    tally->failed += written->failed;
    tally->page_bytes += written->page_bytes;
}

void svc_warc_run(const svc_warc_settings *settings, svc_warc_tally *tally,
                  svc_ordered_summary *summary)
{
    static const svc_ordered_kind kind = {
        .read = read_page, .help = help, .work = work, .write = write_item, .free = free_item};
    run r = {.settings = settings};
    const svc_ordered_settings ordered = {
        .kind = &kind, .arg = &r, .threads = settings->threads, .unordered = settings->unordered};

    svc_warc_ahead_init(&r.ahead, SVC_WARC_AHEAD_BLOCK, settings->threads, ask_for_help, &r);
    svc_ordered_run(&ordered, summary);
    if (r.open) {
        close_file(&r, 0);
    }
    svc_warc_ahead_destroy(&r.ahead);
    *tally = r.found;
    add_written(tally, &r.written);
    summary->complete = summary->complete && tally->unreadable_files == 0;
}
