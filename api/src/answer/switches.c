#include "answer/switches.h"

#include "dana/format.h"

static dana_status switch_comments(api__extraction *e)
{
    bool take = e->request->options.control.comments == API__TAKEN;
    dana_status status = api__find_posts(e);

    return status == DANA_OK ? dana_set_comments(e->page, &e->posts, take, &e->result, &e->err)
                             : status;
}

dana_status api__switch_content(api__extraction *e)
{
    const api__control *control = &e->request->options.control;
    dana_status status = DANA_OK;

    e->result.plain = (control->no_links ? DANA_PLAIN_LINKS : 0u) |
                      (control->no_images ? DANA_PLAIN_IMAGES : 0u);
    if (control->comments == API__AS_FOUND && !control->no_tables) {
        return DANA_OK;
    }
    if (control->comments != API__AS_FOUND) {
        status = switch_comments(e);
    }
    if (status == DANA_OK && control->no_tables) {
        status = dana_leave_out_tables(e->page, &e->result, &e->err);
    }
    return status == DANA_OK ? dana_render_plain(e->page, &e->result, &e->text, &e->err) : status;
}
