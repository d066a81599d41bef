/* Heads and bodies of connections through the guard: what passes is the same in one piece, byte by
 * byte and in between. */
#include "target.h"
#include "wire/stream.h"

#include <string.h>

#define HEAD_MAX 4096

static void feed(svc_wire_stream *stream, const char *bytes, size_t size, size_t most)
{
    for (size_t at = 0; at < size;) {
        size_t length = most > 0 ? random_below(most) + 1 : size;

        length = length < size - at ? length : size - at;
        svc_wire_feed(stream, bytes + at, length);
        at += length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dana_view text = {(const char *)data, size};
    svc_wire_stream whole = {.head_max = HEAD_MAX};
    svc_wire_stream pieces = {.head_max = HEAD_MAX};

    seed_from(text);
    feed(&whole, text.data, size, 0);
    feed(&pieces, text.data, size, random_below(2) == 0 ? 1 : 9);
    must_be_right(whole.state == pieces.state && whole.ready.length == pieces.ready.length &&
                          (whole.ready.length == 0 ||
                           memcmp(whole.ready.bytes, pieces.ready.bytes, whole.ready.length) == 0)
                      ? NULL
                      : "pieces pass otherwise than the whole");
    svc_wire_clear(&whole);
    svc_wire_clear(&pieces);
    return 0;
}
