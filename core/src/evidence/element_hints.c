#include "evidence/element_hints.h"

#include "base/ascii.h"
#include "evidence/date_digits.h"
#include "evidence/hint_attributes.h"
#include "evidence/people.h"
#include "evidence/text_hints.h"
#include "html/attribute.h"
#include "html/class_alone.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>

bool dana__is_named(const dana__markup *tag, const char *name)
{
    size_t length = strlen(name);

    return tag->name.length == length && strncasecmp(tag->name_text, name, length) == 0;
}

bool dana__is_time_element(const dana__markup *tag)
{
    return tag->name.key == DANA__NAME_KEY('t', 'i', 'm', 'e') && tag->name.length == 4;
}

bool dana__is_void_element(const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if (kind == DANA__KIND_BR || kind == DANA__KIND_RULE || kind == DANA__KIND_META) {
        return true;
    }
    switch (tag->name.key) {
    case DANA__NAME_KEY('i', 'm', 'g'):
    case DANA__NAME_KEY('l', 'i', 'n', 'k'):
    case DANA__NAME_KEY('i', 'n', 'p', 'u', 't'):
    case DANA__NAME_KEY('s', 'o', 'u', 'r', 'c', 'e'):
    case DANA__NAME_KEY('w', 'b', 'r'):
        return true;
    default:
        return false;
    }
}

int dana__element_avoided(const dana__markup *tag)
{
    switch (dana__kind_of(tag->flags)) {
    case DANA__KIND_NAV:
    case DANA__KIND_ASIDE:
        return 4;
    case DANA__KIND_FOOTER:
        return 3;
    case DANA__KIND_QUOTE:
        return 3;
    default:
        return 0;
    }
}

/* Whether a list of words parted by white space holds one. */
static bool holds_word(dana_view list, const char *word)
{
    size_t start = 0;

    for (size_t i = 0; i <= list.length; i++) {
        if (i < list.length && !dana__is_space(list.data[i])) {
            continue;
        }
        if (dana__is_text((dana_view){list.data + start, i - start}, word)) {
            return true;
        }
        start = i + 1;
    }
    return false;
}

/* The same, of a list that most tags do not have. */
static inline bool has_word(dana_view list, const char *word)
{
    return list.length > 0 && holds_word(list, word);
}

/* Some pages write value where content is meant. */
static void read_meta(dana__hint_walk *w, const dana__hint_attributes *a)
{
    dana_view names[] = {a->property, a->name, a->http_equiv, a->itemprop};
    dana_view content = a->content.data != NULL ? a->content : a->value;

    if (content.length == 0) {
        return;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (names[i].length == 0) {
            continue;
        }
        const dana__name_rule *rule = i == 3 ? dana__member_rule(names[i])
                                             : dana__meta_rule(names[i]);

        if (rule != NULL) {
            dana__add_hint(
                w, (dana__hint){.about = rule->about,
                                .source = i == 3 ? DANA_METADATA_MICRODATA : DANA_METADATA_META,
                                .worth = rule->worth,
                                .rule = rule,
                                .text = content});
            return;
        }
    }
}

/* What a link of any kind says of another page: the licence, where this one goes on. */
static void read_relation(dana__hint_walk *w, const dana__hint_attributes *a,
                          dana_metadata_source source, int worth)
{
    bool is_license = has_word(a->rel, "license");

    if (is_license || has_word(a->rel, "next")) {
        dana__add_hint(w, (dana__hint){.about = is_license ? DANA__ABOUT_LICENSE : DANA__ABOUT_NEXT,
                                       .source = source,
                                       .worth = worth,
                                       .text = a->href,
                                       .extra = a->title});
    }
}

/* A link element: canonical, image_src, license, next. */
static void read_link(dana__hint_walk *w, const dana__hint_attributes *a)
{
    if (a->href.length == 0) {
        return;
    }
    if (has_word(a->rel, "canonical")) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_CANONICAL,
                                       .source = DANA_METADATA_LINK,
                                       .worth = 90,
                                       .text = a->href});
    } else if (has_word(a->rel, "image_src")) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_IMAGE,
                                       .source = DANA_METADATA_LINK,
                                       .worth = 70,
                                       .text = a->href});
    } else if (a->rel.length > 0) {
        read_relation(w, a, DANA_METADATA_LINK, 90);
    }
}

/* An element that is a member of microdata or RDFa: its value stands in an attribute or inside. */
static bool read_member(dana__hint_walk *w, const dana__markup *tag, const dana__hint_attributes *a)
{
    dana_view name = a->itemprop.data != NULL ? a->itemprop : a->property;
    const dana__name_rule *rule = dana__rule_of_members(name);

    if (rule == NULL || rule->about == DANA__ABOUT_IMAGE || rule->about == DANA__ABOUT_EXCERPT) {
        return false;
    }
    dana__hint hint = {.about = rule->about,
                       .source = DANA_METADATA_MICRODATA,
                       .worth = rule->worth,
                       .rule = rule,
                       .extra = a->content.length > 0 ? a->content : a->datetime};

    dana__add_inside(w, tag, hint);
    return true;
}

