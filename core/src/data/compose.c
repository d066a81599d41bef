#include "data/compose.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "data/leads.h"
#include "data/pictures.h"
#include "data/place.h"
#include "data/twins.h"
#include "data/weigh.h"

/* Texts of at least so many code points that begin with the same letters are one text in two
 * forms: the one that is markup is taken, else the first. */
#define TWIN_LEAST 60

/* A paragraph of at least so many code points is no title, label or message; under a name that does
 * not call it a text it needs more, or markup. */
#define PARAGRAPH_LEAST 80
#define NAMELESS_LEAST  300

/* A composition at work. */
typedef struct {
    const dana__tree *tree;
    uint32_t chosen;
    dana_buffer *scratch;
    dana_buffer url; /* bytes, written over */
    dana__composition *out;
    dana__twins twins;
    dana__place last;   /* of the string before */
    bool open;          /* its paragraph is open */
    uint64_t last_text; /* hash of its text where it has a name of its own, else 0 */
    size_t paragraph;   /* code points of running text in it so far */
    bool in_list;       /* its list is open */
    dana_error *err;
    dana_status status;
} composer;

void dana__composition_start(dana__composition *out)
{
    *out = (dana__composition){.prose = 0};
    dana_buffer_init(&out->html, 1);
    dana_buffer_init(&out->parts, sizeof(dana__part));
}

void dana__composition_clear(dana_arena *arena, dana__composition *out)
{
    dana_buffer_release(arena, &out->html);
    dana_buffer_release(arena, &out->parts);
}

static void write(composer *c, const char *text, size_t length)
{
    if (c->status == DANA_OK) {
        c->status = dana_buffer_append(c->tree->arena, &c->out->html, text, length, c->err);
    }
}

static void write_string(composer *c, const char *text)
{
    write(c, text, strlen(text));
}

/* Writes plain text: a '<' of it begins no tag. References stay: programs leave them in texts. */
static void write_escaped(composer *c, const char *p, const char *end)
{
    while (p < end) {
        const char *sign = memchr(p, '<', (size_t)(end - p));

        write(c, p, (size_t)((sign != NULL ? sign : end) - p));
        if (sign == NULL) {
            return;
        }
        write_string(c, "&lt;");
        p = sign + 1;
    }
}

static void write_tag(composer *c, const char *begin, const char *name)
{
    write_string(c, begin);
    write_string(c, name);
    write_string(c, ">");
}

static void close_block(composer *c)
{
    if (c->open) {
        write_tag(c, "</", dana__block_tag(&c->last));
    }
    c->open = false;
}

static void close_list(composer *c)
{
    if (c->in_list) {
        write_tag(c, "</", c->last.is_ordered ? "ol" : "ul");
    }
    c->in_list = false;
}

/* Opens the list of an item where none is open. */
static void keep_list(composer *c, const dana__place *place)
{
    bool is_item = place->kind == DANA__BLOCK_ITEM;

    if (c->in_list &&
        (!is_item || place->is_ordered != c->last.is_ordered || place->list != c->last.list)) {
        close_list(c);
    }
    if (is_item && !c->in_list) {
        write_tag(c, "<", place->is_ordered ? "ol" : "ul");
        c->in_list = true;
    }
}

/* Writes a line of plain text as a paragraph, or as what Markdown makes of it. */
static void write_line(composer *c, const char *p, const char *end)
{
    dana__place place = {.link = DANA__NO_VALUE,
                         .object = c->last.object,
                         .kind = DANA__BLOCK_PARAGRAPH,
                         .level = dana__markdown_level(p, end)};

    if (place.level > 0) {
        place.kind = DANA__BLOCK_HEADING;
        p += place.level + 1;
    } else if (end - p > 2 && (*p == '-' || *p == '*') && p[1] == ' ') {
        place.kind = DANA__BLOCK_ITEM;
        p += 2;
    }
    keep_list(c, &place);
    c->last = place;
    write_tag(c, "<", dana__block_tag(&place));
    write_escaped(c, p, end);
    write_tag(c, "</", dana__block_tag(&place));
    write_string(c, "\n");
}

