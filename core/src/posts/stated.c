#include "posts/stated.h"

#include "dana/text.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <stdlib.h>
#include <string.h>

/* Letters and digits that tell a text, in bytes; shorter texts are told by all they have, from the
 * least on. */
#define KEY_BYTES 32
#define KEY_LEAST 8

/* Bytes of a text unit of the page, and units, that are read for that. */
#define RAW_MOST   600
#define UNITS_MOST 8

/* Slots of the table of keys: a power of two, at least twice the statements. */
#define SLOTS ((size_t)1024)

/* A box around a text counts as its item while it has at most twice the text and this much more. */
#define AROUND_MOST 400

/* The longest name of an author, and form of a date or a count. */
#define NAME_MOST 200

/* A key being made of the letters and digits of a text. */
typedef struct {
    uint64_t hash;
    size_t bytes; /* all, also those behind the key */
} key_maker;

static bool is_of_reference(dana_view text, dana_span word)
{
    return word.start > 0 && word.end < text.length && text.data[word.end] == ';' &&
           (text.data[word.start - 1] == '&' || text.data[word.start - 1] == '#');
}

/* Adds a piece of text. References part words, as tags do. */
static void add_letters(key_maker *k, dana_view text)
{
    size_t at = 0;
    dana_span word;

    while (dana_next_word(text, &at, &word)) {
        bool is_reference = is_of_reference(text, word);

        for (uint32_t i = word.start; i < word.end && !is_reference; i++) {
            char c = text.data[i];

            c = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
            k->hash = k->bytes < KEY_BYTES ? (k->hash ^ (unsigned char)c) * 1099511628211u
                                           : k->hash;
            k->bytes++;
        }
    }
}

static key_maker new_key(void)
{
    return (key_maker){14695981039346656037u, 0};
}

static dana_view unit_text(const dana__search *search, size_t unit)
{
    const dana_unit *u = &search->input->result->scan->units[unit];

    return (dana_view){search->page->source.data + u->start, u->length};
}

/* The key of a text of the page that begins with a unit. */
static uint64_t key_at(const dana__search *search, size_t unit)
{
    const dana_scan *scan = search->input->result->scan;
    key_maker k = new_key();

    for (size_t i = unit; i < scan->unit_count && i < unit + UNITS_MOST && k.bytes < KEY_BYTES;
         i++) {
        add_letters(&k, dana__cut_bytes(unit_text(search, i), RAW_MOST));
    }
    return k.bytes >= KEY_LEAST ? k.hash : 0;
}

/* Whether an object stands in a page of questions that readers answer. Those of a list of frequent
 * ones, or of a test, are no posts. */
static bool is_of_readers(const dana__ld *ld, uint32_t index)
{
    const dana__ld_object *objects = ld->objects.data;

    while (objects[index].parent != index && !dana__ld_is_a(ld, index, "QAPage")) {
        index = objects[index].parent;
    }
    return dana__ld_is_a(ld, index, "QAPage");
}

/* What an object is by its type. Returns false for one that is no item. */
static bool describe(const dana__ld *ld, uint32_t index, dana__stated *out)
{
    const dana__ld_object *object = &((const dana__ld_object *)ld->objects.data)[index];

    *out = (dana__stated){.object = index, .at = UINT32_MAX, .roles = DANA__ROLE_STATED};
    if (object->role == DANA__LD_ACCEPTED) {
        out->roles |= DANA__ROLE_ANSWER | DANA__ROLE_ACCEPTED;
    } else if (dana__ld_is_a(ld, index, "Answer")) {
        out->roles |= DANA__ROLE_ANSWER;
    } else if (dana__ld_is_a(ld, index, "Question")) {
        out->roles |= DANA__ROLE_QUESTION;
    }
    if (out->roles != DANA__ROLE_STATED) {
        return is_of_readers(ld, index);
    }
    out->is_comment = dana__ld_is_a(ld, index, "Comment");
    return out->is_comment || dana__ld_is_a(ld, index, "DiscussionForumPosting");
}

