#include "tell_metadata.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    char *out;
    size_t room;
} lines;

static void add_line(lines *l, const char *name, dana_metadata_source source, dana_view value)
{
    size_t used = strlen(l->out);

    snprintf(l->out + used, l->room - used, "%s%s|%s|%.*s", used > 0 ? "\n" : "", name,
             dana_metadata_source_name(source), (int)value.length, value.data);
}

static void add_field(lines *l, const char *name, const dana_metadata_field *field)
{
    if (field->value.data != NULL) {
        add_line(l, name, field->source, field->value);
    }
}

static void add_terms(lines *l, const char *name, const dana_metadata_terms *terms)
{
    for (size_t i = 0; i < terms->count; i++) {
        add_line(l, name, terms->source, terms->values[i]);
    }
}

static void add_subtitles(lines *l, const dana_metadata *m)
{
    for (size_t i = 0; i < m->subtitle_count; i++) {
        char name[] = "dek";

        if (m->subtitles[i].level > 0) {
            snprintf(name, sizeof(name), "h%u", m->subtitles[i].level % 10);
        }
        add_line(l, name, m->subtitles[i].source, m->subtitles[i].text);
    }
}

bool tell_metadata(dana_page *page, const dana_metadata_input *input, char *out, size_t room)
{
    lines l = {out, room};
    dana_metadata m;

    out[0] = '\0';
    if (dana_find_metadata(page, input, &m, NULL) != DANA_OK) {
        return false;
    }
    for (size_t i = 0; i < m.author_count; i++) {
        add_line(&l, "author", m.author_source, m.authors[i]);
    }
    add_field(&l, "published", &m.published);
    add_field(&l, "modified", &m.modified);
    add_field(&l, "language", &m.language);
    add_field(&l, "direction", &m.direction);
    add_field(&l, "site", &m.site_name);
    add_field(&l, "excerpt", &m.excerpt);
    add_field(&l, "canonical", &m.canonical_url);
    add_field(&l, "image", &m.image);
    add_subtitles(&l, &m);
    add_terms(&l, "tag", &m.tags);
    add_terms(&l, "category", &m.categories);
    add_terms(&l, "keyword", &m.keywords);
    add_field(&l, "license", &m.license);
    add_field(&l, "next", &m.next_page);
    add_field(&l, "video", &m.video);
    if (out[0] == '\0') {
        snprintf(out, room, "none");
    }
    return true;
}

/* Appends a text on one line. */
static void add_text(lines *l, dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        size_t used = strlen(l->out);

        snprintf(l->out + used, l->room - used, text.data[i] == '\n' ? " / " : "%c", text.data[i]);
    }
}

static const char *kind_of(const dana_post *p)
{
    static const char *const roles[] = {NULL, "question", "answer"};

    if (p->role != DANA_ROLE_NONE) {
        return roles[p->role];
    }
    return p->kind == DANA_ITEM_POST ? "post" : "comment";
}

bool tell_posts(dana_page *page, const dana_metadata_input *input, char *out, size_t room)
{
    lines l = {out, room};
    dana_posts posts;

    snprintf(out, room, "%s", "");
    if (dana_find_posts(page, input, &posts, NULL) != DANA_OK) {
        return false;
    }
    for (size_t i = 0; i < posts.count; i++) {
        const dana_post *p = &posts.items[i];
        size_t used = strlen(out);

        snprintf(out + used, room - used, "%s%s %u", used > 0 ? "\n" : "", kind_of(p), p->depth);
        used = strlen(out);
        if (p->has_votes) {
            snprintf(out + used, room - used, " %+d", (int)p->votes);
            used = strlen(out);
        }
        snprintf(out + used, room - used, "%s|%.*s|%.*s|", p->is_accepted ? " accepted" : "",
                 (int)p->author.length, p->author.data != NULL ? p->author.data : "",
                 (int)p->date.length, p->date.data != NULL ? p->date.data : "");
        add_text(&l, p->text);
    }
    if (posts.count == 0) {
        snprintf(out, room, "none");
    }
    return true;
}