/* Whether an element is one of times: of HTML, or one that a page defines in its place. */
static bool is_of_time(const dana__markup *tag, const dana__hint_attributes *a)
{
    return dana__is_time_element(tag) ||
           (a->datetime.length > 0 && memchr(tag->name_text, '-', tag->name.length) != NULL);
}

/* Notes the date that an element's class words speak for. A time element speaks for itself. */
static void add_when(dana__hint_walk *w, const dana__markup *tag, const dana__hint_attributes *a,
                     const dana__points *points)
{
    bool is_stamp = a->title.length > 0 &&
                    dana__is_time_stamp(a->title, dana__between(tag->end, w->end));
    bool is_time = is_of_time(tag, a) || a->stamp.length > 0 || is_stamp;
    dana_view when = a->datetime.length > 0 ? a->datetime
                     : a->stamp.length > 0  ? a->stamp
                     : is_stamp             ? a->title
                                            : a->tip;

    if (points->modified >= 3 && points->modified > points->published) {
        dana__add_inside(w, tag,
                         (dana__hint){.about = DANA__ABOUT_MODIFIED,
                                      .source = DANA_METADATA_VISIBLE,
                                      .worth = 60 + is_time * 8,
                                      .extra = when});
    } else if (is_time || points->published >= 3) {
        dana__add_inside(w, tag,
                         (dana__hint){.about = DANA__ABOUT_PUBLISHED,
                                      .source = DANA_METADATA_VISIBLE,
                                      .worth = 52 + is_time * 8 + (points->published > 3) * 4,
                                      .extra = when});
    }
}

/* Whether the points of an element, which is no time, are too few to be noted. */
static bool are_few(const dana__points *points, int avoided)
{
    return dana__author_worth(points) == 0 && points->published < 3 && points->modified < 3 &&
           points->subtitle < 3 && points->avoided + avoided < 3;
}

static void enter_anchor(dana__hint_walk *w)
{
    w->in_anchor = true;
    w->anchor_piece = w->piece;
}

/* Texts of a link before a name, from which on it leads to another article: its headline, its lead.
 */
#define TEASER_PIECES 2

/* Whether the pass is in a link to another article, behind what it says of that. */
static bool in_teaser(const dana__hint_walk *w)
{
    return w->in_anchor && w->piece - w->anchor_piece >= TEASER_PIECES;
}

const char dana__dated_rule[] = "author and date";

/* Notes an element that is called after an author and a date: the name stands beside the date. */
static void add_dated_author(dana__hint_walk *w, const dana__markup *tag,
                             const dana__points *points)
{
    dana__points author = {.author = points->author + points->dated};
    int worth = points->dated > 0 ? dana__author_worth(&author) : 0;

    if (worth > 0 && points->comments == 0) {
        dana__add_inside(w, tag,
                         (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                      .source = DANA_METADATA_VISIBLE,
                                      .worth = worth,
                                      .rule = dana__dated_rule});
    }
}

/* Notes what the class words of an element speak for. */
static void note_points(dana__hint_walk *w, const dana__markup *tag, const dana__hint_attributes *a,
                        const dana__points *points)
{
    if (points->avoided + dana__element_avoided(tag) >= 3) {
        dana__add_part(w, tag, points);
    }
    /* An article called "author-lee" says who wrote it, not where the name stands. */
    int worth = dana__author_worth(points);

    if (worth > 0 && dana__kind_of(tag->flags) != DANA__KIND_ARTICLE && !in_teaser(w)) {
        dana__add_inside(w, tag,
                         (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                      .source = DANA_METADATA_VISIBLE,
                                      .worth = worth,
                                      .running = !w->byline && dana__in_running_text(w)});
    } else if (worth == 0 && points->published >= 3) {
        add_dated_author(w, tag, points);
    }
    add_when(w, tag, a, points);
    if (points->subtitle >= 3) {
        dana__add_inside(w, tag,
                         (dana__hint){.about = DANA__ABOUT_SUBTITLE,
                                      .source = DANA_METADATA_VISIBLE,
                                      .worth = 50 + points->subtitle});
    }
}

/* Reads the class words of an element. */
static void read_class_words(dana__hint_walk *w, const dana__markup *tag,
                             const dana__hint_attributes *a)
{
    dana__points points = {.without = w->without};

    if (a->class.length > 0) {
        dana__add_known_points(&w->memo, a->class, &points);
    }
    if (a->id.length > 0 && !dana__is_spelled(tag, a->id)) {
        dana__add_id_points(&w->memo, a, &points);
    }
    if (a->test_id.length > 0) {
        dana__add_points(&w->memo, a->test_id, &points);
    }
    note_points(w, tag, a, &points);
}

