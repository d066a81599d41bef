/*
 * The pass: tokens in, hints out. Elements that carry a hint are followed to their end by counting
 * elements of the same name; there is no tree.
 */
#include "metadata/evidence.h"

#include "metadata/plain_text.h"
#include "page/attribute.h"
#include "page/byte_class.h"
#include "page/dropped.h"
#include "page/page.h"

#include <string.h>
#include <strings.h>

/* Hints whose element is open, and parts likewise: more at once are not followed. */
#define OPEN_MAX 12

/* Longest text that is looked at as a whole. */
#define TEXT_MAX 240

/* Longest element that a hint may be. */
#define INSIDE_MAX ((size_t)16 * 1024)

/* An element that is followed to its end. */
typedef struct {
    uint64_t key;
    size_t name_length;
    uint32_t depth;
    bool is_part;
    uint32_t index; /* of the hint or the part */
} open_element;

/* The state of the pass. */
typedef struct {
    dana_page *page;
    const char *base;
    const char *end;
    dana__evidence *out;
    dana_span headline;
    size_t content_start;
    dana__nesting nesting;
    open_element open[OPEN_MAX];
    size_t open_count;
    uint32_t piece;
    bool byline;  /* the text before ended with words before a name */
    bool changed; /* or with words before a date of change */
    bool named;   /* it was such a name: another one may follow */
    bool block;   /* a border of a block lies before the coming text */
    bool in_anchor;
    bool keep_noscript;
    const void *without;
    const char *poll_at;
    dana_error *err;
} walker;

/* The attributes of a tag that matter here; data NULL where there are none. */
typedef struct {
    dana_view class;
    dana_view id;
    dana_view itemprop;
    dana_view property;
    dana_view name;
    dana_view content;
    dana_view rel;
    dana_view href;
    dana_view datetime;
    dana_view title;
    dana_view lang;
    dana_view xml_lang;
    dana_view dir;
    dana_view http_equiv;
    dana_view type;
    dana_view test_id;
    dana_view stamp;
} tag_attributes;

static const struct {
    const char *name;
    size_t offset;
} attribute_rows[] = {
    {"class", offsetof(tag_attributes, class)},
    {"id", offsetof(tag_attributes, id)},
    {"itemprop", offsetof(tag_attributes, itemprop)},
    {"property", offsetof(tag_attributes, property)},
    {"name", offsetof(tag_attributes, name)},
    {"content", offsetof(tag_attributes, content)},
    {"rel", offsetof(tag_attributes, rel)},
    {"href", offsetof(tag_attributes, href)},
    {"datetime", offsetof(tag_attributes, datetime)},
    {"title", offsetof(tag_attributes, title)},
    {"lang", offsetof(tag_attributes, lang)},
    {"xml:lang", offsetof(tag_attributes, xml_lang)},
    {"dir", offsetof(tag_attributes, dir)},
    {"http-equiv", offsetof(tag_attributes, http_equiv)},
    {"type", offsetof(tag_attributes, type)},
    {"data-testid", offsetof(tag_attributes, test_id)},
    {"data-time", offsetof(tag_attributes, stamp)},
    {"data-timestamp", offsetof(tag_attributes, stamp)},
    {"data-ts", offsetof(tag_attributes, stamp)},
};

#define ATTRIBUTE_ROWS (sizeof(attribute_rows) / sizeof(attribute_rows[0]))

static dana_view *attribute_place(tag_attributes *out, const dana__attribute *a)
{
    for (size_t i = 0; i < ATTRIBUTE_ROWS; i++) {
        const char *name = attribute_rows[i].name;

        if ((a->name[0] | 0x20) == name[0] && strlen(name) == a->name_length &&
            strncasecmp(a->name, name, a->name_length) == 0) {
            return (dana_view *)(void *)((char *)out + attribute_rows[i].offset);
        }
    }
    return NULL;
}

