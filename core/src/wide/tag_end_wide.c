#include "wide/tag_end_wide.h"

#ifdef DANA__BYTES64

#include "html/see_attribute.h"

/* Returns the bytes at p, at most DANA__WINDOW, and zeros behind the source's end. */
DANA__TARGET64 static inline __m512i load(const char *p, const char *end)
{
    size_t left = (size_t)(end - p);

    return left >= DANA__WINDOW ? _mm512_loadu_si512(p)
                                : _mm512_maskz_loadu_epi8(dana__below64(left), p);
}

/* A tag as it is read: the bytes that are looked at, from `p` on, and what is seen of it. */
typedef struct {
    const char *p;
    __m512i bytes;
    uint64_t stops; /* what ends the name of an attribute, or is no part of an ordinary one */
    uint64_t quotes;
    uint64_t high;   /* beyond ASCII */
    uint64_t passed; /* the same of bytes that were looked at before; not 0: there are some */
    unsigned seen;   /* DANA__SEEN bits */
} reader;

DANA__TARGET64 static inline void look(reader *r, const char *p, const char *end)
{
    r->p = p;
    r->bytes = load(p, end);
    r->stops = _mm512_cmple_epu8_mask(r->bytes, _mm512_set1_epi8(' ')) |
               dana__equal64(r->bytes, '=') | dana__equal64(r->bytes, '>') |
               dana__equal64(r->bytes, '/');
    r->quotes = dana__equal64(r->bytes, '"');
    r->high = _mm512_movepi8_mask(r->bytes);
}

/* Passes what was looked at before p. */
DANA__TARGET64 static inline void pass_to(reader *r, const char *p)
{
    size_t at = (size_t)(p - r->p);

    r->passed |= r->high & dana__below64(at);
}

/* Returns where the name of the attribute behind the byte at p may end: the lowest bit, 0: it is
 * no ordinary one. */
DANA__TARGET64 static inline uint64_t find_stops(reader *r, const char *p, const char *end)
{
    size_t at = (size_t)(p - r->p);
    uint64_t stops = at < DANA__WINDOW ? r->stops & (UINT64_MAX - 1) << at : 0;

    if (stops == 0 && at > 0) {
        pass_to(r, p);
        look(r, p, end);
        stops = r->stops & (UINT64_MAX - 1);
    }
    return stops;
}

/* Finds the quote that ends a value at p. Returns NULL where the source ends first. */
DANA__TARGET64 static const char *find_quote(reader *r, const char *p, const char *end, char quote)
{
    for (; p < end; p += DANA__WINDOW) {
        __m512i bytes = load(p, end);
        uint64_t found = dana__equal64(bytes, quote);

        r->passed |= _mm512_movepi8_mask(bytes) & _blsmsk_u64(found);
        if (found != 0) {
            return p + _tzcnt_u64(found);
        }
    }
    return NULL;
}

/* Reads the attribute behind the byte at p where it is written as most are. Returns its end; p
 * where it is not, NULL where the source ends first. */
DANA__TARGET64 static inline const char *read_one(reader *r, const char *p, const char *end,
                                                  dana__markup *tag)
{
    uint64_t stops = find_stops(r, p, end);
    size_t stop = _tzcnt_u64(stops);
    const char *name = p + 1;
    const char *name_end = r->p + stop;

    /* At the source's end attributes are read byte by byte. */
    if (stops == 0 || name_end == name || end - name_end < 3 || end - name < DANA__STEP) {
        return p;
    }
    size_t length = (size_t)(name_end - name);

    if (*name_end != '=') {
        if (!dana__is_without_value(name_end)) {
            return p;
        }
        r->seen |= dana__seen_bits(name, length) != 0 ? DANA__SEEN_OTHER : 0;
        return name_end;
    }
    char quote = name_end[1];

    if (quote != '"' && quote != '\'') {
        return p;
    }
    uint64_t quotes = quote == '"' ? r->quotes & (UINT64_MAX - 3) << stop : 0;
    const char *close = quotes != 0 ? r->p + _tzcnt_u64(quotes)
                                    : find_quote(r, name_end + 2, end, quote);

    if (close == NULL) {
        return NULL;
    }
    dana__see_attribute(name, length, dana__between(name_end + 2, close), tag, &r->seen);
    return close + 1;
}

DANA__TARGET64 const char *dana__tag_end_wide(const char *p, const char *end, dana__markup *tag)
{
    const char *after = NULL;
    reader r = {.seen = DANA__SEEN};

    tag->seen = 0;
    look(&r, p, end);
    while (p < end && *p != '>' && dana__is_of_tag(*p, DANA__BLANK | DANA__SLASH)) {
        const char *next = read_one(&r, p, end, tag);

        if (next == NULL) {
            return NULL;
        }
        if (next == p) {
            break;
        }
        p = next;
    }
    if (!dana__tag_ends_here(p, end, &after)) {
        return dana__any_tag_end(p, end);
    }
    pass_to(&r, p);
    tag->seen = (uint8_t)(r.seen | (r.passed == 0 ? DANA__SEEN_ASCII : 0));
    return after;
}

/* Returns for each bit whether an odd number of bits is set up to it. */
DANA__TARGET64 static inline uint64_t parity(uint64_t bits)
{
    __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits),
                                           _mm_set1_epi8((char)0xFF), 0);

    return (uint64_t)_mm_cvtsi128_si64(product);
}

/* All that stands outside of quoted values is looked at together. Where an '=' is not that of a
 * name before it and a quoted value behind it, attributes are read one by one. */
DANA__TARGET64 const char *dana__bare_end_wide(const char *p, const char *end, dana__markup *tag)
{
    uint64_t inside = 0;  /* all bits: the last window ended inside a value */
    uint64_t equals = 0;  /* its last byte was an '=' outside a value */
    uint64_t stopped = 0; /* or one before which no name ends */
    uint64_t high = 0;

    tag->seen = 0;
    for (const char *at = p; at < end; at += DANA__WINDOW) {
        __m512i bytes = load(at, end);
        uint64_t quotes = dana__equal64(bytes, '"');
        uint64_t values = parity(quotes) ^ inside;
        uint64_t close = dana__equal64(bytes, '>') & ~values;
        uint64_t signs = dana__equal64(bytes, '=') & ~values;
        uint64_t stops = _mm512_cmple_epu8_mask(bytes, _mm512_set1_epi8(' ')) |
                         dana__equal64(bytes, '/') | quotes;
        uint64_t odd = (quotes & values) ^ (signs << 1 | equals);
        uint64_t upto = _blsmsk_u64(close);

        odd |= signs & (stops << 1 | stopped);
        if ((odd & upto) != 0) {
            break;
        }
        high |= _mm512_movepi8_mask(bytes) & upto;
        if (close != 0) {
            tag->seen = high == 0 ? DANA__SEEN_ASCII : 0;
            return at + _tzcnt_u64(close) + 1;
        }
        inside = 0 - (values >> (DANA__WINDOW - 1));
        equals = signs >> (DANA__WINDOW - 1);
        stopped = stops >> (DANA__WINDOW - 1);
    }
    return dana__any_tag_end(p, end);
}

#endif
