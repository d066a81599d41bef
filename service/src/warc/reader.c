#include "warc/reader.h"

#include "warc/fields.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Longest head. */
#define HEAD_MAX ((size_t)64 * 1024)
/* What a head begins with, before the digit of the version and a dot: "WARC/1." */
#define BEGIN        "WARC/"
#define BEGIN_LENGTH (sizeof BEGIN - 1)
#define BEGIN_BYTES  (BEGIN_LENGTH + 2)
/* Digits of a length that is no nonsense. */
#define LENGTH_DIGITS 18

bool svc_warc_reader_init(svc_warc_reader *reader, const svc_input *input, svc_warc_ahead *ahead)
{
    *reader = (svc_warc_reader){.left = 0};
    return svc_warc_bytes_init(&reader->bytes, input, ahead);
}

void svc_warc_reader_clear(svc_warc_reader *reader)
{
    svc_warc_bytes_clear(&reader->bytes);
}

void svc_warc_head_clear(svc_warc_head *head)
{
    free(head->text);
    *head = (svc_warc_head){.text = NULL};
}

/* Notes that something is not in order, once until the next record. */
static void note_broken(svc_warc_reader *reader)
{
    if (!reader->lost) {
        const svc_warc_bytes *bytes = &reader->bytes;
        uint64_t at = bytes->place == SVC_WARC_PLAIN ? bytes->offset : bytes->member;
        reader->first_broken = reader->broken == 0 ? at : reader->first_broken;
        reader->broken++;
        reader->lost = true;
    }
}

static bool is_begin(const char *text)
{
    return memcmp(text, BEGIN, BEGIN_LENGTH) == 0 &&
           (text[BEGIN_LENGTH] == '0' || text[BEGIN_LENGTH] == '1') &&
           text[BEGIN_LENGTH + 1] == '.';
}

/*
 * More bytes behind those in the window, that go on with what is there. MEMBER: they do not, as a
 * record begins with them, and what was there is dropped. A member may give its first bytes one by
 * one: what it begins is seen when enough are there.
 */
static svc_warc_step go_on(svc_warc_reader *reader)
{
    svc_warc_bytes *bytes = &reader->bytes;
    svc_warc_step step = svc_warc_bytes_more(bytes);
    bool added = false;

    while (step == SVC_WARC_MEMBER) {
        size_t before;
        size_t after;
        svc_warc_bytes_window(bytes, &before);
        do {
            step = svc_warc_bytes_more(bytes);
            svc_warc_bytes_window(bytes, &after);
        } while (step == SVC_WARC_FOUND && after - before < BEGIN_BYTES);
        const char *window = svc_warc_bytes_window(bytes, &after);
        if (after - before >= BEGIN_BYTES && is_begin(window + before)) {
            svc_warc_bytes_take(bytes, before);
            return SVC_WARC_MEMBER;
        }
        added |= after > before;
    }
    return step == SVC_WARC_END && added ? SVC_WARC_FOUND : step;
}

static void drop_window(svc_warc_bytes *bytes)
{
    size_t length;

    svc_warc_bytes_window(bytes, &length);
    svc_warc_bytes_take(bytes, length);
}

/* Takes empty lines off the begin of the window. Returns what is left of it. */
static size_t skip_empty_lines(svc_warc_bytes *bytes)
{
    size_t length;
    size_t empty = 0;
    const char *window = svc_warc_bytes_window(bytes, &length);

    while (empty < length && (window[empty] == '\r' || window[empty] == '\n')) {
        empty++;
    }
    svc_warc_bytes_take(bytes, empty);
    return length - empty;
}

/* Passes over what is no begin of a record, up to a line that may be one. Returns false where the
 * window has none: all of it was taken, and the line goes on behind it. */
static bool search(svc_warc_bytes *bytes)
{
    size_t length;
    const char *window = svc_warc_bytes_window(bytes, &length);
    size_t at = 0;

    for (;;) {
        const char *feed = memchr(window + at, '\n', length - at);
        if (feed == NULL) {
            svc_warc_bytes_take(bytes, length);
            return false;
        }
        for (at = (size_t)(feed - window) + 1; at < length && window[at] == '\r';) {
            at++; /* as empty lines are passed over */
        }
        if (length - at < BEGIN_BYTES || is_begin(window + at)) {
            svc_warc_bytes_take(bytes, at);
            return true;
        }
    }
}