static void read_attributes(const walker *w, const dana__markup *tag, tag_attributes *out)
{
    const char *p = tag->name_text + tag->name.length;
    const char *behind;
    dana__attribute a;

    memset(out, 0, sizeof(*out));
    if (tag->end - p <= 1) {
        return;
    }
    for (p = dana__next_attribute(p, w->end, &a, &behind); p != NULL;
         p = dana__next_attribute(p, w->end, &a, &behind)) {
        dana_view *place = attribute_place(out, &a);

        if (place != NULL && place->data == NULL) {
            *place = dana__trim((dana_view){a.value, a.value_length});
        }
    }
}

/* The innermost part that is open, -1 for none. */
static int32_t open_part(const walker *w)
{
    for (size_t i = w->open_count; i > 0; i--) {
        if (w->open[i - 1].is_part) {
            return (int32_t)w->open[i - 1].index;
        }
    }
    return -1;
}

static dana__hint *add_hint(walker *w, dana__hint hint)
{
    if (w->out->hint_count >= w->out->hint_limit ||
        (hint.rule != NULL && hint.rule == w->without)) {
        return NULL;
    }
    dana__hint *added = &w->out->hints[w->out->hint_count++];

    if (w->changed && hint.about == DANA__ABOUT_PUBLISHED && hint.form != DANA__FORM_VALUE) {
        hint.about = DANA__ABOUT_MODIFIED;
    }
    hint.part = open_part(w);
    hint.piece = w->piece;
    hint.end_piece = w->piece;
    *added = hint;
    return added;
}

static void follow(walker *w, const dana__markup *tag, bool is_part, size_t index)
{
    w->open[w->open_count++] = (open_element){.key = tag->name.key,
                                              .name_length = tag->name.length,
                                              .depth = 1,
                                              .is_part = is_part,
                                              .index = (uint32_t)index};
}

/* Notes an element as a hint that ends with it. */
static void add_inside(walker *w, const dana__markup *tag, dana__hint hint)
{
    if (w->open_count >= OPEN_MAX) {
        return;
    }
    hint.form = DANA__FORM_INSIDE;
    hint.text = (dana_view){tag->end, 0};
    if (add_hint(w, hint) != NULL) {
        follow(w, tag, false, w->out->hint_count - 1);
    }
}

static void add_part(walker *w, const dana__markup *tag, const dana__points *points)
{
    dana__evidence *out = w->out;

    if (w->open_count >= OPEN_MAX || out->part_count >= DANA__PARTS_MAX) {
        return;
    }
    out->parts[out->part_count] = (dana__part){
        .start = (uint32_t)(tag->start - w->base),
        .end = (uint32_t)(w->end - w->base),
        .around = open_part(w),
        .comments = points->comments > 0,
        .quote = points->quotes > 0 || dana__kind_of(tag->flags) == DANA__KIND_QUOTE};
    follow(w, tag, true, out->part_count++);
}

/* Ends an element: what is inside it is known. */
static void close_open(walker *w, size_t i, const char *at)
{
    const open_element *o = &w->open[i];

    if (o->is_part) {
        w->out->parts[o->index].end = (uint32_t)(at - w->base);
    } else {
        dana__hint *hint = &w->out->hints[o->index];

        hint->text.length = (size_t)(at - hint->text.data);
        hint->end_piece = w->piece;
        if (hint->text.length > INSIDE_MAX) {
            hint->text.length = 0;
        }
    }
    w->open_count--;
    memmove(&w->open[i], &w->open[i + 1], (w->open_count - i) * sizeof(w->open[0]));
}

static void count_open(walker *w, const dana__markup *tag)
{
    for (size_t i = 0; i < w->open_count; i++) {
        w->open[i].depth += w->open[i].key == tag->name.key &&
                            w->open[i].name_length == tag->name.length;
    }
}

static void count_close(walker *w, const dana__markup *tag)
{
    for (size_t i = w->open_count; i > 0; i--) {
        open_element *o = &w->open[i - 1];

        if (o->key == tag->name.key && o->name_length == tag->name.length && --o->depth == 0) {
            close_open(w, i - 1, tag->start);
        }
    }
}

static bool is_named(const dana__markup *tag, const char *name)
{
    size_t length = strlen(name);

    return tag->name.length == length && strncasecmp(tag->name_text, name, length) == 0;
}

