#include "outline/apply.h"

#include "outline/blocks.h"
#include "outline/code_lines.h"
#include "outline/inline.h"
#include "outline/tables.h"

void dana__apply_tag(dana__outline *o, const dana__markup *tag)
{
    bool is_end = tag->kind == DANA__END_TAG;

    if ((tag->flags & DANA__BLOCK) != 0) {
        if (is_end) {
            dana__close_block(o, tag);
        } else {
            dana__open_block(o, tag);
        }
    } else if (dana__read_code_paragraph(o, tag)) {
        return;
    } else if (!is_end) {
        dana__open_inline(o, tag);
    } else {
        dana__close_inline(o, tag);
    }
}

void dana__apply_text(dana__outline *o)
{
    dana__imply_cell(o);
    const dana__frame *top = dana__innermost(o);

    if (top != NULL && top->leaf > 0) {
        o->blocks[top->leaf - 1].has_text = true;
    }
}
