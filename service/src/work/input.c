#include "work/input.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_BYTES ((size_t)64 * 1024)
/* Reads of one call, so that others have their turn. */
#define READS_MAX 16

struct svc_input {
    svc_source source; /* first: a svc_source is an input's */
    svc_input_settings settings;
    svc_receiver *receiver;
    atomic_bool
        started; /* the receiver has it; what is asked before is asked again by the reaper */
    svc_wire_stream body;
    size_t taken; /* of body.ready */
    api_cutter cutter;
    svc_buffer line; /* begin of an item, or what stands in front of all */
    size_t index;    /* of that item */
    bool begins;     /* what stands in front of all has not come */
    bool skips;      /* the item was too long: the rest of it is dropped */
    bool stopped;    /* no more is read; what is left is told */
    bool broken;
    bool has_next; /* `next` is to be handed over */
    svc_line next;
    double since_ms; /* when bytes came last, or were not wanted */
};

static svc_input *input_of(svc_source *source)
{
    return (svc_input *)source;
}

/* Hands the next line over. Returns false where it must wait. */
static bool give(svc_input *in)
{
    if (in->has_next) {
        in->since_ms = svc_now_ms(); /* it is not the client that is slow */
        in->has_next = !in->settings.take(in->settings.arg, &in->next);
    }
    return !in->has_next;
}

static void drop_line(svc_input *in)
{
    svc_memory_release(in->settings.memory, in->line.length);
    svc_buffer_clear(&in->line);
}

static void give_problem(svc_input *in, const char *code)
{
    drop_line(in);
    in->next = (svc_line){.index = in->index, .is_line = in->cutter.lines, .problem = code};
    in->has_next = true;
}

/* Tells of what stands in front of the items, or why it did not come. */
static void begin(svc_input *in, const char *problem)
{
    const char *bytes = in->line.bytes != NULL ? in->line.bytes : "";
    const svc_front front = {in->skips ? NULL : bytes, in->line.length, in->cutter.closing,
                             problem};

    in->begins = false;
    in->skips = false;
    if (!in->settings.begin(in->settings.arg, &front)) {
        api_cutter_drop(&in->cutter);
    }
    drop_line(in);
}

/* Nothing of the body is read any more. */
static void stop(svc_input *in, const char *code)
{
    in->stopped = true;
    if (in->begins) {
        begin(in, code);
    } else if (!in->has_next) {
        give_problem(in, code);
    }
}

static void end_line(svc_input *in)
{
    if (in->skips || api_batch_is_blank(in->line.bytes, in->line.length)) {
        drop_line(in);
    } else {
        in->next = (svc_line){in->line.bytes, in->line.length, in->index, in->cutter.lines, NULL};
        in->has_next = true;
        in->line = (svc_buffer){.bytes = NULL};
    }
    in->skips = false;
    in->index++;
}

/* A part is too long. */
static void skip(svc_input *in)
{
    in->skips = true;
    if (in->begins) {
        begin(in, NULL);
    } else {
        give_problem(in, "body-too-large");
    }
}

/* Adds to the part. Returns false where memory is short now. */
static bool add(svc_input *in, const char *bytes, size_t length)
{
    if (in->skips) {
        return true;
    }
    if (length > (in->begins ? in->settings.front_max : in->settings.line_max) - in->line.length) {
        skip(in);
        return true;
    }
    if (!svc_memory_hold(in->settings.memory, length)) {
        return false;
    }
    if (!svc_buffer_add(&in->line, bytes, length)) {
        svc_memory_release(in->settings.memory, length);
        return false;
    }
    return true;
}

static void end_part(svc_input *in, api_cut_event event)
{
    if (event == API_CUT_HEAD && in->begins) {
        begin(in, NULL);
    } else if (event == API_CUT_ITEM) {
        end_line(in);
    } else if (api_cut_problem(event) != NULL) {
        give_problem(in, api_cut_problem(event));
    }
}

/* Takes what has come, up to the end of a part. Returns false where memory is short now. */
static bool split(svc_input *in)
{
    const char *bytes = in->body.ready.bytes + in->taken;
    const api_cutter before = in->cutter;
    api_cut cut = api_cutter_next(&in->cutter, bytes, in->body.ready.length - in->taken);

    if (!add(in, bytes + cut.from, cut.kept)) {
        in->cutter = before;
        in->since_ms = svc_now_ms();
        return false;
    }
    in->taken += cut.taken;
    end_part(in, cut.event);
    return true;
}