/* Whether a list of words parted by white space holds one. */
static bool has_word(dana_view list, const char *word)
{
    size_t start = 0;

    for (size_t i = 0; i <= list.length; i++) {
        if (i < list.length && !dana__is_space(list.data[i])) {
            continue;
        }
        if (dana__is_text((dana_view){list.data + start, i - start}, word)) {
            return true;
        }
        start = i + 1;
    }
    return false;
}

static void read_meta(walker *w, const tag_attributes *a)
{
    dana_view names[] = {a->property, a->name, a->http_equiv, a->itemprop};

    if (a->content.length == 0) {
        return;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].length == 0) {
            continue;
        }
        const dana__name_rule *rule = i == 3 ? dana__member_rule(names[i])
                                             : dana__meta_rule(names[i]);

        if (rule != NULL) {
            add_hint(w,
                     (dana__hint){.about = rule->about,
                                  .source = i == 3 ? DANA_METADATA_MICRODATA : DANA_METADATA_META,
                                  .worth = rule->worth,
                                  .rule = rule,
                                  .text = a->content});
            return;
        }
    }
}

/* A link element: canonical and image_src. */
static void read_link(walker *w, const tag_attributes *a)
{
    if (a->href.length == 0) {
        return;
    }
    if (has_word(a->rel, "canonical")) {
        add_hint(w, (dana__hint){.about = DANA__ABOUT_CANONICAL,
                                 .source = DANA_METADATA_LINK,
                                 .worth = 90,
                                 .text = a->href});
    } else if (has_word(a->rel, "image_src")) {
        add_hint(w, (dana__hint){.about = DANA__ABOUT_IMAGE,
                                 .source = DANA_METADATA_LINK,
                                 .worth = 70,
                                 .text = a->href});
    }
}

/* An element that is a member of microdata or RDFa: its value stands in an attribute or inside. */
static bool read_member(walker *w, const dana__markup *tag, const tag_attributes *a)
{
    dana_view name = a->itemprop.data != NULL ? a->itemprop : a->property;
    const dana__name_rule *rule = name.length > 0 ? dana__member_rule(name) : NULL;

    if (rule == NULL || rule->about == DANA__ABOUT_IMAGE || rule->about == DANA__ABOUT_EXCERPT) {
        return false;
    }
    dana__hint hint = {.about = rule->about,
                       .source = DANA_METADATA_MICRODATA,
                       .worth = rule->worth,
                       .rule = rule,
                       .extra = a->content.length > 0 ? a->content : a->datetime};

    add_inside(w, tag, hint);
    return true;
}

/* What the parts of a page are by their elements. */
static int element_avoided(const dana__markup *tag)
{
    switch (dana__kind_of(tag->flags)) {
    case DANA__KIND_NAV:
    case DANA__KIND_ASIDE:
        return 4;
    case DANA__KIND_FOOTER:
        return 3;
    case DANA__KIND_QUOTE:
        return 3;
    default:
        return 0;
    }
}

/* Notes what the class words of an element speak for. A time element speaks for itself. */
static void read_class_words(walker *w, const dana__markup *tag, const tag_attributes *a)
{
    dana__points points = {.without = w->without};
    bool is_time = is_named(tag, "time") || a->stamp.length > 0;
    dana_view when = a->datetime.length > 0 ? a->datetime : a->stamp;

    dana__add_points(a->class, &points);
    dana__add_points(a->id, &points);
    dana__add_points(a->test_id, &points);
    if (points.avoided + element_avoided(tag) >= 3) {
        add_part(w, tag, &points);
    }
    if (points.author >= 3) {
        add_inside(w, tag,
                   (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                .source = DANA_METADATA_VISIBLE,
                                .worth = 50 + (points.author < 6 ? points.author : 6) * 2});
    }
    if (points.modified >= 3 && points.modified > points.published) {
        add_inside(w, tag,
                   (dana__hint){.about = DANA__ABOUT_MODIFIED,
                                .source = DANA_METADATA_VISIBLE,
                                .worth = 60 + is_time * 8,
                                .extra = when});
    } else if (is_time || points.published >= 3) {
        add_inside(w, tag,
                   (dana__hint){.about = DANA__ABOUT_PUBLISHED,
                                .source = DANA_METADATA_VISIBLE,
                                .worth = 52 + is_time * 8 + (points.published > 3) * 4,
                                .extra = when});
    }
    if (points.subtitle >= 3) {
        add_inside(w, tag,
                   (dana__hint){.about = DANA__ABOUT_SUBTITLE,
                                .source = DANA_METADATA_VISIBLE,
                                .worth = 50 + points.subtitle});
    }
}

