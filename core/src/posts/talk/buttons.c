#include "posts/talk/buttons.h"

#include "base/ascii.h"
#include "dates/words.h"

#include <stdlib.h>
#include <string.h>

static const char *const buttons[] = {
#include "posts/talk/buttons.def"
};

static int compare(const void *key, const void *row)
{
    return strcmp(key, *(const char *const *)row);
}

bool dana__is_button(dana_view text)
{
    char folded[DANA__FOLD_MAX + 1];
    size_t length = dana__fold_word(text, folded);

    folded[length] = '\0';
    return length > 0 &&
           bsearch(folded, buttons, DANA__COUNT(buttons), sizeof(*buttons), compare) != NULL;
}
