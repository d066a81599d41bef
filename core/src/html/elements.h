/*
 * What the scan needs to know about elements, by name.
 */
#ifndef DANA_HTML_ELEMENTS_H
#define DANA_HTML_ELEMENTS_H

#include <stddef.h>
#include <stdint.h>

/* Properties of elements. */
enum {
    DANA__BLOCK = 1 << 0,  /* block-level, or br: its start tag begins a line */
    DANA__RAW = 1 << 1,    /* its content is raw text up to its end tag, and dropped */
    DANA__NESTED = 1 << 2, /* its content is markup, and dropped with nested elements of its name */
    DANA__ANCHOR = 1 << 3,
    DANA__HTML = 1 << 4,
    DANA__BODY = 1 << 5,
    DANA__TITLE = 1 << 6,
    DANA__SCRIPT = 1 << 7,      /* raw text with the escapes of HTML 13.2.5.18 to 13.2.5.31 */
    DANA__FOREIGN = 1 << 8,     /* an empty-element tag has no content */
    DANA__HEADING = 1 << 9,     /* h1 to h6 */
    DANA__NO_NESTING = 1 << 10, /* one inside another closes it */
    DANA__NOSCRIPT = 1 << 11,
    DANA__LAYOUT = 1 << 12,    /* its text is more than lines of words: a list, a table, code */
    DANA__REWRITTEN = 1 << 13, /* its text is written in another way: a formula, ruby, an index */
    DANA__FRAME = 1 << 14,     /* with an id that says so it is a frame, see html/dropped.h */
};

/* What an element is to those who read the page's structure: bits above the properties. */
typedef enum {
    DANA__KIND_NONE,
    DANA__KIND_P,
    DANA__KIND_DIV,
    DANA__KIND_BR,
    DANA__KIND_HEADING,
    DANA__KIND_ITEM,
    DANA__KIND_LIST,
    DANA__KIND_DEFINITIONS,
    DANA__KIND_DEFINITION,
    DANA__KIND_TABLE,
    DANA__KIND_ROW,
    DANA__KIND_ROWS,
    DANA__KIND_CELL,
    DANA__KIND_CAPTION,
    DANA__KIND_SECTION,
    DANA__KIND_ARTICLE,
    DANA__KIND_ASIDE,
    DANA__KIND_NAV,
    DANA__KIND_HEADER,
    DANA__KIND_FOOTER,
    DANA__KIND_MAIN,
    DANA__KIND_QUOTE,
    DANA__KIND_PRE,
    DANA__KIND_RULE,
    DANA__KIND_FORM,
    DANA__KIND_FORM_PART,
    DANA__KIND_FIGURE,
    DANA__KIND_ADDRESS,
    DANA__KIND_MEDIA,
    DANA__KIND_DIALOG,
    DANA__KIND_SPAN,
    DANA__KIND_BUTTON,
    DANA__KIND_BODY,
    DANA__KIND_HEAD,
    DANA__KIND_HTML,
    DANA__KIND_META,
    DANA__KIND_COUNT
} dana__kind;

/* The bit of a kind in a set of kinds: DANA__KIND_BIT(TABLE). */
#define DANA__KIND_BIT(kind) (UINT64_C(1) << DANA__KIND_##kind)

/* Where the kind stands in an element's properties. */
#define DANA__KIND_SHIFT 16

/* Returns the kind of an element from its properties. */
static inline dana__kind dana__kind_of(unsigned flags)
{
    return (dana__kind)(flags >> DANA__KIND_SHIFT);
}

/* A tag's name: its first eight bytes in lower case, little-endian, and its length in bytes. */
typedef struct {
    uint64_t key;
    size_t length;
} dana__name;

/* The key of a name of at most eight characters: DANA__NAME_KEY('h', '1'). */
#define DANA__NAME_KEY(...) DANA__KEY_OF_BYTES(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0)
#define DANA__KEY_OF_BYTES(a, b, c, d, e, f, g, h, ...)                                            \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 |              \
     (uint64_t)(e) << 32 | (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)

/* Returns the key of a name in lower case. */
static inline uint64_t dana__name_key(const char *name)
{
    uint64_t key = 0;

    for (size_t i = 0; i < sizeof(key) && name[i] != '\0'; i++) {
        key |= (uint64_t)(unsigned char)name[i] << (8 * i);
    }
    return key;
}

/* Rows of the table of elements, and the bits of their numbers. */
#define DANA__ELEMENT_BITS 8
#define DANA__ELEMENT_ROWS (1 << DANA__ELEMENT_BITS)

/* An element: the key of its name, its properties, the bytes of its name that the key does not
 * hold. */
typedef struct {
    uint64_t key;
    unsigned flags;
    const char *tail;
} dana__named_element;

/* The elements, each in the row of its name's hash, and what makes the hash. */
extern const dana__named_element dana__elements[DANA__ELEMENT_ROWS];
extern const uint64_t dana__element_multiplier;

/* Returns the row of an element's name in the table: an id for elements with properties. */
static inline size_t dana__element_row(dana__name name)
{
    return (name.key * dana__element_multiplier) >> (64 - DANA__ELEMENT_BITS);
}

/* Returns the properties of the element in a row, and its name, which has less bytes than a key. */
static inline unsigned dana__element_at(size_t row, dana__name *name)
{
    uint64_t key = dana__elements[row].key;

    *name = (dana__name){key, (sizeof(key) * 8 + 7 - (size_t)__builtin_clzll(key | 1)) / 8};
    return dana__elements[row].flags;
}

/* Returns the properties of a row's element, 0 where the name, which has as many bytes as a key or
 * more, is that of another one. */
unsigned dana__flags_of_long(const dana__named_element *row, dana__name name, const char *text);

/* Returns the properties of an element, 0 for one that is not in the table; sets its row. */
static inline unsigned dana__element_and_row(dana__name name, const char *text, uint8_t *row)
{
    size_t at = dana__element_row(name);
    const dana__named_element *element = &dana__elements[at];

    *row = (uint8_t)at;
    if (element->key != name.key) {
        return 0;
    }
    return name.length < sizeof(name.key) ? element->flags
                                          : dana__flags_of_long(element, name, text);
}

/* Returns the properties of an element, 0 for one that is not in the table. */
unsigned dana__element_flags(dana__name name, const char *text);

#endif
