/*
 * Lists whose signs are typed: lines that begin with "•", or with "-" and a space, where no markup
 * says that they are items.
 */
#ifndef DANA_MARKDOWN_TYPED_H
#define DANA_MARKDOWN_TYPED_H

#include "dana/result.h"

#include <stdbool.h>

/* Lines in a row that begin with signs of one kind: the last run that was looked at. All zero: none
 * was yet. */
typedef struct {
    uint32_t start; /* source bytes of the first sign, */
    uint32_t end;   /* and behind the last one */
    bool is_list;
} dana__typed_run;

/* Returns the bytes of the sign at the start of a line's text, which is decoded, with the space
 * behind it; 0: there is none. */
size_t dana__typed_sign(dana_view text);

/*
 * Returns whether the line of a result that begins at a source byte, with a sign, is an item: two
 * lines and more in a row begin so, three with "-", and what they say is nobody's speech. Linear in
 * all, if each line is asked in its turn with the same *run.
 */
bool dana__is_typed_item(const dana_page *page, const dana_result *result, uint32_t at,
                         dana__typed_run *run);

#endif
