#include "extractors/bounds/bounds.h"

#include "extractors/bounds/behind.h"
#include "extractors/bounds/beyond.h"
#include "extractors/bounds/called.h"
#include "extractors/bounds/hidden.h"
#include "extractors/bounds/next.h"
#include "extractors/bounds/outside.h"

void dana__cut_beside(const dana_page *page, dana__blocks *blocks, size_t headline,
                      bool may_be_article)
{
    dana__cut_outside(page, blocks, headline);
    dana__cut_behind(page, blocks, headline);
    if (may_be_article) {
        dana__cut_next_articles(page, blocks, headline);
        dana__cut_called(page, blocks, headline);
        dana__cut_hidden(page, blocks);
        dana__cut_doubtful(page, blocks, headline);
        dana__cut_beyond(page, blocks);
    }
}
