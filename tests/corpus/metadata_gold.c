#include "metadata_gold.h"

#include "dana/evaluate.h"
#include "dates/date.h"

#include <string.h>

/* Appends text, with every separator of names (", ", " and ", " & ", "; ") replaced by the same
 * one. */
static size_t append_names(char *out, size_t length, size_t room, dana_view text)
{
    static const char *const marks[] = {", and ", " and ", " & ", "; ", ", "};

    for (size_t i = 0; i < text.length && length + 2 < room;) {
        size_t step = 0;

        for (size_t k = 0; k < sizeof(marks) / sizeof(marks[0]) && step == 0; k++) {
            size_t n = strlen(marks[k]);

            step = text.length - i >= n && memcmp(text.data + i, marks[k], n) == 0 ? n : 0;
        }
        out[length++] = step > 0 ? ',' : text.data[i];
        if (step > 0) {
            out[length++] = ' ';
        }
        i += step > 0 ? step : 1;
    }
    return length;
}

bool same_authors(const dana_metadata *m, const char *gold, char *joined, size_t room)
{
    char wanted[1024];
    size_t length = 0;

    for (size_t i = 0; i < m->author_count; i++) {
        if (i > 0) {
            length = append_names(joined, length, room, (dana_view){", ", 2});
        }
        length = append_names(joined, length, room, m->authors[i]);
    }
    joined[length] = '\0';
    if (gold == NULL) {
        return false;
    }
    size_t n = append_names(wanted, 0, sizeof(wanted), (dana_view){gold, strlen(gold)});

    return dana_same_text((dana_view){joined, length}, (dana_view){wanted, n});
}

const dana_metadata_field *date_of(const dana_metadata *m)
{
    return m->published.value.data != NULL ? &m->published : &m->modified;
}

bool same_date(const dana_metadata_field *field, const char *gold)
{
    dana__date wanted;
    dana__date found;
    dana_span span;
    dana__date_reading reading = {.machine = true};

    return gold != NULL && field->value.data != NULL &&
           dana__find_date((dana_view){gold, strlen(gold)}, reading, &wanted, &span) &&
           dana__find_date(field->value, reading, &found, &span) && dana__same_day(&wanted, &found);
}
