#include "answer/metadata.h"

#include "json/values.h"

static json_t *field_value(const dana_metadata_field *field)
{
    if (field->value.data == NULL) {
        return json_null();
    }
    return json_pack("{so ss}", "value", api__text_value(field->value), "source",
                     dana_metadata_source_name(field->source));
}

/* Texts of one source; null where there are none. */
static json_t *list_value(const dana_view *values, size_t count, dana_metadata_source source)
{
    if (count == 0) {
        return json_null();
    }
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        api__push(&list, api__text_value(values[i]));
    }
    return json_pack("{so ss}", "value", list, "source", dana_metadata_source_name(source));
}

static json_t *terms_value(const dana_metadata_terms *terms)
{
    return list_value(terms->values, terms->count, terms->source);
}

static json_t *subtitle_value(const dana_subtitle *subtitle)
{
    json_t *level = subtitle->level > 0 ? json_integer((json_int_t)subtitle->level) : json_null();

    return json_pack("{so so ss}", "text", api__text_value(subtitle->text), "level", level,
                     "source", dana_metadata_source_name(subtitle->source));
}

static json_t *subtitles_value(const dana_metadata *m)
{
    json_t *list = json_array();

    for (size_t i = 0; i < m->subtitle_count; i++) {
        api__push(&list, subtitle_value(&m->subtitles[i]));
    }
    return list;
}

json_t *api__metadata_value(api__extraction *e)
{
    dana_metadata m;
    dana_metadata_input input;

    if (api__metadata_input(e, &input) != DANA_OK) {
        return NULL;
    }
    input.posts_follow = api__includes(e, API__INCLUDE_POSTS | API__INCLUDE_COMMENTS) &&
                         !e->has_posts;
    if (dana_find_metadata(e->page, &input, &m, &e->err) != DANA_OK) {
        return NULL;
    }
    return json_pack("{so so so so so so so so so so so so so so so so}", "authors",
                     list_value(m.authors, m.author_count, m.author_source), "published",
                     field_value(&m.published), "modified", field_value(&m.modified), "language",
                     field_value(&m.language), "dir", field_value(&m.direction), "site_name",
                     field_value(&m.site_name), "excerpt", field_value(&m.excerpt), "canonical_url",
                     field_value(&m.canonical_url), "image", field_value(&m.image), "subtitles",
                     subtitles_value(&m), "tags", terms_value(&m.tags), "categories",
                     terms_value(&m.categories), "keywords", terms_value(&m.keywords), "license",
                     field_value(&m.license), "next_page", field_value(&m.next_page), "video",
                     field_value(&m.video));
}

static json_t *known_text(dana_view text)
{
    return text.data != NULL ? api__text_value(text) : json_null();
}

/* The ranges of an item, in the request's unit. Items begin in order, but those inside one begin
 * before it ends: each has its own forward cursor, moved on to where it begins. */
static json_t *ranges_value(const dana_post *post, api__offset_cursor cursor)
{
    json_t *list = json_array();

    for (size_t i = 0; i < post->range_count; i++) {
        json_int_t start = (json_int_t)api__offset_at(&cursor, post->ranges[i].start);
        json_int_t end = (json_int_t)api__offset_at(&cursor, post->ranges[i].end);

        api__push(&list, json_pack("{sI sI}", "start", start, "end", end));
    }
    return list;
}

/* The part that it plays among questions and answers; null for all others. */
static json_t *role_value(const dana_post *post)
{
    static const char *const names[] = {NULL, "question", "answer"};

    return names[post->role] != NULL ? json_string(names[post->role]) : json_null();
}

static json_t *post_value(const dana_post *post, size_t index, api__offset_cursor *cursor)
{
    json_int_t start = (json_int_t)api__offset_at(cursor, post->span.start);
    api__offset_cursor forward = *cursor;
    json_int_t end = (json_int_t)api__offset_at(&forward, post->span.end);

    return json_pack("{sI so sI so sb so so so so sI sI so}", "index", (json_int_t)index, "parent",
                     post->parent >= 0 ? json_integer(post->parent) : json_null(), "depth",
                     (json_int_t)post->depth, "role", role_value(post), "accepted",
                     (int)post->is_accepted, "votes",
                     post->has_votes ? json_integer(post->votes) : json_null(), "author",
                     known_text(post->author), "date", known_text(post->date), "text",
                     api__text_value(post->text), "start", start, "end", end, "ranges",
                     ranges_value(post, *cursor));
}

json_t *api__posts_value(api__extraction *e, dana_item_kind kind)
{
    api__offset_cursor cursor = api__new_cursor(e);

    if (api__find_posts(e) != DANA_OK) {
        return NULL;
    }
    json_t *list = json_array();

    for (size_t i = 0; i < e->posts.count; i++) {
        const dana_post *post = &e->posts.items[i];

        if (post->kind == kind) {
            api__push(&list, post_value(post, i, &cursor));
        }
    }
    return list;
}