/* Writes a plain text of several lines. */
static void write_lines(composer *c, dana_view text)
{
    const char *end = text.data + text.length;

    for (const char *p = text.data; p < end;) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline != NULL ? newline : end;
        const char *from = p;

        while (from < stop && dana__is_space(*from)) {
            from++;
        }
        if (from < stop) {
            write_line(c, from, stop);
        }
        p = stop < end ? stop + 1 : end;
    }
    close_list(c);
}

/* Writes an attribute's value: what stands raw in a string, its marks as references. */
static void write_value(composer *c, dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] == '"') {
            write_string(c, "&quot;");
        } else {
            write(c, text.data + i, 1);
        }
    }
}

/* Opens the link that an inline string is the text of. Returns whether there is one. */
static bool open_link(composer *c, const dana__place *place)
{
    dana_view url;

    if (place->link == DANA__NO_VALUE) {
        return false;
    }
    c->status = dana__string_text(c->tree, place->link, &c->url, &url, c->err);
    if (c->status == DANA_OK) {
        write_string(c, "<a href=\"");
        write_value(c, url);
        write_string(c, "\">");
    }
    return true;
}

/* Writes a text into the paragraph that is open, or opens one. */
static void write_block(composer *c, const dana__place *place, dana_view text, bool is_markup)
{
    bool goes_on = c->open && place->is_inline && c->last.is_inline &&
                   place->object == c->last.object;

    if (!goes_on) {
        close_block(c);
        keep_list(c, place);
        write_tag(c, "<", dana__block_tag(place));
    }
    c->last = *place;
    c->open = true;
    bool linked = open_link(c, place);

    if (is_markup) {
        write(c, text.data, text.length);
    } else {
        write_escaped(c, text.data, text.data + text.length);
    }
    if (linked) {
        write_string(c, "</a>");
    }
}

/* Writes a string as a block, or as several. */
static void write_text(composer *c, const dana__place *place, dana_view text, bool is_markup)
{
    bool is_plain = place->kind == DANA__BLOCK_PARAGRAPH && !place->is_inline;

    if (!is_plain) {
        write_block(c, place, text, is_markup);
        return;
    }
    close_block(c);
    close_list(c);
    c->last = *place;
    if (is_markup) {
        write_string(c, "<div>");
        write(c, text.data, text.length);
        write_string(c, "</div>\n");
    } else {
        write_lines(c, text);
    }
}

/* Counts the text of a string. What belongs to one paragraph is judged as a whole. */
static void count(composer *c, const dana__value *value, const dana__place *place)
{
    bool goes_on = place->is_inline && c->last.is_inline && place->object == c->last.object;
    bool is_text = value->within == DANA__MEANS_BODY || value->is_markup ||
                   value->prose >= NAMELESS_LEAST;
    size_t before = goes_on ? c->paragraph : 0;

    c->out->prose += value->prose;
    c->out->stated += value->within == DANA__MEANS_BODY ? value->prose : 0;
    c->paragraph = is_text ? before + value->prose : 0;
    if (c->paragraph >= PARAGRAPH_LEAST) {
        c->out->trusted += before >= PARAGRAPH_LEAST ? value->prose : c->paragraph;
    }
}

/* Whether a text stands just before in the same block, under another name. */
static bool is_said(composer *c, const dana__value *value, const dana__place *place, dana_view text)
{
    uint64_t hash = DANA__HASH_EMPTY;

    for (size_t i = 0; i < text.length; i++) {
        hash = dana__hash(hash, (unsigned char)text.data[i]);
    }
    bool is = hash == c->last_text && place->object == c->last.object && !place->is_inline;

    c->last_text = value->key != NULL ? hash : 0;
    return is;
}

static void write_attribute(composer *c, const char *begin, uint32_t index)
{
    dana_view text;

    if (index == DANA__NO_VALUE || c->status != DANA_OK) {
        return;
    }
    c->status = dana__string_text(c->tree, index, c->scratch, &text, c->err);
    if (c->status == DANA_OK) {
        write_string(c, begin);
        write_value(c, text);
        write_string(c, "\"");
    }
}

