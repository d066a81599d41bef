#include "render/lines.h"

#include "base/ascii.h"
#include "render/output.h"

/* The first number that Roman ones are not written for. */
#define ROMAN_END 4000

bool dana__in_cell(const dana__renderer *r)
{
    return r->opened_count > 0 && r->opened[r->opened_count - 1].part == DANA__PART_CELL;
}

static void put_spaces(dana__renderer *r, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        dana__puts(r, " ");
    }
}

/* Writes a number as letters, a to z and then aa, with `first` as the first of the alphabet. */
static void put_letters(dana__renderer *r, uint32_t number, char first)
{
    char out[8];
    size_t at = sizeof(out);

    for (; number > 0 && at > 0; number = (number - 1) / 26) {
        out[--at] = (char)(first + (char)((number - 1) % 26));
    }
    dana__put(r, out + at, sizeof(out) - at);
}

/* Writes a number below 4 000 as a Roman one, in small letters or capitals. */
static void put_roman(dana__renderer *r, uint32_t number, bool small)
{
    static const struct {
        uint32_t value;
        const char *capital;
        const char *small;
    } parts[] = {{1000, "M", "m"}, {900, "CM", "cm"}, {500, "D", "d"}, {400, "CD", "cd"},
                 {100, "C", "c"},  {90, "XC", "xc"},  {50, "L", "l"},  {40, "XL", "xl"},
                 {10, "X", "x"},   {9, "IX", "ix"},   {5, "V", "v"},   {4, "IV", "iv"},
                 {1, "I", "i"}};

    for (size_t i = 0; i < DANA__COUNT(parts); i++) {
        for (; number >= parts[i].value; number -= parts[i].value) {
            dana__puts(r, small ? parts[i].small : parts[i].capital);
        }
    }
}

/* An item's number as its list writes it. */
static void put_styled(dana__renderer *r, uint32_t number, char style)
{
    bool is_roman = style == 'i' || style == 'I';

    if (style == '\0' || number == 0 || (is_roman && number >= ROMAN_END)) {
        dana__put_number(r, number);
    } else if (is_roman) {
        put_roman(r, number, style == 'i');
    } else {
        put_letters(r, number, style);
    }
}

/* The marker of an item; what follows on later lines is indented by its width (5.2). Letters, and
 * numbers that count down, are no markers of Markdown: there they are the beginning of the item's
 * text. */
static void put_marker(dana__renderer *r, dana__opened *item, dana__opened *list)
{
    size_t before = r->out.length;

    if (list->is_ordered) {
        put_styled(r, item->number, list->style);
    }
    dana__put(r, &list->marker, 1);
    dana__puts(r, " ");
    item->width = (uint16_t)(r->out.length - before);
    if (!list->is_ordered && (list->style != '\0' || list->is_down)) {
        put_styled(r, item->number, list->style);
        dana__puts(r, list->style != '\0' ? ". " : "\\. ");
    }
    item->started = true;
    list->started = true;
    list->filled++;
}

void dana__start_line(dana__renderer *r)
{
    for (size_t i = 0; i < r->opened_count; i++) {
        dana__opened *opened = &r->opened[i];

        if (opened->part == DANA__PART_QUOTE) {
            dana__puts(r, "> ");
            opened->started = true;
        } else if (opened->part == DANA__PART_ITEM && opened->started) {
            put_spaces(r, opened->width);
        } else if (opened->part == DANA__PART_ITEM) {
            put_marker(r, opened, opened - 1);
        } else if (opened->part == DANA__PART_TERM) {
            opened[-1].started = true;
        } else if (opened->part == DANA__PART_DETAIL && opened[-1].started) {
            dana__puts(r, "  ");
        }
    }
    r->in_line = true;
    r->markdown.content = r->out.length;
}

void dana__put_box(dana__renderer *r)
{
    dana__puts(r, r->is_done ? "[x] " : "[ ] ");
}

void dana__end_line(dana__renderer *r)
{
    if (r->in_line) {
        dana__puts(r, "\n");
        r->in_line = false;
    }
}

void dana__blank_line(dana__renderer *r, size_t count)
{
    size_t spaces = 0;

    for (size_t i = 0; i < count; i++) {
        if (r->opened[i].part == DANA__PART_QUOTE) {
            put_spaces(r, spaces);
            dana__puts(r, ">");
            spaces = 1;
        } else if (r->opened[i].part == DANA__PART_ITEM) {
            spaces += r->opened[i].width;
        }
    }
    dana__puts(r, "\n");
}
