#include "wire/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest line that begins a chunk, with its extensions. */
#define CHUNK_LINE_MAX 1024U
/* More digits do not fit into the size of a chunk. */
#define CHUNK_DIGITS_MAX 15U
/* A head that is nothing but a fault. */
#define FAULT_MAX 128U

static void put(svc_wire_stream *stream, const char *bytes, size_t length)
{
    stream->failed = stream->failed || !svc_buffer_add(&stream->ready, bytes, length);
}

/* Ends the head that has begun; where its first line is at fault it has none of the client's. */
static void refuse(svc_wire_stream *stream, svc_fault_id fault)
{
    static const char no_line[] = "- - HTTP/1.1\r\n";
    char field[64];

    if (stream->state == SVC_WIRE_REQUEST) {
        put(stream, no_line, sizeof no_line - 1);
    }
    int length = snprintf(field, sizeof field, SVC_WIRE_FAULT_FIELD ": %d\r\n\r\n", (int)fault);
    put(stream, field, (size_t)length);
    stream->state = SVC_WIRE_REFUSED;
}

/* Passes on what frames a body. */
static void put_frame(svc_wire_stream *stream, const char *bytes, size_t length)
{
    if (!stream->bare) {
        put(stream, bytes, length);
    }
}

static void begin_request(svc_wire_stream *stream)
{
    stream->body_over = stream->bare;
    stream->state = SVC_WIRE_REQUEST;
    stream->head_bytes = 0;
    stream->head = (svc_wire_head){.fields = 0};
}

void svc_wire_pass(svc_wire_stream *stream, size_t length)
{
    stream->left -= length;
    if (stream->left > 0) {
        return;
    }
    if (stream->state == SVC_WIRE_CHUNK) {
        stream->state = SVC_WIRE_CHUNK_END;
    } else if (stream->gathers) {
        stream->state = SVC_WIRE_GATHERED;
    } else {
        begin_request(stream);
    }
}

static void take_request_line(svc_wire_stream *stream, const char *line, size_t length)
{
    if (length == 0) {
        return; /* RFC 9112, 2.2: empty lines may come first */
    }
    svc_fault_id fault = svc_wire_request_line(&stream->head, line, length, &stream->ready);

    if (fault != SVC_FAULT_NONE) {
        refuse(stream, fault);
    } else {
        stream->state = SVC_WIRE_FIELDS;
    }
}

void svc_wire_next(svc_wire_stream *stream)
{
    if (stream->state != SVC_WIRE_GATHERED) {
        return;
    }
    svc_buffer_clear(&stream->body.bytes);
    stream->gathers = false;
    begin_request(stream);
}

/*
 * Whether a body is gathered: where some of it is still to come. What is there already is small,
 * and passes like the heads around it. So does the body of a request behind one that is not
 * answered: what libmicrohttpd has of it waits in its buffer, and it may read on meanwhile.
 */
static bool is_gathered(const svc_wire_stream *stream)
{
    const svc_wire_head *head = &stream->head;

    return !stream->held && stream->ended + 1 == stream->heads && !head->coded &&
           head->length > stream->follows && head->length <= stream->gather_max;
}

/* The end of the head, and before it how long the body is. */
static void put_end(svc_wire_stream *stream)
{
    char field[64];

    if (stream->gathers) {
        snprintf(field, sizeof field, "Transfer-Encoding: chunked\r\n\r\n");
    } else if (stream->head.has_length) {
        snprintf(field, sizeof field, "Content-Length: %llu\r\n\r\n", stream->head.length);
    } else {
        snprintf(field, sizeof field, "\r\n");
    }
    put(stream, field, strlen(field));
}