/* Writes a picture as a block of its own, with its caption. */
static void write_picture(composer *c, const dana__picture *picture)
{
    const dana__value *address = dana__value_at(c->tree, picture->address);
    const dana__part part = {(uint32_t)c->out->html.length, address->text, address->text_length};
    dana_view text;

    close_block(c);
    close_list(c);
    if (c->status == DANA_OK) {
        c->status = dana_buffer_append(c->tree->arena, &c->out->parts, &part, 1, c->err);
    }
    write_attribute(c, "<figure><img src=\"", picture->address);
    write_attribute(c, " alt=\"", picture->alt);
    write_string(c, ">");
    if (picture->caption != DANA__NO_VALUE && c->status == DANA_OK) {
        bool is_markup = dana__value_at(c->tree, picture->caption)->is_markup;

        c->status = dana__string_text(c->tree, picture->caption, c->scratch, &text, c->err);
        if (c->status == DANA_OK) {
            write_string(c, "<figcaption>");
            (is_markup ? write(c, text.data, text.length)
                       : write_escaped(c, text.data, text.data + text.length));
            write_string(c, "</figcaption>");
        }
    }
    write_string(c, "</figure>\n");
    c->last = (dana__place){.link = DANA__NO_VALUE};
}

/* Adds a string of what is chosen: of the article's text, or its lead. */
static dana_status add_string(composer *c, uint32_t chosen, uint32_t index, bool with_twins)
{
    const dana__value *value = dana__value_at(c->tree, index);
    dana__place place = dana__place_of(c->tree, chosen, index);
    dana_view text;

    c->status = dana__string_text(c->tree, index, c->scratch, &text, c->err);
    if (c->status != DANA_OK) {
        return c->status;
    }
    uint64_t hash = value->prose >= TWIN_LEAST ? dana__beginning_of(text) : 0;

    if ((!with_twins && hash != 0 && dana__is_twin(&c->twins, hash)) ||
        is_said(c, value, &place, text)) {
        return DANA_OK;
    }
    const dana__part part = {(uint32_t)c->out->html.length, value->text, value->text_length};

    count(c, value, &place);
    c->status = dana_buffer_append(c->tree->arena, &c->out->parts, &part, 1, c->err);
    write_text(c, &place, text, value->is_markup);
    return c->status;
}

static void add_lead(composer *c)
{
    uint32_t lead = DANA__NO_VALUE;

    if (c->status == DANA_OK) {
        c->status = dana__find_lead_text(c->tree, c->chosen, c->scratch, &lead, c->err);
    }
    if (c->status == DANA_OK && lead != DANA__NO_VALUE) {
        add_string(c, lead, lead, true);
    }
}

/* Notes the beginnings of texts that are markup, so that the same texts without it are left out. */
static dana_status note_markup(composer *c, uint32_t end)
{
    dana_view text;

    for (uint32_t i = c->chosen; i < end && c->status == DANA_OK; i++) {
        const dana__value *value = dana__value_at(c->tree, i);

        if (!value->is_markup || value->prose < TWIN_LEAST ||
            !dana__is_article_text(c->tree, c->chosen, i)) {
            continue;
        }
        c->status = dana__string_text(c->tree, i, c->scratch, &text, c->err);
        if (c->status == DANA_OK) {
            uint64_t hash = dana__beginning_of(text);

            /* Twins that are both markup: the first one stays. */
            if (hash != 0 && dana__is_twin(&c->twins, hash)) {
                dana__value_at(c->tree, i)->is_visible = false;
            }
        }
    }
    return c->status;
}

dana_status dana__compose(const dana__tree *tree, uint32_t chosen, dana_buffer *scratch,
                          dana__composition *out, dana_error *err)
{
    uint32_t end = dana__value_at(tree, chosen)->end;
    composer c = {.tree = tree, .chosen = chosen, .scratch = scratch, .out = out, .err = err};
    dana__picture picture;

    dana_buffer_init(&c.url, 1);
    note_markup(&c, end);
    if (dana__find_lead_picture(tree, chosen, &picture)) {
        write_picture(&c, &picture);
    }
    add_lead(&c);
    for (uint32_t i = chosen; i < end && c.status == DANA_OK; i++) {
        const dana__value *value = dana__value_at(tree, i);

        if (i > chosen && dana__read_picture(tree, i, &picture)) {
            write_picture(&c, &picture);
            i = value->end - 1;
            continue;
        }
        if (value->is_visible && dana__is_article_text(tree, chosen, i)) {
            add_string(&c, chosen, i, value->is_markup);
        }
    }
    close_block(&c);
    close_list(&c);
    dana_buffer_release(tree->arena, &c.url);
    return c.status;
}
