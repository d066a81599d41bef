#include "extractors/threads/mail.h"

#include "base/ascii.h"
#include "html/tokenizer.h"
#include "measure/spoken_tags.h"
#include "page/page.h"

#include <string.h>

/* How the pages of archives begin, within so many bytes, and how they mark a mail's text. */
#define BEGIN_MOST 600
static const struct {
    const char *begin;
    const char *text;
    const char *end;
} archives[] = {
    {"<!-- MHonArc v", "<!--X-Body-of-Message-->", "<!--X-Body-of-Message-End-->"},
    {"content=\"Sympa ", "<!--X-Body-of-Message-->", "<!--X-Body-of-Message-End-->"},
    {"//DTD HTML 3.2//EN", "<!--beginarticle-->", "<!--endarticle-->"}, /* Pipermail */
    {"content=\"hypermail ", "id=\"start\"", "<!-- body=\"end\" -->"},
};

/* The source from a mark on; length 0: there is none. */
static dana_view from_mark(dana_view source, const char *mark)
{
    const char *at = memmem(source.data, source.length, mark, strlen(mark));
    size_t before = at != NULL ? (size_t)(at - source.data) : source.length;

    return (dana_view){source.data + before, source.length - before};
}

/* How a page of public-inbox ends, within so many bytes. */
#define END_MOST 1024
static const char inbox_end[] = "mirroring instructions</a>";

/* Whether a block is a mail of public-inbox: the id of its element, or of the link that it begins
 * with on the page of a thread. */
static bool is_inbox_mail(const dana_page *page, const dana__block *block)
{
    dana_view tag = dana__tag_before(page->source.data, block->start);
    dana_view id;

    return tag.length > 0 && dana_tag_attribute(tag, "id", &id) && id.length > 0 &&
           (id.data[0] == 'm' || dana__is_text(id, "b"));
}

/* Takes the mails of a page that public-inbox made, and cuts all else, if there are any. */
static void keep_inbox(const dana_page *page, dana__blocks *blocks)
{
    bool has_mails = false;

    for (size_t i = 0; i < blocks->block_count && !has_mails; i++) {
        has_mails = is_inbox_mail(page, &blocks->blocks[i]);
    }
    for (size_t i = 0; i < blocks->block_count && has_mails; i++) {
        dana__block *block = &blocks->blocks[i];

        if (is_inbox_mail(page, block)) {
            block->decision = DANA__DECISION_LEARNED;
        } else if (dana__is_taken(block)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

/* Takes what stands between two marks, if both are there, and cuts all else but the subject. */
static void keep_text(const dana_page *page, dana__blocks *blocks, size_t headline, dana_view start,
                      dana_view close)
{
    for (size_t i = 0; close.length > 0 && i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        const char *at = page->source.data + block->start;

        if (at >= start.data && at < close.data) {
            block->decision = DANA__DECISION_LEARNED;
        } else if (dana__is_taken(block) && block->heading != 1 &&
                   (i != headline || at > start.data)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

bool dana__is_inbox(const dana_page *page)
{
    size_t last = page->source.length < END_MOST ? page->source.length : END_MOST;
    dana_view end = {page->source.data + page->source.length - last, last};

    return from_mark(end, inbox_end).length > 0;
}

void dana__keep_mail(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    if (dana__is_inbox(page)) {
        keep_inbox(page, blocks);
    }
    size_t most = page->source.length < BEGIN_MOST ? page->source.length : BEGIN_MOST;

    for (size_t i = 0; i < DANA__COUNT(archives); i++) {
        if (from_mark((dana_view){page->source.data, most}, archives[i].begin).length > 0) {
            dana_view text = from_mark(page->source, archives[i].text);

            keep_text(page, blocks, headline, text, from_mark(text, archives[i].end));
        }
    }
}
