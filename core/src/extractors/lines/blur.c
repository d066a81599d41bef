#include "extractors/lines/blur.h"

#include <math.h>

#define SIGMAS_IN_RANGE 3.0

/* x phi(x) / 2 at x = 1, where it is largest, in thousandths. */
#define LARGEST_CHANGE 120.985

double dana__blur_variance(unsigned range)
{
    double sigma = range / SIGMAS_IN_RANGE;
    double weights = 1.0;
    double squares = 0.0;

    for (unsigned j = 1; j <= range; j++) {
        double weight = 2.0 * exp(-(double)j * j / (2.0 * sigma * sigma));

        weights += weight;
        squares += weight * j * j;
    }
    return squares / weights;
}

unsigned dana__blur_rounds(unsigned stop)
{
    return (unsigned)ceil(LARGEST_CHANGE / stop);
}

/* A mean of w values has the variance (w^2 - 1) / 12. Widths w and w + 2 are mixed so that the
 * boxes together come nearest to `variance`. Returns w, and in *narrow how many boxes take it. */
static uint32_t box_width(double variance, unsigned *narrow)
{
    double n = DANA__BLUR_BOXES;
    double w = floor(sqrt(12.0 * variance / n + 1.0));

    if (fmod(w, 2.0) == 0.0) {
        w -= 1.0;
    }
    double missing = 12.0 * variance - n * (w * w - 1.0);
    double wide = round(missing / (4.0 * w + 4.0));

    *narrow = wide < n ? (unsigned)(n - wide) : 0;
    return (uint32_t)w;
}

dana_status dana__blur_make(dana__blur *blur, double variance, dana_arena *arena, dana_error *err)
{
    unsigned narrow;
    uint32_t width = box_width(variance, &narrow);

    *blur = (dana__blur){.stage = 0};
    for (unsigned i = 0; i < DANA__BLUR_BOXES; i++) {
        dana__blur_box *box = &blur->boxes[i];

        box->width = i < narrow ? width : width + 2;
        box->inverse = (((uint64_t)1 << 32) + box->width - 1) / box->width;
        box->ring = dana_arena_alloc(arena, box->width * sizeof(*box->ring), err);
        if (box->ring == NULL) {
            return err->status;
        }
    }
    return DANA_OK;
}

size_t dana__blur_delay(const dana__blur *blur)
{
    size_t delay = 0;

    for (unsigned i = 0; i < DANA__BLUR_BOXES; i++) {
        delay += blur->boxes[i].width / 2;
    }
    return delay;
}

/* Makes room in the window: its oldest value leaves once it is full. */
static void shift(dana__blur_box *box)
{
    if (box->in >= box->width) {
        box->sum -= box->ring[box->slot];
        box->count--;
    }
    box->in++;
}

static void next_slot(dana__blur_box *box)
{
    box->slot = box->slot + 1 < box->width ? box->slot + 1 : 0;
}

/* The mean of the window, once its middle has come in. */
static bool give(dana__blur_box *box, uint32_t *out)
{
    if (box->in <= box->width / 2) {
        return false;
    }
    *out = (uint32_t)(box->count == box->width ? box->sum * box->inverse >> 32
                                               : box->sum / box->count);
    box->out++;
    return true;
}

static bool push_box(dana__blur_box *box, uint32_t value, uint32_t *out)
{
    shift(box);
    box->ring[box->slot] = value;
    box->sum += value;
    box->count++;
    next_slot(box);
    return give(box, out);
}

/* Behind the last value windows only shrink. */
static bool drain_box(dana__blur_box *box, size_t total, uint32_t *out)
{
    while (box->out < total) {
        shift(box);
        next_slot(box);
        if (give(box, out)) {
            return true;
        }
    }
    return false;
}

static bool push_from(dana__blur *blur, size_t first, uint32_t value, uint32_t *out)
{
    *out = value;
    for (size_t i = first; i < DANA__BLUR_BOXES; i++) {
        if (!push_box(&blur->boxes[i], *out, out)) {
            return false;
        }
    }
    return true;
}

bool dana__blur_push(dana__blur *blur, uint32_t value, uint32_t *out)
{
    return push_from(blur, 0, value, out);
}

bool dana__blur_drain(dana__blur *blur, size_t total, uint32_t *out)
{
    uint32_t value;

    while (blur->stage < DANA__BLUR_BOXES) {
        if (!drain_box(&blur->boxes[blur->stage], total, &value)) {
            blur->stage++;
        } else if (push_from(blur, blur->stage + 1, value, out)) {
            return true;
        }
    }
    return false;
}