static void read_anchor(walker *w, const dana__markup *tag, const tag_attributes *a)
{
    w->in_anchor = true;
    if (has_word(a->rel, "author")) {
        add_inside(w, tag,
                   (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                .source = DANA_METADATA_VISIBLE,
                                .worth = 68,
                                .rule = "rel"});
    } else if (a->href.length > 0 && dana__leads_to_person(a->href)) {
        add_inside(w, tag,
                   (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                .source = DANA_METADATA_VISIBLE,
                                .worth = 46,
                                .rule = "href"});
    }
}

static bool is_void(const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    return kind == DANA__KIND_BR || kind == DANA__KIND_RULE || kind == DANA__KIND_META ||
           is_named(tag, "img") || is_named(tag, "link") || is_named(tag, "input") ||
           is_named(tag, "source") || is_named(tag, "wbr");
}

static void read_element(walker *w, const dana__markup *tag)
{
    tag_attributes a;

    read_attributes(w, tag, &a);
    if (dana__kind_of(tag->flags) == DANA__KIND_META) {
        read_meta(w, &a);
    } else if (is_named(tag, "link")) {
        read_link(w, &a);
    } else if ((tag->flags & (DANA__HTML | DANA__BODY)) != 0) {
        if ((tag->flags & DANA__HTML) != 0 && w->out->html_lang.length == 0) {
            w->out->html_lang = a.lang.length > 0 ? a.lang : a.xml_lang;
        }
        if (w->out->html_dir.length == 0) {
            w->out->html_dir = a.dir;
        }
    } else if (!is_void(tag)) {
        if ((tag->flags & DANA__ANCHOR) != 0) {
            read_anchor(w, tag, &a);
        }
        if (!read_member(w, tag, &a)) {
            read_class_words(w, tag, &a);
        }
    }
}

/* Where the first h1 stands. */
static void note_heading(walker *w, const dana__markup *tag)
{
    bool first = dana__kind_of(tag->flags) == DANA__KIND_HEADING && tag->name_text[1] == '1' &&
                 w->out->heading_piece == UINT32_MAX;

    if (first) {
        w->out->heading_piece = w->piece;
        w->out->heading_at = (uint32_t)(tag->end - w->base);
    }
}

static void read_start_tag(walker *w, const dana__markup *tag)
{
    w->block |= (tag->flags & DANA__BLOCK) != 0;
    note_heading(w, tag);
    if (w->open_count > 0 && !is_void(tag)) {
        count_open(w, tag);
    }
    if (tag->end - tag->name_text > (ptrdiff_t)tag->name.length + 1 || element_avoided(tag) > 0 ||
        is_named(tag, "time")) {
        read_element(w, tag);
    }
}

static void read_end_tag(walker *w, const dana__markup *tag)
{
    w->block |= (tag->flags & DANA__BLOCK) != 0;
    if ((tag->flags & DANA__ANCHOR) != 0) {
        w->in_anchor = false;
    }
    if (w->open_count > 0) {
        count_close(w, tag);
    }
}

/* Reads a script's JSON-LD. Returns the position behind the element. */
static dana_status read_script(walker *w, const dana__markup *tag, const char **behind)
{
    const char *close = dana__raw_text_end(tag->end, w->end, tag, behind);

    if (!dana__is_json_ld((dana_view){tag->start, (size_t)(tag->end - tag->start)})) {
        return DANA_OK;
    }
    return dana__ld_read(w->page->arena, &w->out->ld,
                         (dana_view){tag->end, (size_t)(close - tag->end)}, w->err);
}

