#include "page/pass.h"

#include "wide/fastest.h"

void dana__pass_start(dana__pass *pass, const dana_page *page, bool keep_noscript, dana_error *err)
{
    const char *source = page->source.data;

    *pass = (dana__pass){.page = page,
                         .p = source,
                         .end = source + page->source.length,
                         .poll_at = source,
                         .max_tokens = SIZE_MAX,
                         .keep_noscript = keep_noscript,
                         .tag_end = dana__choose_tag_end(true),
                         .is_noted = true,
                         .tape = page->tape.source == source &&
                                         page->tape.keep_noscript == keep_noscript
                                     ? &page->tape
                                     : NULL,
                         .err = err,
                         .status = DANA_OK};
}

dana_status dana__pass_check(dana__pass *pass)
{
    size_t left = (size_t)(pass->end - pass->p);

    if (pass->status == DANA_OK && pass->tokens > pass->max_tokens) {
        pass->status = dana_error_set_limit(
            pass->err, DANA_TOO_COMPLEX, (size_t)(pass->p - pass->page->source.data), "nodes",
            pass->max_tokens, "the page has more nodes than the limit of %zu", pass->max_tokens);
    }
    if (pass->status == DANA_OK) {
        pass->status = dana__poll(pass->page, pass->err);
    }
    pass->poll_at = pass->status != DANA_OK   ? pass->p
                    : left > DANA__POLL_BYTES ? pass->p + DANA__POLL_BYTES
                                              : pass->end;
    return pass->status;
}

void dana__pass_element(dana__pass *pass, const dana__markup *tag)
{
    /* A frame is written as most tags are. */
    if (pass->is_noted && (tag->flags & DANA__FRAME) != 0 && (tag->seen & DANA__SEEN) == 0) {
        return;
    }
    const char *after = dana__dropped_end(&pass->nesting, pass->end, tag, pass->keep_noscript,
                                          &pass->raw_end);

    pass->dropped = after != NULL;
    pass->p = after != NULL ? after : tag->end;
}

/* Finds the record that comes next where somebody has moved the pass. Returns false where the tape
 * does not know the place. */
static bool find_record(dana__pass *pass)
{
    size_t index = dana__tape_find(pass->tape, pass->p, pass->end);

    if (index == SIZE_MAX) {
        return false;
    }
    pass->record = pass->tape->records + index;
    pass->taped = pass->p;
    return true;
}

/* As dana__pass_next_taped. */
static inline bool read_taped(dana__pass *pass, dana__markup *token)
{
    if (pass->taped != pass->p && !find_record(pass)) {
        return false;
    }
    const dana__tape *tape = pass->tape;
    const dana__taped *record = pass->record;
    const char *p = pass->p;
    const char *start = record < tape->records + tape->count ? tape->source + record->start
                                                             : pass->end;

    if (p < start) {
        token->kind = DANA__TEXT;
        token->start = p;
        token->end = start;
        token->is_blank = false;
        pass->p = pass->taped = start;
        return true;
    }
    dana__tape_read(tape, record, pass->end, token);
    pass->p = token->end;
    if ((record->bits & DANA__TAPE_DROPPED) != 0) {
        record++;
        pass->dropped = true;
        pass->p = tape->source + record->start;
        pass->raw_end = record->length != DANA__TAPE_LONG ? pass->p - record->length : NULL;
    }
    pass->record = record + 1;
    pass->taped = pass->p;
    return true;
}

bool dana__pass_next_taped(dana__pass *pass, dana__markup *token)
{
    return read_taped(pass, token);
}

/* Reads the next token from the source, as few passes do: apart, so that those with a tape save
 * few registers. */
static __attribute__((noinline)) void read_source(dana__pass *pass, dana__markup *token)
{
    dana__pass_next_read(pass, token);
}

bool dana__pass_next(dana__pass *pass, dana__markup *token)
{
    if (!dana__pass_begin(pass)) {
        return false;
    }
    if (pass->tape == NULL || !read_taped(pass, token)) {
        read_source(pass, token);
    }
    return true;
}

const dana__taped *dana__pass_record(dana__pass *pass)
{
    if (pass->tape == NULL || (pass->taped != pass->p && !find_record(pass))) {
        return NULL;
    }
    return pass->record < pass->tape->records + pass->tape->count ? pass->record : NULL;
}

bool dana__pass_next_tag(dana__pass *pass, dana__markup *tag)
{
    while (dana__pass_next(pass, tag)) {
        if (tag->kind == DANA__START_TAG || tag->kind == DANA__END_TAG) {
            return true;
        }
    }
    return false;
}

static void tell(const dana__listener *listener, const dana__pass *pass, const dana__markup *token)
{
    switch (token->kind) {
    case DANA__TEXT:
        listener->text(listener->state, token->start, token->end, NULL);
        break;
    case DANA__START_TAG:
        listener->start_tag(listener->state, token, pass->dropped, pass->raw_end);
        break;
    case DANA__END_TAG:
        listener->end_tag(listener->state, token);
        break;
    default:
        break;
    }
}

/* Tells listeners of a text in a source that ends at `source_end`. */
static inline void tell_text(const dana__listener *listeners, size_t count, const char *p,
                             const char *end, const char *source_end)
{
    bool is_blank = dana__is_blank_text(p, end, source_end);

    for (size_t i = 0; i < count; i++) {
        if (!is_blank || !listeners[i].no_blanks) {
            listeners[i].text(listeners[i].state, p, end, NULL);
        }
    }
}

/* Tells listeners of what the tape tells of, up to where the pass has to ask whether to go on, or
 * to what has to be read from the source. */
static void run_taped(dana__pass *pass, const dana__listener *listeners, size_t count)
{
    const dana__taped *record = dana__pass_record(pass);
    dana__markup tag;

    while (record != NULL && pass->p < pass->poll_at) {
        const char *start = pass->tape->source + record->start;
        unsigned kind = record->bits & DANA__TAPE_KIND;

        if (start > pass->p) {
            tell_text(listeners, count, pass->p, start, pass->end);
            pass->p = pass->taped = start;
        }
        if (record->length == DANA__TAPE_LONG || kind == DANA__CUT_TAG) {
            return;
        }
        if (kind > DANA__END_TAG) {
            record = dana__pass_over(pass, record);
            continue;
        }
        dana__tape_read_tag(pass->tape, record, pass->end, &tag);
        pass->dropped = (record->bits & DANA__TAPE_DROPPED) != 0;
        record = dana__pass_over(pass, record);
        pass->raw_end = pass->dropped && pass->record[-1].length != DANA__TAPE_LONG
                            ? pass->p - pass->record[-1].length
                            : NULL;
        for (size_t i = 0; i < count; i++) {
            tell(&listeners[i], pass, &tag);
        }
    }
}

dana_status dana__pass_run(const dana_page *page, bool keep_noscript,
                           const dana__listener *listeners, size_t count, dana_error *err)
{
    dana__pass pass;
    dana__markup token;

    dana__pass_start(&pass, page, keep_noscript, err);
    for (run_taped(&pass, listeners, count); dana__pass_next(&pass, &token);
         run_taped(&pass, listeners, count)) {
        for (size_t i = 0; i < count; i++) {
            tell(&listeners[i], &pass, &token);
        }
    }
    for (size_t i = 0; i < count && pass.status == DANA_OK; i++) {
        pass.status = listeners[i].finish(listeners[i].state);
    }
    return pass.status;
}
