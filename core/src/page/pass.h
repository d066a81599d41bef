/*
 * The one pass over a page's source: its texts and markup in order, what is dropped with its
 * content, and the question whether to go on. Whoever reads the source reads it through this: the
 * scan, blocks, evidence, boxes, the outline. Listeners hear a pass that somebody else makes.
 */
#ifndef DANA_PAGE_PASS_H
#define DANA_PAGE_PASS_H

#include "html/dropped.h"
#include "html/find_text_end.h"
#include "html/read_tag.h"
#include "html/tape.h"
#include "page/listener.h"
#include "page/page.h"

/* A pass at work, and what is known of the token that it read last. */
typedef struct dana__pass {
    const dana_page *page;
    const char *p; /* the end of the token read last, and of the element that is dropped with it */
    const char *end;     /* of the source */
    const char *markup;  /* the markup at p or after it, where that is known */
    const char *poll_at; /* where to check next whether to go on */
    size_t tokens;       /* read so far */
    size_t max_tokens;   /* more of them are too many; checked every DANA__POLL_BYTES */
    bool keep_noscript;  /* the markup inside noscript elements counts */
    bool dropped;        /* a start tag whose element is dropped: p is the element's end */
    const char *raw_end; /* dropped: the end of its content where that is raw text, else NULL */
    dana__nesting nesting;
    bool is_noted;             /* tag_end notes attributes */
    dana__tag_ender *tag_end;  /* what finds the ends of tags in the source */
    const dana__tape *tape;    /* of the page, NULL: this pass reads the source */
    const char *taped;         /* where `record` is what comes next */
    const dana__taped *record; /* valid where taped is p */
    dana_error *err;
    dana_status status; /* whoever sets it ends the pass */
} dana__pass;

/* Starts a pass over a page's source. err must outlive the pass. */
void dana__pass_start(dana__pass *pass, const dana_page *page, bool keep_noscript, dana_error *err);

/*
 * Reads the next token: a text (DANA__TEXT) or a piece of markup, which what the last one dropped
 * does not belong to. Returns false at the source's end, or with pass->status set: DANA_CANCELLED,
 * DANA_TOO_COMPLEX where there are too many tokens. A whole pass is linear in the source's length.
 */
bool dana__pass_next(dana__pass *pass, dana__markup *token);

/*
 * Returns the record of the markup that comes next, which is not behind the source's end. NULL
 * where there is none, or the tape does not tell: the pass reads the source there.
 */
const dana__taped *dana__pass_record(dana__pass *pass);

/* Goes behind a record of less than DANA__TAPE_LONG bytes that comes next, and what is dropped with
 * it. Returns the next record, NULL where there is none. */
static inline const dana__taped *dana__pass_over(dana__pass *pass, const dana__taped *record)
{
    const dana__tape *tape = pass->tape;

    pass->p = tape->source + record->start + record->length;
    if ((record->bits & DANA__TAPE_DROPPED) != 0) {
        record++;
        pass->p = tape->source + record->start;
    }
    pass->record = record + 1;
    pass->taped = pass->p;
    return pass->record < tape->records + tape->count ? pass->record : NULL;
}

/* Whether a record is of a start tag whose element holds nothing but text: the end tag of its name
 * comes next. Names are those of the table of elements, of less than DANA__TAPE_LONG bytes. */
static inline bool dana__holds_text_alone(const dana__pass *pass, const dana__taped *record)
{
    const unsigned what = DANA__TAPE_KIND | DANA__TAPE_KNOWN | DANA__TAPE_DROPPED;
    const dana__taped *next = record + 1;

    return next < pass->tape->records + pass->tape->count && record->row == next->row &&
           (record->bits & what) == ((unsigned)DANA__START_TAG | DANA__TAPE_KNOWN) &&
           (next->bits & what) == ((unsigned)DANA__END_TAG | DANA__TAPE_KNOWN) &&
           record->length != DANA__TAPE_LONG && next->length != DANA__TAPE_LONG;
}

/* Reads up to the next start or end tag. Returns false as dana__pass_next does. */
bool dana__pass_next_tag(dana__pass *pass, dana__markup *tag);

/* Checks whether a pass may go on, and returns its status. */
dana_status dana__pass_check(dana__pass *pass);

/* Passes the element of a start tag where it is dropped with its content. */
void dana__pass_element(dana__pass *pass, const dana__markup *tag);

/* Reads the next token from the tape. Returns false where that does not know the place. */
bool dana__pass_next_taped(dana__pass *pass, dana__markup *token);

/* As dana__pass_next, from the source. */
static inline void dana__pass_next_read(dana__pass *pass, dana__markup *token)
{
    const char *p = pass->p;
    const char *name = dana__tag_name_at(p, pass->end);

    if (name == NULL) {
        const char *markup = p != pass->markup ? dana__find_text_end(p, pass->end, &token->is_blank)
                                               : p;

        if (markup > p) {
            token->kind = DANA__TEXT;
            token->start = p;
            token->end = markup;
            pass->p = markup;
            pass->markup = markup;
            return;
        }
        dana__read_markup(p, pass->end, token);
    } else {
        dana__read_tag_at(p, name, pass->end, pass->tag_end, token);
    }
    pass->p = token->end;
    if (dana__may_be_dropped(token)) {
        dana__pass_element(pass, token);
    }
}

/* Begins a token. Returns false where a pass ends, as dana__pass_next does. */
static inline bool dana__pass_begin(dana__pass *pass)
{
    const char *p = pass->p;

    if (p >= pass->poll_at && (p >= pass->end || dana__pass_check(pass) != DANA_OK)) {
        return false;
    }
    pass->tokens++;
    pass->dropped = false;
    return true;
}

/* As dana__pass_next, inlined into the scan, which reads the source. */
static inline bool dana__next_token(dana__pass *pass, dana__markup *token)
{
    if (!dana__pass_begin(pass)) {
        return false;
    }
    if (pass->tape == NULL || !dana__pass_next_taped(pass, token)) {
        dana__pass_next_read(pass, token);
    }
    return true;
}

/*
 * Makes a whole pass over a page for `count` listeners, without counts of text. Their `finish` is
 * called where the source's end is reached. Errors: those of dana__pass_next and of the listeners.
 */
DANA_MUST_USE dana_status dana__pass_run(const dana_page *page, bool keep_noscript,
                                         const dana__listener *listeners, size_t count,
                                         dana_error *err);

#endif
