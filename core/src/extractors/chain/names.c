#include "extractors/chain/names.h"

#include "blocks/class_words.h"
#include "html/tokenizer.h"
#include "page/page.h"

#include <strings.h>

/* The words of one element, as they are found. */
typedef struct {
    uint32_t words[DANA__NAMES_MAX];
    size_t count;
} name_words;

static void add_word(name_words *found, uint32_t hash, dana__knows_word *known)
{
    if (found->count == DANA__NAMES_MAX || (known != NULL && !known(hash))) {
        return;
    }
    for (size_t i = 0; i < found->count; i++) {
        if (found->words[i] == hash) {
            return;
        }
    }
    found->words[found->count++] = hash;
}

static void read_value(dana_view value, dana__knows_word *known, name_words *found)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;

    for (size_t length = dana__next_word(value, &at, word); length > 0;
         length = dana__next_word(value, &at, word)) {
        if (length > 1 && !dana__is_in_hash(value, at)) {
            add_word(found, dana__word_key(word, length), known);
        }
    }
}

static bool is_name(const dana__attribute *a)
{
    return (a->name_length == 2 && strncasecmp(a->name, "id", 2) == 0) ||
           (a->name_length == 5 && strncasecmp(a->name, "class", 5) == 0);
}

/* Reads the words of the start tag at `start`. */
static void read_tag(const dana_page *page, size_t start, dana__knows_word *known,
                     name_words *found)
{
    const char *after;
    dana__markup tag;
    dana__attribute a;

    dana__read_markup(page->source.data + start, page->source.data + page->source.length, &tag);
    const char *p = tag.name_text + tag.name.length;

    for (p = dana__next_attribute(p, tag.end, &a, &after); p != NULL;
         p = dana__next_attribute(p, tag.end, &a, &after)) {
        if (is_name(&a)) {
            read_value((dana_view){a.value, a.value_length}, known, found);
        }
    }
}

dana_status dana__read_names(dana_page *page, const dana__blocks *blocks, dana__knows_word *known,
                             dana__names *out, dana_error *err)
{
    dana_buffer_init(&out->words, sizeof(uint32_t));
    dana_buffer_init(&out->starts, sizeof(uint32_t));
    dana_status status = dana_buffer_reserve(page->arena, &out->starts, blocks->node_count + 1,
                                             err);

    if (status != DANA_OK) {
        return status;
    }
    uint32_t *starts = out->starts.data;

    for (size_t i = 0; i < blocks->node_count && status == DANA_OK; i++) {
        name_words found = {.count = 0};

        starts[i] = (uint32_t)out->words.length;
        if (i > 0) { /* the page itself has no tag */
            read_tag(page, blocks->nodes[i].start, known, &found);
        }
        status = dana_buffer_append(page->arena, &out->words, found.words, found.count, err);
    }
    starts[blocks->node_count] = (uint32_t)out->words.length;
    return status;
}