static dana_status read_objects(const dana__search *search, dana__stated_list *out)
{
    const dana__ld *ld = search->evidence->ld;
    dana_status status = DANA_OK;

    for (uint32_t i = 0; i < ld->objects.length && out->count < DANA__STATED_MAX; i++) {
        dana_view text = dana__ld_text(ld, i, DANA__LD_TEXT);
        dana__stated *next = &out->list[out->count];
        key_maker k = new_key();

        if (text.length == 0 || !describe(ld, i, next)) {
            continue;
        }
        status = dana__json_text(search->arena, text, text.length, &text, search->err);
        if (status != DANA_OK) {
            return status;
        }
        add_letters(&k, text);
        next->key = k.hash;
        next->letters = (uint32_t)k.bytes;
        out->count += k.bytes >= KEY_LEAST;
    }
    return status;
}

/* Index of a key's slot: its own, or the first free one behind. Slots hold 1 + index. */
static size_t find_slot(const uint16_t *slots, const dana__stated_list *list, uint64_t key)
{
    size_t slot = (size_t)(key ^ key >> 32) & (SLOTS - 1);

    while (slots[slot] != 0 && list->list[slots[slot] - 1].key != key) {
        slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
}

static int compare_places(const void *a, const void *b)
{
    uint32_t first = ((const dana__stated *)a)->at;
    uint32_t second = ((const dana__stated *)b)->at;

    return (first > second) - (first < second);
}

/* Where each text ends: after as many letters as are stated, or where the next one begins. */
static void find_ends(const dana__search *search, dana__stated_list *list)
{
    const dana_scan *scan = search->input->result->scan;
    size_t unit = 0;

    for (size_t i = 0; i < list->count; i++) {
        dana__stated *s = &list->list[i];
        uint32_t stop = i + 1 < list->count ? s[1].at : UINT32_MAX;
        key_maker k = new_key();

        while (unit < scan->unit_count && scan->units[unit].start < s->at) {
            unit++;
        }
        for (; unit < scan->unit_count && scan->units[unit].start < stop && k.bytes < s->letters;
             unit++) {
            add_letters(&k, unit_text(search, unit));
            s->end = scan->units[unit].start + scan->units[unit].length;
        }
    }
}

/* Finds the texts on the page; what is not there goes. */
static void find_places(const dana__search *search, dana__stated_list *list)
{
    const dana_scan *scan = search->input->result->scan;
    uint16_t slots[SLOTS] = {0};
    size_t kept = 0;

    for (size_t i = 0; i < list->count; i++) {
        size_t slot = find_slot(slots, list, list->list[i].key);

        slots[slot] = slots[slot] == 0 ? (uint16_t)(i + 1) : slots[slot];
    }
    for (size_t i = 0; i < scan->unit_count; i++) {
        uint64_t key = key_at(search, i);
        size_t slot = key != 0 ? find_slot(slots, list, key) : 0;

        if (key != 0 && slots[slot] != 0 && list->list[slots[slot] - 1].at == UINT32_MAX) {
            list->list[slots[slot] - 1].at = scan->units[i].start;
        }
    }
    qsort(list->list, list->count, sizeof(*list->list), compare_places);
    find_ends(search, list);
    while (kept < list->count && list->list[kept].at != UINT32_MAX) {
        kept++;
    }
    list->count = kept;
}

dana_status dana__find_stated(const dana__search *search, dana__stated_list *out)
{
    size_t objects = search->evidence->ld->objects.length;
    size_t most = objects < DANA__STATED_MAX ? objects : DANA__STATED_MAX;

    *out = (dana__stated_list){NULL, 0};
    if (objects == 0) {
        return DANA_OK;
    }
    out->list = dana_arena_alloc(search->arena, (most + 1) * sizeof(*out->list), search->err);
    if (out->list == NULL) {
        return search->err->status;
    }
    dana_status status = read_objects(search, out);

    if (status == DANA_OK && out->count > 0) {
        find_places(search, out);
    }
    return status;
}

/* The innermost box around each place, and how many places each box holds. */
static void count_places(const dana__stated_list *stated, const dana__boxes *boxes,
                         uint32_t *innermost, uint16_t *counts)
{
    uint32_t current = 0;
    uint32_t next = 1;

    for (size_t i = 0; i < stated->count; i++) {
        uint32_t at = stated->list[i].at;

        while (next < boxes->count && boxes->boxes[next].start <= at) {
            current = next++;
        }
        while (current > 0 && boxes->boxes[current].end <= at) {
            current = boxes->boxes[current].parent;
        }
        innermost[i] = current;
        counts[current]++;
    }
    for (size_t i = boxes->count; i > 1; i--) {
        uint32_t parent = boxes->boxes[i - 1].parent;

        counts[parent] = (uint16_t)(counts[parent] + counts[i - 1]);
    }
}

/* Calls the box of one statement an item, unless one around it is. */
static void call_box(const dana__stated *stated, dana__boxes *boxes, uint32_t at,
                     const uint16_t *counts)
{
    uint32_t text = boxes->boxes[at].text;
    uint32_t best = at;

    while (at > 0 && counts[at] == 1) {
        if (boxes->boxes[at].called != DANA__CALLED_NOTHING) {
            boxes->boxes[at].roles |= stated->roles;
            return;
        }
        best = boxes->boxes[at].text <= text * 2 + AROUND_MOST ? at : best;
        at = boxes->boxes[at].parent;
    }
    if (best > 0) {
        boxes->boxes[best].called = stated->is_comment ? DANA__CALLED_COMMENT : DANA__CALLED_POST;
        boxes->boxes[best].roles |= stated->roles;
    }
}

dana_status dana__call_stated(const dana__search *search, const dana__stated_list *stated,
                              dana__boxes *boxes)
{
    uint32_t innermost[DANA__STATED_MAX];
    dana_buffer memory;

    dana_buffer_init(&memory, sizeof(uint16_t));
    dana_status status = dana_buffer_reserve(search->arena, &memory, boxes->count, search->err);

    if (status != DANA_OK) {
        return status;
    }
    memset(memory.data, 0, boxes->count * sizeof(uint16_t));
    count_places(stated, boxes, innermost, memory.data);
    for (size_t i = 0; i < stated->count; i++) {
        call_box(&stated->list[i], boxes, innermost[i], memory.data);
    }
    dana_buffer_release(search->arena, &memory);
    return DANA_OK;
}

/* Votes of an object: its own member, or what a statistic of it counts. */
static bool find_votes(const dana__ld *ld, uint32_t object, int32_t *votes)
{
    static const char *const kinds[] = {"LikeAction", "VoteAction", "EndorseAction"};
    const dana__ld_object *objects = ld->objects.data;

    if (dana__read_votes(dana__ld_text(ld, object, DANA__LD_VOTES), votes)) {
        return true;
    }
    for (uint32_t i = object + 1; i < ld->objects.length; i++) {
        dana_view kind = dana__ld_text(ld, i, DANA__LD_INTERACTION);

        if (objects[i].parent != object || objects[i].role != DANA__LD_STATISTIC) {
            continue;
        }
        kind = dana__ld_type_name(kind);
        for (size_t k = 0; k < DANA__COUNT(kinds); k++) {
            if (dana__is_text(kind, kinds[k])) {
                return dana__read_votes(dana__ld_text(ld, i, DANA__LD_COUNT), votes);
            }
        }
    }
    return false;
}

static dana_status add_date(const dana__search *search, uint32_t object, dana_post *post)
{
    const dana__ld *ld = search->evidence->ld;
    dana_view text = dana__ld_text(ld, object, DANA__LD_PUBLISHED);
    dana__date_reading reading = search->reading;
    dana__date date;
    dana_span span;

    reading.machine = true;
    if (post->date.data != NULL || !dana__find_date(text, reading, &date, &span)) {
        return DANA_OK;
    }
    char *out = dana_arena_alloc(search->arena, DANA__DATE_MAX, search->err);

    if (out == NULL) {
        return search->err->status;
    }
    post->date = (dana_view){out, dana__write_date(&date, out)};
    return DANA_OK;
}

dana_status dana__add_stated(const dana__search *search, const dana__stated *stated,
                             dana_post *post)
{
    const dana__ld *ld = search->evidence->ld;
    dana_view name;

    if (!post->has_votes) {
        post->has_votes = find_votes(ld, stated->object, &post->votes);
    }
    if (post->author.data == NULL &&
        dana__ld_texts(ld, stated->object, DANA__LD_AUTHOR, DANA__LD_NAME, &name, 1) > 0) {
        dana_status status = dana__json_text(search->arena, name, NAME_MOST, &name, search->err);

        if (status != DANA_OK) {
            return status;
        }
        post->author = name.length > 0 ? name : post->author;
    }
    return add_date(search, stated->object, post);
}
