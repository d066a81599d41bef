#include "select/read_tree.h"

#include "html/content.h"
#include "page/pass.h"
#include "select/end_tags.h"
#include "select/start_tags.h"
#include "select/tag_groups.h"

#define MATH_KEY DANA__NAME_KEY('m', 'a', 't', 'h')

/* A page that is being read. html, head, body: their places on the stack; 0: not opened yet. */
typedef struct {
    dana__open_nodes nodes;
    size_t html;
    size_t head;
    size_t body;
} state;

/* Opens the html, head or body element unless it was there before; tag NULL: it is implied. */
static void open_once(state *s, size_t *place, const dana__markup *tag, const char *name,
                      const char *at)
{
    if (*place != 0) {
        /* 13.2.6.4.7: what the tag has and the open element lacks is added to that. */
        if (tag != NULL && s->nodes.reader->merge != NULL) {
            dana__open_node *node = &s->nodes.stack[*place];

            s->nodes.reader->merge(s->nodes.reader->state, node - 1, node, tag);
        }
        return;
    }
    *place = s->nodes.depth;
    if (tag != NULL) {
        dana__push_open(&s->nodes, tag);
    } else {
        dana__push_implied(&s->nodes, name, at);
    }
}

static void open_html(state *s, const char *at)
{
    open_once(s, &s->html, NULL, "html", at);
}

/* The head goes on up to here: what stands between it and the body belongs to it. */
static void open_body(state *s, const dana__markup *tag, const char *at)
{
    open_html(s, at);
    if (s->body == 0) {
        open_once(s, &s->head, NULL, "head", at);
        dana__pop_open(&s->nodes, s->html + 1, at);
    }
    open_once(s, &s->body, tag, "body", at);
}

/* Opens what must be open before an element of a name begins. */
static void prepare_for(state *s, const dana__markup *tag)
{
    if (s->body != 0) {
        return;
    }
    if (dana__is_of_head(tag)) {
        open_html(s, tag->start);
        open_once(s, &s->head, NULL, "head", tag->start);
    } else if (s->head == 0 || s->nodes.depth == s->head + 1) {
        open_body(s, NULL, tag->start);
    } /* else it stands inside an element of the head, a noscript */
}

/* Where an element ends that begins with a tag and holds nothing; NULL: it may hold something. */
static const char *leaf_end(const state *s, const dana__pass *pass, const dana__markup *tag)
{
    bool in_math = s->nodes.open_names[dana__element_row((dana__name){MATH_KEY, 0})] > 0;

    if (pass->dropped) {
        return pass->p;
    }
    return dana__is_void(tag) || (in_math && dana__is_empty_element(tag)) ? tag->end : NULL;
}

static void read_start_tag(state *s, const dana__pass *pass, const dana__markup *tag)
{
    switch (dana__kind_of(tag->flags)) {
    case DANA__KIND_HTML:
        open_once(s, &s->html, tag, "html", tag->start);
        return;
    case DANA__KIND_HEAD:
        open_html(s, tag->start);
        if (s->head == 0) {
            open_once(s, &s->head, tag, "head", tag->start);
        }
        return;
    case DANA__KIND_BODY:
        open_body(s, tag, tag->start);
        return;
    default:
        break;
    }
    prepare_for(s, tag);
    dana__open_start_tag(&s->nodes, tag, leaf_end(s, pass, tag));
}

static void read_end_tag(state *s, const dana__markup *tag)
{
    const uint64_t outer = DANA__KIND_BIT(HTML) | DANA__KIND_BIT(HEAD) | DANA__KIND_BIT(BODY);

    if (s->html == 0 || dana__is_kind_in(dana__kind_of(tag->flags), outer)) {
        return; /* what comes after </body> belongs to it all the same */
    }
    if (s->nodes.overflow > 0) {
        s->nodes.overflow--;
        return;
    }
    if (dana__kind_of(tag->flags) != DANA__KIND_P || s->body != 0) {
        dana__close_end_tag(&s->nodes, tag);
    }
}

/* A text in the page's head begins its body. */
static void read_text(state *s, const dana__markup *text)
{
    const char *p = text->start;

    if (s->body != 0 || (s->head != 0 && s->nodes.depth > s->head + 1)) {
        return;
    }
    while (p < text->end && dana__is_space(*p)) {
        p++;
    }
    if (p < text->end) {
        open_body(s, NULL, p);
    }
}

static dana_status read_page(state *s, dana_page *page, dana_error *err)
{
    dana__pass pass;
    dana__markup token;

    dana__pass_start(&pass, page, true, err);
    while (dana__pass_next(&pass, &token)) {
        if (token.kind == DANA__START_TAG) {
            read_start_tag(s, &pass, &token);
        } else if (token.kind == DANA__END_TAG) {
            read_end_tag(s, &token);
        } else if (token.kind == DANA__TEXT) {
            read_text(s, &token);
        }
    }
    dana__pop_open(&s->nodes, 1, pass.end);
    s->nodes.reader->close(s->nodes.reader->state, &s->nodes.stack[0], pass.end);
    return pass.status;
}

dana_status dana__read_tree(dana_page *page, const dana__tree_reader *reader, dana_error *err)
{
    state s = {.nodes = {.reader = reader, .depth = 1}};
    dana_buffer stack;

    dana_buffer_init(&stack, sizeof(dana__open_node));
    dana_status status = dana_buffer_reserve(page->arena, &stack, DANA__OPEN_MAX, err);

    if (status != DANA_OK) {
        return status;
    }
    s.nodes.stack = stack.data;
    s.nodes.stack[0] = (dana__open_node){.serial = 0};
    status = read_page(&s, page, err);
    dana_buffer_release(page->arena, &stack);
    return status;
}
