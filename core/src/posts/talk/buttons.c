#include "posts/talk/buttons.h"

#include "base/ascii.h"
#include "base/search.h"
#include "dates/words.h"

static const char *const buttons[] = {
#include "posts/talk/buttons.def"
};

bool dana__is_button(dana_view text)
{
    char folded[DANA__FOLD_MAX + 1];
    size_t length = dana__fold_word(text, folded);

    folded[length] = '\0';
    return dana__is_row(folded, buttons, DANA__COUNT(buttons));
}
