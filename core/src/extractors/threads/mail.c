#include "extractors/threads/mail.h"

#include "page/page.h"

#include <string.h>

/* How an archive's pages begin, within so many bytes, and how they mark a mail's text. */
#define BEGIN_MOST 80
static const char archive[] = "<!-- MHonArc v";
static const char body_start[] = "<!--X-Body-of-Message-->";
static const char body_end[] = "<!--X-Body-of-Message-End-->";

/* The source from a mark on; length 0: there is none. */
static dana_view from_mark(dana_view source, const char *mark)
{
    const char *at = memmem(source.data, source.length, mark, strlen(mark));
    size_t before = at != NULL ? (size_t)(at - source.data) : source.length;

    return (dana_view){source.data + before, source.length - before};
}

void dana__keep_mail(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    size_t most = page->source.length < BEGIN_MOST ? page->source.length : BEGIN_MOST;

    if (from_mark((dana_view){page->source.data, most}, archive).length == 0) {
        return;
    }
    dana_view start = from_mark(page->source, body_start);
    dana_view close = from_mark(start, body_end);

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
