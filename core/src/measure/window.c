#include "measure/window.h"

/* Blocks to each side whose text a window sums. */
#define WINDOW 4

void dana__move_window(dana__window *window, const dana__blocks *blocks, size_t index)
{
    size_t first = index > WINDOW ? index - WINDOW : 0;
    size_t end = index + WINDOW + 1 < blocks->block_count ? index + WINDOW + 1
                                                          : blocks->block_count;

    for (; window->end < end; window->end++) {
        const dana__block *block = &blocks->blocks[window->end];

        window->text += block->text;
        window->links += block->link_text;
        window->taken += dana__is_taken(block);
    }
    for (; window->first < first; window->first++) {
        const dana__block *block = &blocks->blocks[window->first];

        window->text -= block->text;
        window->links -= block->link_text;
        window->taken -= dana__is_taken(block);
    }
}
