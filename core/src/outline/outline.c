#include "outline/outline.h"

#include "base/ascii.h"
#include "listing/class_words.h"
#include "outline/apply.h"
#include "outline/code_lines.h"
#include "outline/inline.h"
#include "outline/skip.h"
#include "outline/stack.h"
#include "outline/tables.h"

#include <string.h>
#include <strings.h>

void dana__outline_start(dana__outline *outline, const dana_page *page, bool keeps_noscript,
                         dana_span part, dana_error *err)
{
    /* The stacks are not cleared: what is pushed is set. */
    memset(outline->open_names, 0, sizeof(outline->open_names));
    memset(outline->carried, 0, sizeof(outline->carried));
    outline->block_count = 0;
    outline->overflow = 0;
    outline->unchanged = 0;
    outline->inline_count = 0;
    outline->border = false;
    outline->serial = 0;
    outline->table_count = 0;
    outline->in_parenthesis = false;
    outline->wasted = 0;
    outline->counted = 0;
    outline->code = (dana__code_lines){0};
    outline->tables = NULL;
    outline->media_count = 0;
    outline->quiet = page->source.data;
    outline->owes_text = false;
    outline->reads_signs = false;
    outline->passes_space = false;
    outline->passed_space = false;
    dana__pass_start(&outline->pass, page, keeps_noscript, err);
    outline->pass.p = page->source.data + part.start;
    outline->stop = page->source.data + part.end;
}

void dana__outline_quiet(dana__outline *outline, size_t until)
{
    const char *source = outline->pass.page->source.data;
    size_t stop = (size_t)(outline->stop - source);

    outline->quiet = source + (until < stop ? until : stop);
}

void dana__outline_media(dana__outline *outline, const uint32_t *offsets, size_t count)
{
    outline->media = offsets;
    outline->media_count = count;
}

/* Makes an event of a tag that is one of the media; those before it are passed. */
static bool read_media(dana__outline *o, const dana__markup *tag, dana__event *event)
{
    uint32_t at = (uint32_t)(tag->start - o->pass.page->source.data);

    while (o->media_count > 0 && o->media[0] < at) {
        o->media++;
        o->media_count--;
    }
    if (o->media_count == 0 || o->media[0] != at || tag->kind != DANA__START_TAG) {
        return false;
    }
    dana__imply_cell(o);
    event->kind = DANA__EVENT_MEDIA;
    event->start = tag->start;
    event->end = tag->end;
    return true;
}

/* Whether a tag can begin a formula, as far as its page is known: most have no class of one. */
static bool may_be_formula(const dana__outline *o, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);
    if (kind == DANA__KIND_SPAN || kind == DANA__KIND_DIV) {
        return !tag->is_plain && dana__may_have_class(o->pass.page, DANA__CLASS_FORMULA);
    }
    return kind == DANA__KIND_NONE && (tag->flags & DANA__ANCHOR) == 0;
}

/* Passes the formula that a start tag begins. Returns false where it begins none. */
static bool pass_formula(dana__outline *o, const dana__markup *tag, dana__event *event)
{
    dana__pass *pass = &o->pass;
    const char *raw_end = pass->dropped ? pass->raw_end : NULL;

    if (tag->kind != DANA__START_TAG || (pass->dropped && raw_end == NULL) ||
        (!pass->dropped && !may_be_formula(o, tag))) {
        return false;
    }
    const char *end = dana__find_formula(tag, pass->end, raw_end, &o->wasted, &event->formula);

    if (end == NULL) {
        return false;
    }
    pass->p = pass->dropped ? pass->p : end;
    event->kind = DANA__EVENT_FORMULA;
    event->start = tag->start;
    event->end = end;
    return true;
}

/* Whether an element in an item plays a box to tick; says which. */
static bool is_played_box(const dana__outline *o, const dana__markup *tag, dana__event *event)
{
    dana_view view = {tag->start, (size_t)(tag->end - tag->start)};
    const dana__frame *top = dana__innermost(o);
    dana_view value;

    if (tag->kind != DANA__START_TAG || view.length < sizeof("<i role=checkbox>") - 1 ||
        top == NULL || dana__part_at(o, top->near) != DANA__PART_ITEM ||
        !dana_tag_attribute(view, "role", &value) || !dana__is_text(value, "checkbox")) {
        return false;
    }
    event->kind = dana_tag_attribute(view, "aria-checked", &value) && dana__is_text(value, "true")
                      ? DANA__EVENT_CHECKED
                      : DANA__EVENT_BOX;
    return true;
}

/* Whether a box to tick is a part of the page's machinery, which styles, scripts or forms know by
 * its id or name: folds of replies, menus, filters. Those of tasks are disabled, or called so. */
static bool is_switch(dana_view tag)
{
    static const char task[] = "task";
    dana_view value;

    if (dana_tag_attribute(tag, "disabled", &value) ||
        (dana_tag_attribute(tag, "class", &value) &&
         memmem(value.data, value.length, task, sizeof(task) - 1) != NULL)) {
        return false;
    }
    return dana_tag_attribute(tag, "id", &value) || dana_tag_attribute(tag, "name", &value);
}

