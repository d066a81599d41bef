#include "render/lines.h"

#include "render/output.h"

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

/* The marker of an item; what follows on later lines is indented by its width (5.2). */
static void put_marker(dana__renderer *r, dana__opened *item, dana__opened *list)
{
    size_t before = r->out.length;

    if (list->is_ordered) {
        dana__put_number(r, item->number);
    }
    dana__put(r, &list->marker, 1);
    dana__puts(r, " ");
    item->width = (uint16_t)(r->out.length - before);
    item->started = true;
    list->started = true;
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
