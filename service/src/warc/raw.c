#include "warc/raw.h"

#include <stdlib.h>
#include <string.h>

#define READ_BYTES    SVC_WARC_RAW_READ
#define HISTORY_BYTES SVC_WARC_RAW_HISTORY
#define ALL_BYTES     (HISTORY_BYTES + 2 * READ_BYTES)

_Static_assert(ALL_BYTES <= SVC_WARC_AHEAD_BEHIND, "a member that waits in it may be asked for");

bool svc_warc_raw_init(svc_warc_raw *raw, const svc_input *input, svc_warc_ahead *ahead)
{
    *raw = (svc_warc_raw){.input = *input, .ahead = ahead, .bytes = malloc(ALL_BYTES)};
    if (raw->bytes != NULL && ahead != NULL) {
        svc_warc_ahead_open(ahead, input);
    }
    return raw->bytes != NULL;
}

void svc_warc_raw_clear(svc_warc_raw *raw)
{
    if (raw->bytes != NULL && raw->ahead != NULL) {
        svc_warc_ahead_close(raw->ahead);
    }
    free(raw->bytes);
    *raw = (svc_warc_raw){.bytes = NULL};
}

/* The steps of a descriptor as those of a file. */
static svc_warc_step step_of(svc_input_step step)
{
    static const svc_warc_step steps[] = {[SVC_INPUT_FOUND] = SVC_WARC_FOUND,
                                          [SVC_INPUT_END] = SVC_WARC_END,
                                          [SVC_INPUT_STOPPED] = SVC_WARC_STOPPED,
                                          [SVC_INPUT_FAILED] = SVC_WARC_FAILED};
    return steps[step];
}

svc_warc_step svc_warc_raw_read(svc_warc_raw *raw, char *to, size_t size, size_t *got)
{
    *got = 0;
    if (raw->ended) {
        return SVC_WARC_END;
    }
    svc_input_step step = raw->ahead != NULL ? svc_warc_ahead_read(raw->ahead, to, size, got)
                                             : svc_input_read(&raw->input, to, size, got);
    raw->total += *got;
    raw->ended = step == SVC_INPUT_END;
    return step_of(step);
}

/* Reads more of the file behind what is there, and forgets what is older than the history. */
static svc_warc_step read_more(svc_warc_raw *raw)
{
    size_t got;

    if (ALL_BYTES - raw->end < READ_BYTES) {
        size_t old = raw->at > HISTORY_BYTES ? raw->at - HISTORY_BYTES : 0;
        memmove(raw->bytes, raw->bytes + old, raw->end - old);
        raw->offset += old;
        raw->at -= old;
        raw->end -= old;
    }
    size_t room = ALL_BYTES - raw->end;
    svc_warc_step step = svc_warc_raw_read(raw, raw->bytes + raw->end,
                                           room < READ_BYTES ? room : READ_BYTES, &got);
    raw->end += got;
    return step;
}

svc_warc_step svc_warc_raw_wait(svc_warc_raw *raw, size_t wanted)
{
    svc_warc_step step = SVC_WARC_FOUND;

    while (step == SVC_WARC_FOUND && raw->end - raw->at < wanted) {
        step = read_more(raw);
    }
    return step == SVC_WARC_END && raw->end > raw->at ? SVC_WARC_FOUND : step;
}

void svc_warc_raw_skip(svc_warc_raw *raw, uint64_t length)
{
    size_t there = raw->end - raw->at;

    if (length <= there) {
        raw->at += (size_t)length;
        return;
    }
    svc_warc_ahead_skip(raw->ahead, length - there);
    raw->total += length - there;
    raw->offset += raw->at + length;
    raw->at = 0;
    raw->end = 0;
}