/* The last item may have no end. */
static void end_body(svc_input *in)
{
    in->stopped = true;
    end_part(in, api_cutter_end(&in->cutter));
}

/*
 * Reads once: where all that can come is the body's, straight to where it is split, else through
 * the stream, which takes the lines of chunks off. Returns what the system did.
 */
static ssize_t read_once(svc_input *in)
{
    char bytes[READ_BYTES];
    svc_wire_stream *body = &in->body;
    bool direct = body->left >= READ_BYTES && svc_buffer_reserve(&body->ready, READ_BYTES);
    char *to = direct ? body->ready.bytes : bytes;
    ssize_t got = recvfrom(in->source.fd, to, READ_BYTES, MSG_DONTWAIT, NULL, NULL);

    if (got > 0 && direct) {
        body->ready.length = (size_t)got;
        svc_wire_pass(body, (size_t)got);
    } else if (got > 0) {
        svc_wire_feed(body, bytes, (size_t)got);
    }
    return got;
}

/* Reads once. Returns false where there is nothing now. */
static bool receive(svc_input *in)
{
    in->body.ready.length = 0;
    in->taken = 0;
    ssize_t got = read_once(in);

    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        if (svc_now_ms() - in->since_ms > in->settings.silence_ms) {
            stop(in, "read-timeout");
            return true;
        }
        svc_receiver_wait(in->receiver, &in->source);
        return false;
    }
    if (got <= 0) {
        in->stopped = true;
        in->broken = true;
        return true;
    }
    in->since_ms = svc_now_ms();
    in->settings.note(in->settings.arg, in->body.ready.length);
    return true;
}

/* One step: what has come is split before more is read. Returns false where it cannot go on now. */
static bool step(svc_input *in)
{
    if (in->taken < in->body.ready.length) {
        return split(in);
    }
    if (in->body.body_over) {
        end_body(in);
        return true;
    }
    if (in->body.state == SVC_WIRE_REFUSED || in->body.failed) {
        stop(in, in->body.failed ? "internal" : "invalid-http");
        return true;
    }
    return receive(in);
}

/* A svc_source's `read`. */
static bool pump(svc_source *source)
{
    svc_input *in = input_of(source);
    int steps = 0;

    if (!in->settings.is_wanted(in->settings.arg)) {
        return false;
    }
    if (atomic_load(in->settings.shedding) && !in->stopped) {
        stop(in, "draining");
    }
    while (give(in)) {
        if (in->stopped) {
            return false;
        }
        if (!step(in)) {
            return true;
        }
        if (++steps > READS_MAX * 64) {
            svc_receiver_go_on(in->receiver, source);
            return true;
        }
    }
    return true;
}

/* A svc_source's `end`. */
static void end(svc_source *source)
{
    svc_input *in = input_of(source);

    in->settings.end(in->settings.arg, in->broken);
}

svc_input *svc_input_new(int fd, svc_wire_stream *body, const svc_input_settings *settings)
{
    svc_input *in = calloc(1, sizeof *in);
    int own = in != NULL ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;

    if (own < 0) {
        free(in);
        return NULL;
    }
    in->source = (svc_source){.fd = own, .read = pump, .end = end};
    in->settings = *settings;
    in->cutter = settings->cutter;
    in->begins = !in->cutter.lines;
    in->since_ms = svc_now_ms();
    svc_wire_take_body(body, &in->body);
    return in;
}

bool svc_input_start(svc_input *in, svc_receiver *receiver)
{
    in->receiver = receiver;
    in->settings.note(in->settings.arg, in->body.ready.length);
    bool added = svc_receiver_add(receiver, &in->source);

    atomic_store(&in->started, added);
    return added;
}

void svc_input_go_on(svc_input *in)
{
    if (atomic_load(&in->started)) {
        svc_receiver_go_on(in->receiver, &in->source);
    }
}

void svc_input_free(svc_input *in)
{
    if (in != NULL) {
        if (in->has_next) {
            svc_memory_release(in->settings.memory, in->next.length);
            free(in->next.bytes);
        }
        drop_line(in);
        svc_wire_clear(&in->body);
        close(in->source.fd);
        free(in);
    }
}
