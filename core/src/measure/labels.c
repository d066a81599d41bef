#include "measure/labels.h"

#include <string.h>
#include <strings.h>

/* What widgets say. */
static const char *const labels[] = {
#include "measure/widget_labels.def"
};

/* Whether a text is a label, in any case of its letters if the label has several words. */
static bool is_one(dana_view text, const char *label, bool *has_words)
{
    size_t length = strlen(label);

    *has_words = memchr(label, ' ', length) != NULL;
    return length == text.length && (memcmp(label, text.data, length) == 0 ||
                                     (*has_words && strncasecmp(label, text.data, length) == 0));
}

/* Whether a text is a label; *has_words: of several words. */
static bool find_label(dana_view text, bool *has_words)
{
    *has_words = false;
    for (size_t i = 0; i < sizeof(labels) / sizeof(*labels) && text.length > 0; i++) {
        if (((labels[i][0] ^ text.data[0]) & ~0x20) == 0 && is_one(text, labels[i], has_words)) {
            return true;
        }
    }
    return false;
}

bool dana__is_label(dana_view text)
{
    bool has_words;

    return find_label(text, &has_words);
}

bool dana__is_long_label(dana_view text)
{
    bool has_words;

    return find_label(text, &has_words) && has_words;
}