/* Links of tags and categories, which their text names (rel-tag of microformats, and what
 * generators make of it); those of the way to the page. */
static void read_term(dana__hint_walk *w, const dana__markup *tag, const dana__hint_attributes *a)
{
    bool is_category = has_word(a->rel, "category");
    bool is_tag = !is_category && has_word(a->rel, "tag");
    const char *rule = is_category ? "category" : is_tag ? "tag" : dana__list_around(w);
    bool is_crumb = rule == dana__crumbs_rule;

    if (rule != NULL) {
        dana__add_inside(w, tag,
                         (dana__hint){.about = is_tag ? DANA__ABOUT_TAGS : DANA__ABOUT_CATEGORIES,
                                      .source = DANA_METADATA_VISIBLE,
                                      .worth = is_crumb ? DANA__WORTH_CRUMBS : 70,
                                      .rule = rule,
                                      .extra = is_crumb ? a->href : (dana_view){NULL, 0}});
    }
}

const char dana__link_rule[] = "href";

/* What a link to somebody is worth; what is near people names no author of the page, but tells
 * posts apart. */
static const int link_worth[] = {
    [DANA__PERSON_NEAR] = 20, [DANA__PERSON_USER] = 46, [DANA__PERSON_AUTHOR] = 49};

static void read_anchor(dana__hint_walk *w, const dana__markup *tag, const dana__hint_attributes *a)
{
    enter_anchor(w);
    if (a->href.length > 0) {
        read_relation(w, a, DANA_METADATA_VISIBLE, 60);
        read_term(w, tag, a);
        dana__note_answered(w, a->href);
    }
    if (has_word(a->rel, "author")) {
        dana__add_inside(w, tag,
                         (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                      .source = DANA_METADATA_VISIBLE,
                                      .worth = 68,
                                      .rule = "rel"});
        return;
    }
    dana__person person = a->href.length > 0 ? dana__leads_to_person(a->href) : DANA__PERSON_NONE;

    if (a->user.length > 0 && person < DANA__PERSON_USER) {
        person = DANA__PERSON_USER;
    } else if (person == DANA__PERSON_NONE && dana__is_text(a->class, "url") &&
               has_word(a->rel, "external")) {
        person = DANA__PERSON_NEAR; /* WordPress: who wrote a comment */
    }
    if (person != DANA__PERSON_NONE) {
        dana__add_inside(w, tag,
                         (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                      .source = DANA_METADATA_VISIBLE,
                                      .worth = link_worth[person],
                                      .rule = dana__link_rule,
                                      .running = !w->byline && dana__in_running_text(w)});
    }
}

/* Reads a tag that has a class and nothing else: most of their words tell nothing. */
static void read_class_alone(dana__hint_walk *w, const dana__markup *tag, dana_view class)
{
    dana__points points = {.without = w->without};

    if (dana__is_void_element(tag) || (tag->flags & (DANA__HTML | DANA__BODY)) != 0) {
        return;
    }
    if ((tag->flags & DANA__ANCHOR) != 0) {
        enter_anchor(w);
    }
    if (class.length > 0) {
        dana__add_known_points(&w->memo, class, &points);
    }
    if (!are_few(&points, dana__element_avoided(tag)) || dana__is_time_element(tag)) {
        note_points(w, tag, &(dana__hint_attributes){.class = class}, &points);
    }
}

void dana__read_element(dana__hint_walk *w, const dana__markup *tag)
{
    dana__hint_attributes a;
    dana_view class;

    if (dana__has_class_alone(tag, w->end, &class)) {
        read_class_alone(w, tag, dana__trim(class));
        return;
    }
    dana__read_hint_attributes(tag, w->end, &a);
    if (dana__kind_of(tag->flags) == DANA__KIND_META) {
        read_meta(w, &a);
    } else if (dana__is_named(tag, "link")) {
        read_link(w, &a);
    } else if ((tag->flags & (DANA__HTML | DANA__BODY)) != 0) {
        if ((tag->flags & DANA__HTML) != 0 && w->out->html_lang.length == 0) {
            w->out->html_lang = a.lang.length > 0 ? a.lang : a.xml_lang;
        }
        if (w->out->html_dir.length == 0 &&
            (dana__is_text(a.dir, "ltr") || dana__is_text(a.dir, "rtl"))) {
            w->out->html_dir = a.dir;
        }
    } else if (!dana__is_void_element(tag)) {
        if ((tag->flags & DANA__ANCHOR) != 0) {
            read_anchor(w, tag, &a);
        }
        if (a.itemprop.length + a.itemtype.length > 0) {
            dana__note_readers(w, tag, &a);
        }
        if (!read_member(w, tag, &a)) {
            read_class_words(w, tag, &a);
        }
    }
}