/* Whether a text may hold a date: four digits in a row, of ASCII or of two bytes each, are all
 * that can be asked cheaply. */
static bool has_year(dana_view text)
{
    unsigned run = 0;

    for (size_t i = 0; i < text.length && run < 4; i++) {
        unsigned char c = (unsigned char)text.data[i];
        unsigned char next = i + 1 < text.length ? (unsigned char)text.data[i + 1] : 0;
        bool wide = (c == 0xD9 && next >= 0xA0 && next < 0xAA) || (c == 0xDB && next >= 0xB0);

        run = wide || (c >= '0' && c <= '9') ? run + 1 : 0;
        i += wide;
    }
    return run == 4;
}

/* Notes what a text may tell by itself: a date, a name behind words before one. */
static void read_short_text(walker *w, dana_view text)
{
    size_t words = dana__words_before(text, DANA__BEFORE_NAME);
    int start = w->block ? 4 : 0;

    if (w->byline) {
        add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                 .source = DANA_METADATA_VISIBLE,
                                 .form = DANA__FORM_BYLINE,
                                 .worth = 56 + w->in_anchor * 4,
                                 .rule = "byline",
                                 .text = text});
    }
    bool named = w->byline;

    w->byline = w->named && dana__words_before(text, DANA__BETWEEN_NAMES) == text.length;
    w->named = named;
    if (words > 0 && words < text.length) {
        add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                 .source = DANA_METADATA_VISIBLE,
                                 .form = DANA__FORM_BYLINE,
                                 .worth = 50 + start,
                                 .rule = "byline",
                                 .text = {text.data + words, text.length - words}});
    } else if (words > 0 || dana__ends_with_words(text, DANA__BEFORE_NAME)) {
        w->byline = true;
    }
    if (has_year(text)) {
        add_hint(w, (dana__hint){.about = DANA__ABOUT_PUBLISHED,
                                 .source = DANA_METADATA_VISIBLE,
                                 .form = DANA__FORM_TEXT,
                                 .worth = 40 + start,
                                 .rule = "text",
                                 .text = text});
    }
}

static void read_text(walker *w, const char *p, const char *end)
{
    dana_view text = dana__trim((dana_view){p, (size_t)(end - p)});
    size_t at = (size_t)(text.data - w->base);

    if (text.length == 0) {
        return;
    }
    if (w->headline.end > w->headline.start && w->out->headline_piece == UINT32_MAX &&
        at + text.length > w->headline.start) {
        w->out->headline_piece = w->piece;
        w->out->headline_at = w->headline.start;
    }
    if (w->out->content_piece == UINT32_MAX && at + text.length > w->content_start) {
        w->out->content_piece = w->piece;
    }
    bool is_short = text.length <= TEXT_MAX;

    if (is_short) {
        read_short_text(w, text);
    }
    w->byline = w->byline && is_short;
    w->changed = is_short && (dana__words_before(text, DANA__BEFORE_CHANGE) > 0 ||
                              dana__ends_with_words(text, DANA__BEFORE_CHANGE));
    w->piece++;
    w->block = false;
}

/* Reads the markup at p. *behind: where to go on. */
static dana_status read_markup(walker *w, const char *p, const char **behind)
{
    dana__markup tag;

    dana__read_markup(p, w->end, &tag);
    *behind = tag.end;
    if (tag.kind == DANA__END_TAG) {
        read_end_tag(w, &tag);
    }
    if (tag.kind != DANA__START_TAG) {
        return DANA_OK;
    }
    if ((tag.flags & DANA__SCRIPT) != 0) {
        return read_script(w, &tag, behind);
    }
    const char *dropped = NULL;

    if ((tag.flags & DANA__NOSCRIPT) != 0 && w->keep_noscript) {
        dropped = NULL;
    } else if ((tag.flags & DANA__RAW) != 0) {
        dana__raw_text_end(tag.end, w->end, &tag, &dropped);
    } else if ((tag.flags & DANA__NESTED) != 0) {
        dropped = dana__nested_end(&w->nesting, w->end, &tag);
    }
    if (dropped != NULL) {
        *behind = dropped;
    } else {
        read_start_tag(w, &tag);
    }
    return DANA_OK;
}