static void end_head(svc_wire_stream *stream)
{
    svc_fault_id fault = stream->fault != SVC_FAULT_NONE ? stream->fault
                                                         : svc_wire_head_end(&stream->head);

    stream->heads++;
    if (fault != SVC_FAULT_NONE) {
        refuse(stream, fault);
        return;
    }
    stream->held = (stream->head.lines && stream->head.coded) ||
                   ((stream->head.lines || stream->head.json) &&
                    stream->head.length > stream->hold_above);
    stream->gathers = is_gathered(stream);
    put_end(stream);
    if (stream->head.coded) {
        stream->state = SVC_WIRE_CHUNK_SIZE;
    } else if (stream->head.length > 0) {
        stream->state = SVC_WIRE_BODY;
        stream->left = stream->head.length;
    } else {
        begin_request(stream);
    }
    if (stream->gathers) {
        svc_wire_body_begin(&stream->body, stream->head.length);
    }
}

static void take_field(svc_wire_stream *stream, const char *line, size_t length)
{
    if (length == 0) {
        end_head(stream);
        return;
    }
    svc_fault_id fault = svc_wire_field_line(&stream->head, line, length, &stream->ready);

    if (fault == SVC_FAULT_HEAD_LENGTH) {
        refuse(stream, fault);
    } else if (stream->fault == SVC_FAULT_NONE) {
        stream->fault = fault; /* the lines after it are passed on: the answer needs some of them */
    }
}

/* What libmicrohttpd refuses by itself, within a body; it sees nothing after it. */
static void pass_last(svc_wire_stream *stream, const char *line, size_t length)
{
    put_frame(stream, line, length);
    put_frame(stream, "\r\n", 2);
    stream->state = SVC_WIRE_REFUSED;
}

static void take_chunk_size(svc_wire_stream *stream, const char *line, size_t length)
{
    char digits[CHUNK_DIGITS_MAX + 1];
    size_t count = 0;

    while (count < length && strchr("0123456789abcdefABCDEF", line[count]) != NULL &&
           line[count] != '\0') {
        count++;
    }
    size_t end = count;
    while (end < length && (line[end] == ' ' || line[end] == '\t')) {
        end++;
    }
    if (count == 0 || (end < length && line[end] != ';')) {
        pass_last(stream, "x", 1);
        return;
    }
    if (count > CHUNK_DIGITS_MAX) {
        pass_last(stream, "fffffffffffffffff", 17);
        return;
    }
    memcpy(digits, line, count);
    digits[count] = '\0';
    stream->left = strtoull(digits, NULL, 16);
    put_frame(stream, digits, count); /* nobody here reads extensions */
    put_frame(stream, "\r\n", 2);
    stream->state = stream->left > 0 ? SVC_WIRE_CHUNK : SVC_WIRE_TRAILER;
}

static void take_chunk_end(svc_wire_stream *stream, size_t length)
{
    if (length > 0) {
        pass_last(stream, "x", 1);
        return;
    }
    put_frame(stream, "\r\n", 2);
    stream->state = SVC_WIRE_CHUNK_SIZE;
}

static void take_trailer(svc_wire_stream *stream, size_t length)
{
    if (length == 0) {
        put_frame(stream, "\r\n", 2);
        begin_request(stream);
    } /* else dropped: nobody here reads trailers */
}

/* Whether the next line is of a head; else it is of a chunked body. */
static bool is_in_head(const svc_wire_stream *stream)
{
    return stream->state == SVC_WIRE_REQUEST || stream->state == SVC_WIRE_FIELDS;
}

/*
 * A line without its LF. A line of a head may end with it alone (RFC 9112, 2.2). A line of a
 * chunked body ends with CR LF, and has no other CR: a reader that goes on to the next CR LF, as in
 * an extension, would see other chunks.
 */
static void take_line(svc_wire_stream *stream, const char *line, size_t length)
{
    bool whole = length > 0 && line[length - 1] == '\r';

    length -= whole;
    if (!is_in_head(stream) && (!whole || memchr(line, '\r', length) != NULL)) {
        pass_last(stream, "x", 1);
        return;
    }
    switch (stream->state) {
    case SVC_WIRE_REQUEST:
        take_request_line(stream, line, length);
        break;
    case SVC_WIRE_FIELDS:
        take_field(stream, line, length);
        break;
    case SVC_WIRE_CHUNK_SIZE:
        take_chunk_size(stream, line, length);
        break;
    case SVC_WIRE_CHUNK_END:
        take_chunk_end(stream, length);
        break;
    default:
        take_trailer(stream, length);
        break;
    }
}

