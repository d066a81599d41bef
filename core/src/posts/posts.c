#include "dana/posts.h"

#include "base/ascii.h"
#include "base/error.h"
#include "dana/result.h"
#include "evidence/read_evidence.h"
#include "extractors/auto/auto.h"
#include "page/pass.h"
#include "posts/find_items.h"
#include "posts/item_text.h"
#include "text/span_sets.h"

#include <string.h>

/* Writes an item's date. */
static dana_status write_date(const dana__search *search, const dana__item *item, dana_view *out)
{
    *out = (dana_view){NULL, 0};
    if (item->date < 0 && !item->is_dated) {
        return DANA_OK;
    }
    char *text = dana_arena_alloc(search->arena, DANA__DATE_MAX, search->err);

    if (text == NULL) {
        return search->err->status;
    }
    *out = (dana_view){text, dana__write_date(&item->when, text)};
    return DANA_OK;
}

static dana_post_role role_of(const dana__item *item)
{
    if ((item->roles & (DANA__ROLE_ANSWER | DANA__ROLE_ACCEPTED)) != 0) {
        return DANA_ROLE_ANSWER;
    }
    return (item->roles & DANA__ROLE_QUESTION) != 0 ? DANA_ROLE_QUESTION : DANA_ROLE_NONE;
}

/* What posts are made of. */
typedef struct {
    const dana__search *search;
    const dana__tallies *tallies;
    const dana__stated_list *stated;
    const dana__items *items;
} making;

static dana_status make_post(const making *m, size_t index, dana_post *posts)
{
    const dana__search *search = m->search;
    const dana__item *item = &m->items->items[index];
    dana_post *post = &posts[index];
    dana_selection own;

    *post = (dana_post){
        .kind = item->called == DANA__CALLED_POST ? DANA_ITEM_POST : DANA_ITEM_COMMENT,
        .role = role_of(item),
        .is_accepted = (item->roles & DANA__ROLE_ACCEPTED) != 0,
        .has_votes = item->votes_worth > 0,
        .votes = item->votes,
        .author = item->name,
        .span = {item->start, item->end},
        .parent = item->parent,
        .depth = item->parent >= 0 ? posts[item->parent].depth + 1 : 0,
    };
    dana_status status = dana__item_ranges(search, m->items, index, &own);

    if (status == DANA_OK) {
        post->ranges = own.spans;
        post->range_count = own.count;
        status = write_date(search, item, &post->date);
    }
    if (status == DANA_OK && item->stated >= 0) {
        status = dana__add_stated(search, &m->stated->list[item->stated], post);
    }
    return status == DANA_OK ? dana__item_text(search, m->tallies, item, &own, &post->text)
                             : status;
}

/* Whether the page calls itself a thread, or questions and answers. */
static bool is_forum(const dana_page *page)
{
    const dana__auto_trace *trace = page->trace;

    return trace != NULL && (trace->blocks.hints & DANA__HINT_FORUM) != 0;
}

/* Whether the page is a thread by what it says or looks like. */
static bool is_thread(const dana__search *search)
{
    return is_forum(search->page) || search->input->result->page_type == DANA_PAGE_FORUM;
}

/* Whether no item answers another one: the replies of a thread, one after the other. */
static bool is_flat(const dana__items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        if (items->items[i].parent >= 0) {
            return false;
        }
    }
    return true;
}

/* Of so many bytes of content one may lie outside the comments of a thread; of a page that looks
 * like an article. */
#define OUTSIDE_PART         5
#define OUTSIDE_ARTICLE_PART 50

/* Whether the content is nothing but comments: comments of no text are the posts of a thread. What
 * a post has of it is a text that readers comment on. */
static bool is_all_comments(const dana__search *search, const dana__items *items)
{
    const dana_result *result = search->input->result;
    uint64_t outside = 0;
    uint64_t all = 0;
    size_t span = 0;
    size_t next = 0;
    uint32_t end = 0;

    for (size_t i = 0; i < result->scan->unit_count; i++) {
        const dana_unit *unit = &result->scan->units[i];

        while (next < items->count && items->items[next].start <= unit->start) {
            const dana__item *item = &items->items[next++];

            end = item->called == DANA__CALLED_COMMENT && item->end > end ? item->end : end;
        }
        if (unit->heading == 0 && dana__touches(&result->selection, &span, unit->start,
                                                (size_t)unit->start + unit->length)) {
            all += unit->length;
            outside += unit->start >= end ? unit->length : 0;
        }
    }
    bool article = result->page_type == DANA_PAGE_ARTICLE;

    return items->count > 2 && outside * (article ? OUTSIDE_ARTICLE_PART : OUTSIDE_PART) <= all;
}

