#include "json/strings.h"

#include "dana/text.h"
#include "json/escapes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK      ((size_t)API__STRING_SLACK)
#define LANE_BYTES 8
/* Blocks that are looked at together while nothing is found. */
#define STRIDE 4
#define TOP    UINT64_C(0x8080808080808080)

/* GCC's vectors: SSE2, NEON, or plain words, as the machine has them. */
typedef uint8_t block __attribute__((vector_size(BLOCK)));
typedef uint64_t lanes __attribute__((vector_size(BLOCK)));

static inline block load(const char *at)
{
    block bytes;

    memcpy(&bytes, at, sizeof(bytes));
    return bytes;
}

/* All bits of those bytes are set that end a run of plain text. */
static inline lanes special_bytes(block bytes)
{
    return (lanes)((bytes == '"') | (bytes == '\\') | (bytes < 0x20));
}

static inline bool any(lanes found)
{
    return (found[0] | found[1]) != 0;
}

/* The index of the first byte that ends a run of plain text; BLOCK: none does. */
static inline size_t plain_bytes(block bytes)
{
    lanes found = special_bytes(bytes);

#ifdef __SSE2__
    typedef char signs __attribute__((vector_size(BLOCK)));
    unsigned mask = (unsigned)__builtin_ia32_pmovmskb128((signs)found);

    return (size_t)__builtin_ctz(mask | 1U << BLOCK);
#else
    uint64_t lane = found[0] != 0 ? found[0] : found[1];
    size_t before = found[0] != 0 ? 0 : LANE_BYTES;

    if (lane == 0) {
        return BLOCK;
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return before + (size_t)__builtin_ctzll(lane) / 8;
#else
    return before + (size_t)__builtin_clzll(lane) / 8;
#endif
#endif
}

static inline bool has_high(block seen)
{
    lanes words = (lanes)seen;

    return ((words[0] | words[1]) & TOP) != 0;
}

static inline bool is_special(unsigned char c)
{
    return c == '"' || c == '\\' || c < 0x20;
}

/* The same byte by byte, for the last ones. */
static const char *find_plainly(const char *at, const char *end, bool *high)
{
    for (; at < end && !is_special((unsigned char)*at); at++) {
        *high |= (unsigned char)*at >= 0x80;
    }
    return at;
}

const char *api__find_special(const char *at, const char *end, bool *high)
{
    block seen = {0};

    while ((size_t)(end - at) >= STRIDE * BLOCK) {
        block bytes[STRIDE];
        lanes found = {0};

        for (size_t i = 0; i < STRIDE; i++) {
            bytes[i] = load(at + i * BLOCK);
            found |= special_bytes(bytes[i]);
        }
        seen |= bytes[0] | bytes[1] | bytes[2] | bytes[3];
        if (any(found)) {
            break;
        }
        at += STRIDE * BLOCK;
    }
    for (; (size_t)(end - at) >= BLOCK; at += BLOCK) {
        block bytes = load(at);
        size_t plain = plain_bytes(bytes);

        seen |= bytes;
        if (plain < BLOCK) {
            *high |= has_high(seen);
            return at + plain;
        }
    }
    *high |= has_high(seen);
    return find_plainly(at, end, high);
}

/* The same, and copies what is before it to *to; API__STRING_SLACK bytes more may be written. What
 * was looked at is added to *seen, or told by *high. */
static inline const char *copy_plain(const char *at, const char *end, char **to, block *seen,
                                     bool *high)
{
    char *out = *to;

    for (; (size_t)(end - at) >= BLOCK; at += BLOCK, out += BLOCK) {
        block bytes = load(at);
        size_t plain = plain_bytes(bytes);

        memcpy(out, &bytes, sizeof(bytes));
        *seen |= bytes;
        if (plain < BLOCK) {
            *to = out + plain;
            return at + plain;
        }
    }
    const char *stop = find_plainly(at, end, high);

    memcpy(out, at, (size_t)(stop - at));
    *to = out + (stop - at);
    return stop;
}

/* Nothing that is unescaped is longer than it was. */
static bool make_room(api__string_memory *memory, size_t length)
{
    if (memory->data == NULL) {
        memory->capacity = length + API__STRING_SLACK;
        memory->data = malloc(memory->capacity);
    }
    return memory->data != NULL;
}

/* Unescapes what stands at the backslash `at`. Returns its length; 0: it is no escape. */
static inline size_t unescape_one(const char *at, const char *end, char **to, bool *lone)
{
    static const char simple[256] = {['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
                                     ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t'};

    if (end - at < 2) {
        return 0;
    }
    char c = simple[(unsigned char)at[1]];

    if (c == 0) {
        return api__unescape_unicode(at, end, to, lone);
    }
    *(*to)++ = c;
    return 2;
}

/* Unescapes from the first backslash on; what is before it was found to be plain. */
static api__string_status unescape(const char *start, const char *backslash, const char *end,
                                   char *out, api__string *string, bool *high)
{
    const char *at = backslash;
    char *to = out + (backslash - start);
    block seen = {0};

    memcpy(out, start, (size_t)(backslash - start));
    while (at < end && *at == '\\') {
        size_t length = unescape_one(at, end, &to, &string->lone);

        if (length == 0) {
            break;
        }
        at = copy_plain(at + length, end, &to, &seen, high);
    }
    *high |= has_high(seen);
    string->stop = at;
    string->text = (dana_view){out, (size_t)(to - out)};
    return at < end && *at == '"' ? API__STRING_CLOSED : API__STRING_BROKEN;
}

api__string_status api__read_string(const char *at, const char *end, api__string_memory *memory,
                                    api__string *out)
{
    bool high = false;
    const char *stop = api__find_special(at, end, &high);
    api__string_status status = API__STRING_BROKEN;

    *out = (api__string){.stop = stop, .text = {at, (size_t)(stop - at)}};
    if (stop < end && *stop == '"') {
        status = API__STRING_CLOSED;
    } else if (stop < end && *stop == '\\') {
        if (!make_room(memory, (size_t)(end - at))) {
            return API__STRING_NO_MEMORY;
        }
        status = unescape(at, stop, end, memory->data + memory->used, out, &high);
    }
    if (high) {
        size_t length = (size_t)(out->stop - at);
        size_t valid = dana_utf8_valid_length(at, length);

        if (valid < length) {
            out->stop = at + valid;
            return API__STRING_BROKEN;
        }
    }
    return status;
}