/* Whether a tag is a box to tick; says which. */
static bool is_box(const dana__markup *tag, dana__event *event)
{
    dana_view view = {tag->start, (size_t)(tag->end - tag->start)};
    dana_view value;

    if (tag->name.key != DANA__NAME_KEY('i', 'n', 'p', 'u', 't') || tag->name.length != 5 ||
        tag->kind != DANA__START_TAG || !dana_tag_attribute(view, "type", &value) ||
        value.length != 8 || strncasecmp(value.data, "checkbox", 8) != 0 || is_switch(view)) {
        return false;
    }
    event->kind = dana_tag_attribute(view, "checked", &value) ? DANA__EVENT_CHECKED
                                                              : DANA__EVENT_BOX;
    return true;
}

/* Whether a tag ends the line that says whom a quotation quotes, which forum programs set right
 * before its text: "<cite>Ann wrote:</cite>Take two". The tag is applied then. */
static bool ends_quoted(dana__outline *o, const dana__markup *tag)
{
    const dana__frame *top = dana__innermost(o);
    const char *next = tag->end;

    if (tag->name.key != DANA__NAME_KEY('c', 'i', 't', 'e') || tag->name.length != 4 ||
        tag->kind != DANA__END_TAG || next >= o->pass.end || top == NULL ||
        dana__part_at(o, top->near) != DANA__PART_QUOTE ||
        !(dana__is_letter(*next) || dana__is_digit(*next) || (unsigned char)*next >= 0x80)) {
        return false;
    }
    dana__apply_tag(o, tag);
    return true;
}

/* Applies the start tag of a cell. Returns true where the cell is a sign. */
static bool read_cell(dana__outline *o, const dana__markup *tag, dana__event *event)
{
    const char *next = tag->end;

    dana__apply_tag(o, tag);
    while (next < o->pass.end && dana__is_space(*next)) {
        next++;
    }
    if (!o->reads_signs || next + 1 >= o->pass.end || *next != '<' || next[1] == '/') {
        return false;
    }
    char sign = dana__sign_of_cell(tag, o->pass.end, &event->end);

    event->kind = sign == 'y' ? DANA__EVENT_YES : DANA__EVENT_NO;
    return sign != '\0';
}

/* Applies a tag to the stacks. Returns true where it is an event. */
static bool read_tag(dana__outline *o, const dana__markup *tag, dana__event *event)
{
    dana__kind kind = dana__kind_of(tag->flags);

    bool is_event;

    event->kind = DANA__EVENT_BREAK;
    event->start = tag->start;
    event->end = tag->end;
    if (dana__pass_beside_code(o, tag)) {
        return false;
    }
    if (dana__open_listing(o) != NULL && dana__read_code_tag(o, tag, event, &is_event)) {
        return is_event;
    }
    if (dana__open_listing(o) == NULL && pass_formula(o, tag, event)) {
        dana__imply_cell(o);
        return true;
    }
    if ((tag->name.key & 0xFF) == 'r') {
        dana__read_ruby_tag(o, tag);
    }
    if (kind == DANA__KIND_BR || is_box(tag, event) || is_played_box(o, tag, event) ||
        ends_quoted(o, tag)) {
        return true;
    }
    if (kind == DANA__KIND_RULE && tag->kind == DANA__START_TAG) {
        dana__close_p(o);
        o->border = true;
        event->kind = DANA__EVENT_RULE;
        return true;
    }
    if (kind == DANA__KIND_CELL && tag->kind == DANA__START_TAG) {
        return read_cell(o, tag, event);
    }
    dana__apply_tag(o, tag);
    return false;
}

/* Reads the next token that has to be read. Returns false where there is none. */
static bool next_token(dana__outline *o, dana__markup *token)
{
    const dana__pass *pass = &o->pass;

    o->owes_text |= dana__open_listing(o) != NULL;
    return pass->p < o->stop && pass->status == DANA_OK && dana__pass_next(&o->pass, token);
}

/* Goes on to what has to be read. Returns true where a text before it is an event. */
static inline bool pass_taped(dana__outline *o, dana__event *event)
{
    if (o->pass.p < o->quiet) {
        dana__outline_skip(o);
    }
    return o->pass.p >= o->quiet && dana__outline_pass(o, event);
}

/* Notes a text. Returns true where it is an event. */
static bool read_text(dana__outline *o, const dana__markup *text, dana__event *event)
{
    if (!dana__is_blank_text(text->start, text->end, o->pass.end)) {
        dana__apply_text(o);
    }
    event->kind = DANA__EVENT_TEXT;
    event->start = text->start;
    event->end = text->end;
    if (dana__open_listing(o) == NULL) {
        o->owes_text &= o->in_parenthesis;
        return !o->in_parenthesis;
    }
    return !o->in_parenthesis && dana__read_code_text(o, event);
}

/* Reads markup. Returns true where it is an event. */
static bool read_markup(dana__outline *o, const dana__markup *token, dana__event *event)
{
    bool is_tag = token->kind == DANA__START_TAG || token->kind == DANA__END_TAG;

    if (is_tag && (o->pass.dropped ? pass_formula(o, token, event) : read_tag(o, token, event))) {
        return true;
    }
    return o->media_count > 0 && read_media(o, token, event);
}

bool dana__outline_next(dana__outline *outline, dana__event *event)
{
    dana__markup token;

    while (true) {
        if (pass_taped(outline, event)) {
            return true;
        }
        if (!next_token(outline, &token)) {
            return false;
        }
        if (token.kind == DANA__TEXT ? read_text(outline, &token, event)
                                     : read_markup(outline, &token, event)) {
            return true;
        }
    }
}