/* In a forum, answers are posts, whatever their markup calls them; comments inside an answer stay
 * what they are. */
static void settle_kinds(const dana__search *search, dana__items *items)
{
    bool thread = is_forum(search->page) || (is_flat(items) && is_thread(search));
    bool settles = thread || (is_flat(items) && is_all_comments(search, items));

    for (size_t i = 0; i < items->count && settles; i++) {
        dana__item *item = &items->items[i];

        if (item->parent < 0 && !item->is_aside && (thread || !item->in_comments)) {
            item->called = DANA__CALLED_POST;
        }
    }
}

/* Whether an item is none for a reader: it has no text, and does not tell who wrote something when;
 * or it is what it replies to once more. */
static bool is_void(const dana_post *posts, const dana_post *post)
{
    if (post->text.length == 0) {
        return post->author.length == 0 || post->date.length == 0;
    }
    const dana_post *parent = post->parent >= 0 ? &posts[post->parent] : NULL;

    return parent != NULL && post->author.length > 0 &&
           dana__same_text(post->author, parent->author) &&
           dana__same_text(post->text, parent->text);
}

/* Takes out the items that are none: replies to them reply to what these replied to. */
static dana_status drop_void(const dana__search *search, dana_post *posts, size_t *count)
{
    int32_t *places = dana_arena_alloc(search->arena, (*count + 1) * sizeof(*places), search->err);
    size_t kept = 0;

    if (places == NULL) {
        return search->err->status;
    }
    for (size_t i = 0; i < *count; i++) {
        dana_post post = posts[i];

        post.parent = post.parent >= 0 ? places[post.parent] : -1;
        places[i] = is_void(posts, &post) ? post.parent : (int32_t)kept;
        if (places[i] == (int32_t)kept) {
            post.depth = post.parent >= 0 ? posts[post.parent].depth + 1 : 0;
            posts[kept++] = post;
        }
    }
    *count = kept;
    return DANA_OK;
}

static dana_status make_posts(const making *m, dana_posts *out)
{
    const dana__search *search = m->search;
    size_t count = m->items->count;
    dana_post *posts = dana_arena_alloc(search->arena, (count + 1) * sizeof(*posts), search->err);
    dana_status status = DANA_OK;

    if (posts == NULL) {
        return search->err->status;
    }
    for (size_t i = 0; i < count && status == DANA_OK; i++) {
        status = make_post(m, i, posts);
    }
    if (status == DANA_OK) {
        status = drop_void(search, posts, &count);
    }
    *out = (dana_posts){posts, status == DANA_OK ? count : 0};
    return status;
}

/* Reads boxes, and in the same pass the evidence where the metadata's is not kept. */
static dana_status read_page(dana_page *page, const dana_metadata_input *input,
                             dana__evidence *evidence, dana__boxes *boxes, dana_error *err)
{
    dana__listener listeners[2];
    size_t count = 0;
    dana_status status = DANA_OK;

    if (!dana__take_evidence(page, evidence)) {
        status = dana__evidence_listener(page, input, NULL, evidence, &listeners[count++], err);
    }
    if (status == DANA_OK) {
        status = dana__boxes_listener(page, boxes, &listeners[count++], err);
    }
    if (status != DANA_OK) {
        return status;
    }
    return dana__pass_run(page, input->result->scan->options.keep_noscript, listeners, count, err);
}

dana_status dana_find_posts(dana_page *page, const dana_metadata_input *input, dana_posts *out,
                            dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana__evidence evidence;
    dana__boxes boxes;
    dana__items items;
    dana__stated_list stated;
    dana_metadata *metadata;
    dana__search search = {
        .page = page, .arena = page->arena, .input = input, .evidence = &evidence, .err = why};

    *out = (dana_posts){NULL, 0};
    if (input->result->profile.line_count == 0) {
        return DANA_OK;
    }
    metadata = dana_arena_alloc(page->arena, sizeof(*metadata), why);
    if (metadata == NULL) {
        return why->status;
    }
    *metadata = (dana_metadata){.author_count = 0};
    search.out = metadata;
    dana_status status = read_page(page, input, &evidence, &boxes, why);

    if (status == DANA_OK) {
        status = dana__find_stated(&search, &stated);
    }
    if (status == DANA_OK && stated.count > 0) {
        status = dana__call_stated(&search, &stated, &boxes);
    }
    if (status == DANA_OK) {
        status = dana__find_items(&search, &boxes, &stated, is_thread(&search), &items);
        dana__release_boxes(page, &boxes);
    }
    if (status == DANA_OK) {
        settle_kinds(&search, &items);
        status = make_posts(&(making){&search, &boxes.tallies, &stated, &items}, out);
    }
    dana__release_evidence(page, &evidence);
    return status;
}
