#include "measure/labels.h"

#include <string.h>

/* What widgets say. */
static const char *const labels[] = {
#include "measure/widget_labels.def"
};

bool dana__is_widget_label(dana_view text)
{
    char second = text.length > 1 ? text.data[1] : '\0';

    for (size_t i = 0; text.length > 0 && i < sizeof(labels) / sizeof(*labels); i++) {
        if (labels[i][0] == text.data[0] && labels[i][1] == second &&
            strlen(labels[i]) == text.length && memcmp(labels[i], text.data, text.length) == 0) {
            return true;
        }
    }
    return false;
}
