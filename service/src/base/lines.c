#include "base/lines.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)1 << 18)

bool svc_lines_init(svc_lines *lines, const svc_input *input, size_t max_bytes)
{
    *lines = (svc_lines){.input = *input, .max_bytes = max_bytes};
    lines->block = malloc(BLOCK_BYTES);
    return lines->block != NULL;
}

void svc_lines_destroy(svc_lines *lines)
{
    free(lines->block);
    lines->block = NULL;
}

static svc_input_step fill(svc_lines *lines)
{
    svc_input_step step = svc_input_read(&lines->input, lines->block, BLOCK_BYTES, &lines->end);

    lines->start = 0;
    lines->ended = step == SVC_INPUT_END;
    return step;
}

/* A line while it grows. */
typedef struct {
    svc_line *line;
    svc_buffer text;
    bool any; /* there is a line, be it empty */
} growing;

static void give_up(growing *g, bool too_long)
{
    svc_buffer_clear(&g->text);
    *g->line = (svc_line){.too_long = too_long, .no_memory = !too_long};
}

static void append(growing *g, const char *bytes, size_t length, size_t max_bytes)
{
    g->any = true;
    if (g->line->too_long || g->line->no_memory || length == 0) {
        return;
    }
    if (length > max_bytes - g->text.length) {
        give_up(g, true);
    } else if (!svc_buffer_add(&g->text, bytes, length)) {
        give_up(g, false);
    }
}

/* Hands over what has grown. */
static svc_input_step finish(const growing *g)
{
    size_t length = g->text.length;

    g->line->bytes = g->text.bytes;
    g->line->length = length > 0 && g->text.bytes[length - 1] == '\r' ? length - 1 : length;
    return g->any ? SVC_INPUT_FOUND : SVC_INPUT_END;
}

svc_input_step svc_lines_next(svc_lines *lines, svc_line *out)
{
    growing g = {.line = out};

    *out = (svc_line){.bytes = NULL};
    for (;;) {
        if (lines->start == lines->end && !lines->ended) {
            svc_input_step step = fill(lines);
            if (step == SVC_INPUT_STOPPED || step == SVC_INPUT_FAILED) {
                svc_buffer_clear(&g.text);
                return step;
            }
        }
        if (lines->ended) {
            return finish(&g);
        }
        const char *start = lines->block + lines->start;
        const char *feed = memchr(start, '\n', lines->end - lines->start);
        const char *stop = feed != NULL ? feed : lines->block + lines->end;
        append(&g, start, (size_t)(stop - start), lines->max_bytes);
        lines->start = (size_t)(stop - lines->block) + (feed != NULL ? 1 : 0);
        if (feed != NULL) {
            return finish(&g);
        }
    }
}