static dana_status read_source(walker *w)
{
    const char *p = w->base;
    dana_status status = DANA_OK;

    while (p < w->end && status == DANA_OK) {
        if (p >= w->poll_at) {
            status = dana__poll(w->page, w->err);
            w->poll_at = p + DANA__POLL_BYTES;
        }
        const char *markup = dana__find_markup(p, w->end);

        if (markup > p) {
            read_text(w, p, markup);
        }
        p = markup;
        if (p < w->end && status == DANA_OK) {
            status = read_markup(w, p, &p);
        }
    }
    while (w->open_count > 0) {
        close_open(w, w->open_count - 1, w->end);
    }
    return status;
}

dana_status dana__read_evidence(dana_page *page, const dana_metadata_input *input,
                                const void *without, dana__evidence *out, dana_error *err)
{
    const dana_selection *selection = &input->result->selection;
    walker w = {.page = page,
                .base = page->source.data,
                .end = page->source.data + page->source.length,
                .out = out,
                .headline = input->headline,
                .without = without,
                .content_start = selection->count > 0 ? selection->spans[0].start : 0,
                .keep_noscript = input->result->scan->options.keep_noscript,
                .poll_at = page->source.data,
                .err = err};

    *out = (dana__evidence){
        .headline_piece = UINT32_MAX, .heading_piece = UINT32_MAX, .content_piece = UINT32_MAX};
    dana__ld_init(&out->ld);
    if (selection->count > 0) {
        out->content_at = selection->spans[selection->count / 2].start;
    }
    size_t limit = DANA__HINTS_FREE + page->source.length / DANA__BYTES_PER_HINT;

    out->hint_limit = limit < DANA__HINTS_MAX ? limit : DANA__HINTS_MAX;
    dana_buffer_init(&out->memory, sizeof(*out->hints));
    dana_status status = dana_buffer_reserve(page->arena, &out->memory, out->hint_limit, err);

    if (status != DANA_OK) {
        return status;
    }
    out->hints = out->memory.data;
    out->parts = dana_arena_alloc(page->arena, DANA__PARTS_MAX * sizeof(*out->parts), err);
    if (out->parts == NULL) {
        return err->status;
    }
    return read_source(&w);
}

void dana__release_evidence(dana_page *page, dana__evidence *evidence)
{
    dana_buffer_release(page->arena, &evidence->memory);
}

bool dana__is_quoted(const dana__evidence *evidence, const dana__hint *hint)
{
    for (int32_t i = hint->part; i >= 0; i = evidence->parts[i].around) {
        if (evidence->parts[i].quote) {
            return true;
        }
    }
    return false;
}

static bool holds_place(const dana__part *part, size_t at)
{
    return at > 0 && at >= part->start && at < part->end;
}

/* Whether a part is none of the page's subject. */
static bool is_set_aside(const dana__evidence *evidence, const dana__part *part, bool with_comments)
{
    size_t headline = evidence->headline_at > 0 ? evidence->headline_at : evidence->heading_at;

    return (with_comments || !part->comments) && !holds_place(part, headline) &&
           !holds_place(part, evidence->content_at);
}

bool dana__is_aside(const dana__evidence *evidence, const dana__hint *hint, bool with_comments)
{
    for (int32_t i = hint->part; i >= 0; i = evidence->parts[i].around) {
        if (is_set_aside(evidence, &evidence->parts[i], with_comments)) {
            return true;
        }
    }
    return false;
}

bool dana__is_aside_at(const dana__evidence *evidence, size_t at, bool with_comments)
{
    for (size_t i = 0; i < evidence->part_count; i++) {
        const dana__part *part = &evidence->parts[i];

        if (at >= part->start && at < part->end && is_set_aside(evidence, part, with_comments)) {
            return true;
        }
    }
    return false;
}