/* Gets the begin of a record to the begin of the window. */
static svc_warc_step find_begin(svc_warc_reader *reader)
{
    svc_warc_bytes *bytes = &reader->bytes;
    bool at_line = true; /* the window begins with a line, or a member */
    svc_warc_step step;

    for (;;) {
        size_t length = 0;

        svc_warc_bytes_window(bytes, &length);
        if (!at_line && length > 0) {
            at_line = search(bytes);
            continue;
        }
        length = skip_empty_lines(bytes);
        if (length >= BEGIN_BYTES) {
            if (is_begin(svc_warc_bytes_window(bytes, &length))) {
                return SVC_WARC_FOUND;
            }
            note_broken(reader);
            at_line = search(bytes);
            continue;
        }
        step = length == 0 ? svc_warc_bytes_more(bytes) : go_on(reader);
        if (step == SVC_WARC_BROKEN || (step == SVC_WARC_END && length > 0)) {
            note_broken(reader);
            drop_window(bytes);
        }
        if (step == SVC_WARC_END || step == SVC_WARC_STOPPED || step == SVC_WARC_FAILED) {
            return step;
        }
        at_line |= step != SVC_WARC_FOUND;
    }
}

/*
 * Looks at the lines of a head from `*at` on, up to an empty one: FOUND, *at is behind it. BROKEN:
 * another record begins first, at *at. MEMBER: the window has no such line, and *at is the line to
 * go on with.
 */
static svc_warc_step scan_head(const char *window, size_t length, size_t *at)
{
    for (;;) {
        const char *line = window + *at;
        const char *feed = memchr(line, '\n', length - *at);
        if (feed == NULL) {
            return SVC_WARC_MEMBER;
        }
        size_t line_length = (size_t)(feed - line);
        if (*at > 0 && line_length >= BEGIN_BYTES && is_begin(line)) {
            return SVC_WARC_BROKEN;
        }
        *at += line_length + 1;
        if (line_length == 0 || (line_length == 1 && line[0] == '\r')) {
            return SVC_WARC_FOUND;
        }
    }
}

/* Waits until the window has all of a head. FOUND: *length is its length. BROKEN: there is none,
 * and its bytes were taken. */
static svc_warc_step find_end(svc_warc_reader *reader, size_t *length)
{
    svc_warc_bytes *bytes = &reader->bytes;
    size_t there;

    *length = 0;
    for (;;) {
        const char *window = svc_warc_bytes_window(bytes, &there);
        svc_warc_step step = scan_head(window, there < HEAD_MAX ? there : HEAD_MAX, length);
        if (step == SVC_WARC_MEMBER && there >= HEAD_MAX) {
            step = SVC_WARC_BROKEN;
            *length = HEAD_MAX;
        }
        if (step == SVC_WARC_BROKEN) {
            svc_warc_bytes_take(bytes, *length);
        }
        if (step != SVC_WARC_MEMBER) {
            return step;
        }
        step = go_on(reader);
        if (step == SVC_WARC_BROKEN || step == SVC_WARC_END) {
            drop_window(bytes);
            return SVC_WARC_BROKEN;
        }
        if (step != SVC_WARC_FOUND) {
            return step == SVC_WARC_MEMBER ? SVC_WARC_BROKEN : step;
        }
    }
}

static bool read_length(const char *text, uint64_t *length)
{
    size_t digits = text != NULL ? strspn(text, "0123456789") : 0;

    if (digits == 0 || digits > LENGTH_DIGITS || text[digits] != '\0') {
        return false;
    }
    *length = strtoull(text, NULL, 10);
    return true;
}

/* Takes the brackets off a URI. */
static const char *bare_uri(const char *uri)
{
    size_t length = uri != NULL ? strlen(uri) : 0;

    if (length < 2 || uri[0] != '<' || uri[length - 1] != '>') {
        return uri;
    }
    *((char *)(size_t)uri + length - 1) = '\0';
    return uri + 1;
}

/* Reads a head, whose text it then owns. Returns false where it lacks what every head has. */
static bool read_head(char *text, svc_warc_head *head)
{
    const char *length = NULL;
    const svc_warc_field fields[] = {{"WARC-Type", &head->type},
                                     {"WARC-Record-ID", &head->id},
                                     {"WARC-Target-URI", &head->uri},
                                     {"WARC-Date", &head->date},
                                     {"Content-Type", &head->content_type},
                                     {"WARC-Identified-Payload-Type", &head->identified_type},
                                     {"WARC-Truncated", &head->truncated},
                                     {"WARC-Segment-Number", &head->segment},
                                     {"Content-Length", &length},
                                     {NULL, NULL}};

    *head = (svc_warc_head){.text = text};
    svc_warc_read_fields(text, fields);
    head->uri = bare_uri(head->uri);
    return head->type != NULL && read_length(length, &head->length);
}

