#include "render/result.h"

#include <stdio.h>

/* Numbers of RENDERED. */
#define NUMBER_COUNT 8

/* Boxes lie anywhere in a message; they are read as structs. */
static bool keep_boxes(svc_rendered *r, const svc_part *part)
{
    size_t count = part->length / sizeof(api_packed_box);

    if (part->length % sizeof(api_packed_box) != 0 ||
        (count > 0 && !svc_buffer_add(&r->boxes, part->bytes, part->length))) {
        return false;
    }
    r->page.boxes = (const api_packed_box *)(const void *)r->boxes.bytes;
    r->page.box_count = count;
    return true;
}

bool svc_rendered_read(svc_rendered *r, const svc_message *message)
{
    unsigned long n[NUMBER_COUNT] = {0};
    int count = sscanf(message->parts[0].bytes, "%lu %lu %lu %lu %lu %lu %lu %lu", &n[0], &n[1],
                       &n[2], &n[3], &n[4], &n[5], &n[6], &n[7]);

    if (count != NUMBER_COUNT || message->count != 5 || n[6] > INT32_MAX || n[7] > INT32_MAX) {
        return false;
    }
    r->reason = n[0] != 0 ? "ok" : "incomplete";
    r->page = (api_rendered){.html = message->parts[1].bytes,
                             .html_length = message->parts[1].length,
                             .final_url = message->parts[4].bytes,
                             .is_complete = n[0] != 0,
                             .loaded = (unsigned)n[1],
                             .refused = (unsigned)n[2],
                             .skipped = (unsigned)n[3],
                             .failed = (unsigned)n[4],
                             .bytes = n[5],
                             .width = (int)n[6],
                             .height = (int)n[7],
                             .requests = message->parts[3].bytes,
                             .requests_length = message->parts[3].length};
    return message->parts[1].length > 0 && keep_boxes(r, &message->parts[2]);
}

void svc_rendered_fail(svc_rendered *r, const char *reason, const char *detail)
{
    r->page = (api_rendered){
        .problem = "render-failed", .detail = detail, .elapsed_ms = r->page.elapsed_ms};
    r->reason = reason;
}

void svc_rendered_join(svc_rendered *r, svc_rendered *picture)
{
    svc_buffer_clear(&r->picture);
    r->picture = picture->picture;
    r->page.picture = picture->picture.bytes;
    r->page.picture_length = picture->picture.length;
    picture->picture = (svc_buffer){.bytes = NULL};
    svc_rendered_clear(picture);
}

void svc_rendered_clear(svc_rendered *r)
{
    svc_buffer_clear(&r->message);
    svc_buffer_clear(&r->boxes);
    svc_buffer_clear(&r->picture);
    *r = (svc_rendered){.kept = NULL};
}