/* Counts bytes of a head or of a chunk's line. Returns whether they may come. */
static bool count_line(svc_wire_stream *stream, size_t length)
{
    if (stream->state == SVC_WIRE_CHUNK_SIZE || stream->state == SVC_WIRE_CHUNK_END) {
        if (stream->line.length + length > CHUNK_LINE_MAX) {
            pass_last(stream, "x", 1);
        }
        return stream->state != SVC_WIRE_REFUSED;
    }
    stream->head_bytes += length;
    if (stream->head_bytes <= stream->head_max) {
        return true;
    }
    if (is_in_head(stream)) {
        refuse(stream,
               stream->state == SVC_WIRE_REQUEST ? SVC_FAULT_TARGET_LENGTH : SVC_FAULT_HEAD_LENGTH);
    } else {
        pass_last(stream, "x", 1); /* a trailer without end */
    }
    return false;
}

/* Takes a line, or what there is of one. Returns how many bytes that were. */
static size_t feed_line(svc_wire_stream *stream, const char *bytes, size_t length)
{
    const char *end = memchr(bytes, '\n', length);
    size_t taken = end != NULL ? (size_t)(end - bytes) + 1 : length;

    stream->follows = length - taken;
    if (!count_line(stream, taken)) {
        return taken;
    }
    if (end != NULL && stream->line.length == 0) {
        take_line(stream, bytes, taken - 1);
        return taken;
    }
    if (!svc_buffer_add(&stream->line, bytes, end != NULL ? taken - 1 : taken)) {
        stream->failed = true;
    } else if (end != NULL) {
        take_line(stream, stream->line.bytes, stream->line.length);
        svc_buffer_clear(&stream->line);
    }
    return taken;
}

static size_t feed_body(svc_wire_stream *stream, const char *bytes, size_t length)
{
    size_t taken = length < stream->left ? length : (size_t)stream->left;

    if (stream->gathers) {
        svc_wire_body_add(&stream->body, bytes, taken);
    } else {
        put(stream, bytes, taken);
    }
    svc_wire_pass(stream, taken);
    return taken;
}

void svc_wire_feed(svc_wire_stream *stream, const char *bytes, size_t length)
{
    /* All that can come of it, so that nothing fails half way: ":" may become ": ", LF CR and LF.
     */
    size_t most = 2 * (length + stream->line.length) + FAULT_MAX;

    stream->failed = stream->failed || !svc_buffer_reserve(&stream->ready, most);
    while (length > 0 && stream->state != SVC_WIRE_REFUSED && !stream->failed && !stream->held &&
           !stream->body_over) {
        size_t taken = stream->left > 0 ? feed_body(stream, bytes, length)
                                        : feed_line(stream, bytes, length);

        bytes += taken;
        length -= taken;
    }
    if (stream->held && length > 0) {
        stream->failed = stream->failed || !svc_buffer_add(&stream->kept, bytes, length);
    }
}

/* Takes what was kept. */
static void feed_kept(svc_wire_stream *stream)
{
    svc_buffer kept = stream->kept;

    stream->kept = (svc_buffer){.bytes = NULL};
    stream->held = false;
    svc_wire_feed(stream, kept.bytes, kept.length);
    svc_buffer_clear(&kept);
}

void svc_wire_let_go(svc_wire_stream *stream)
{
    feed_kept(stream);
}

void svc_wire_take_body(svc_wire_stream *stream, svc_wire_stream *out)
{
    *out = *stream;
    out->bare = true;
    out->ready = (svc_buffer){.bytes = NULL};
    stream->line = (svc_buffer){.bytes = NULL};
    stream->kept = (svc_buffer){.bytes = NULL};
    stream->left = 0;
    stream->held = false;
    stream->state = SVC_WIRE_REFUSED;
    feed_kept(out);
}

void svc_wire_clear(svc_wire_stream *stream)
{
    svc_buffer_clear(&stream->body.bytes);
    svc_buffer_clear(&stream->kept);
    svc_buffer_clear(&stream->line);
    svc_buffer_clear(&stream->ready);
}