/* Takes the head at the begin of the window, of this length. Returns FOUND, BROKEN or FAILED. */
static svc_warc_step take_head(svc_warc_reader *reader, size_t length, svc_warc_head *head)
{
    svc_warc_bytes *bytes = &reader->bytes;
    size_t there;
    const char *window = svc_warc_bytes_window(bytes, &there);
    char *text = strndup(window, length);
    uint64_t offset = bytes->offset;

    if (text == NULL) {
        errno = ENOMEM;
        return SVC_WARC_FAILED;
    }
    if (!read_head(text, head)) {
        svc_warc_head_clear(head);
        svc_warc_bytes_take(bytes, length);
        return SVC_WARC_BROKEN;
    }
    svc_warc_bytes_take(bytes, length);
    head->offset = offset;
    reader->left = head->length;
    reader->records++;
    reader->lost = false;
    return SVC_WARC_FOUND;
}

svc_warc_step svc_warc_next(svc_warc_reader *reader, svc_warc_head *head)
{
    for (;;) {
        size_t length = 0;
        svc_warc_step step = find_begin(reader);
        if (step != SVC_WARC_FOUND) {
            return step;
        }
        step = find_end(reader, &length);
        step = step == SVC_WARC_FOUND ? take_head(reader, length, head) : step;
        if (step != SVC_WARC_BROKEN) {
            return step;
        }
        note_broken(reader);
    }
}

svc_warc_step svc_warc_read_block(svc_warc_reader *reader, svc_buffer *out, uint64_t most)
{
    most = most < reader->left ? most : reader->left;
    while (most > 0) {
        size_t there;
        const char *window = svc_warc_bytes_window(&reader->bytes, &there);
        if (there == 0) {
            svc_warc_step step = go_on(reader);
            if (step == SVC_WARC_MEMBER || step == SVC_WARC_END || step == SVC_WARC_BROKEN) {
                reader->left = 0;
                note_broken(reader);
                return SVC_WARC_BROKEN;
            }
            if (step != SVC_WARC_FOUND) {
                return step;
            }
            continue;
        }
        size_t taken = there < most ? there : (size_t)most;
        if (out != NULL && !svc_buffer_add(out, window, taken)) {
            errno = ENOMEM;
            return SVC_WARC_FAILED;
        }
        svc_warc_bytes_take(&reader->bytes, taken);
        reader->left -= taken;
        most -= taken;
    }
    return SVC_WARC_FOUND;
}

/* Whether what follows a block is what must: line ends, another record, or the end. */
static svc_warc_step judge_end(svc_warc_reader *reader)
{
    svc_warc_bytes *bytes = &reader->bytes;
    size_t there;

    for (;;) {
        const char *window = svc_warc_bytes_window(bytes, &there);
        size_t ends = 0;
        while (ends < there && ends < 2 && (window[ends] == '\r' || window[ends] == '\n')) {
            ends++;
        }
        if (ends == 2 || there >= BEGIN_BYTES) {
            return ends == 2 || is_begin(window) ? SVC_WARC_FOUND : SVC_WARC_BROKEN;
        }
        svc_warc_step step = svc_warc_bytes_more(bytes);
        if (step == SVC_WARC_MEMBER || step == SVC_WARC_END) {
            return ends == there ? SVC_WARC_FOUND : SVC_WARC_BROKEN;
        }
        if (step != SVC_WARC_FOUND) {
            return step;
        }
    }
}

/* The sum at the end of a member tells whether its bytes are right: waits for it, if it is next. */
static svc_warc_step judge_member(svc_warc_reader *reader)
{
    svc_warc_bytes *bytes = &reader->bytes;
    svc_warc_step step = SVC_WARC_FOUND;

    while (step == SVC_WARC_FOUND &&
           (bytes->place == SVC_WARC_INSIDE || bytes->place == SVC_WARC_OVER) &&
           skip_empty_lines(bytes) == 0) {
        step = svc_warc_bytes_more(bytes);
    }
    return step == SVC_WARC_MEMBER || step == SVC_WARC_END ? SVC_WARC_FOUND : step;
}

svc_warc_step svc_warc_finish(svc_warc_reader *reader, const svc_buffer *block)
{
    svc_warc_step step = svc_warc_read_block(reader, NULL, reader->left);

    if (step != SVC_WARC_FOUND) {
        return step;
    }
    step = judge_end(reader);
    if (step == SVC_WARC_FOUND) {
        step = judge_member(reader);
    } else if (step == SVC_WARC_BROKEN && block != NULL) {
        svc_warc_bytes_put_back(&reader->bytes, block->bytes, block->length);
    }
    if (step == SVC_WARC_BROKEN) {
        note_broken(reader);
    }
    return step;
}
