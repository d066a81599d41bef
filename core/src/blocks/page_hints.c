#include "blocks/page_hints.h"

#include "base/ascii.h"
#include "base/url_parts.h"
#include "dana/scan.h"
#include "html/elements.h"
#include "html/references.h"
#include "listing/class_words.h"
#include "page/page.h"

#include <string.h>
#include <strings.h>

/* A name and what it hints at. */
typedef struct {
    const char *name;
    unsigned hints;
} hint_row;

/* schema.org types, as "@type" names them. */
static const hint_row types[] = {
#include "blocks/stated_types.def"
};

/* og:type. */
static const hint_row og_types[] = {
    {"article", DANA__HINT_ARTICLE},
    {"product", DANA__HINT_PRODUCT},
    {"og:product", DANA__HINT_PRODUCT},
    {"product.group", DANA__HINT_GOODS},
};

/* Beginnings of generator marks. */
static const hint_row generators[] = {
    {"discourse", DANA__HINT_FORUM},   {"vbulletin", DANA__HINT_FORUM},
    {"phpbb", DANA__HINT_FORUM},       {"xenforo", DANA__HINT_FORUM},
    {"mybb", DANA__HINT_FORUM},        {"flarum", DANA__HINT_FORUM},
    {"nodebb", DANA__HINT_FORUM},      {"invision", DANA__HINT_FORUM},
    {"vanilla", DANA__HINT_FORUM},     {"smf", DANA__HINT_FORUM},
    {"antora", DANA__HINT_MANUAL},     {"asciidoc", DANA__HINT_MANUAL},
    {"dartdoc", DANA__HINT_MANUAL},    {"docbook", DANA__HINT_MANUAL},
    {"docfx", DANA__HINT_MANUAL},      {"docutils", DANA__HINT_MANUAL},
    {"doxygen", DANA__HINT_MANUAL},    {"exdoc", DANA__HINT_MANUAL},
    {"gi-docgen", DANA__HINT_MANUAL},  {"gtk-doc", DANA__HINT_MANUAL},
    {"javadoc", DANA__HINT_MANUAL},    {"jazzy", DANA__HINT_MANUAL},
    {"latex2html", DANA__HINT_MANUAL}, {"makeinfo", DANA__HINT_MANUAL},
    {"mdbook", DANA__HINT_MANUAL},     {"mkdocs", DANA__HINT_MANUAL},
    {"publican", DANA__HINT_MANUAL},   {"rustdoc", DANA__HINT_MANUAL},
    {"sphinx", DANA__HINT_MANUAL},     {"starlight", DANA__HINT_MANUAL},
    {"texi2", DANA__HINT_MANUAL},      {"typedoc", DANA__HINT_MANUAL},
    {"bikeshed", DANA__HINT_MANUAL},   {"bookdown", DANA__HINT_MANUAL},
    {"groff", DANA__HINT_MANUAL},      {"hevea", DANA__HINT_MANUAL},
    {"pdoc", DANA__HINT_MANUAL},       {"respec", DANA__HINT_MANUAL},
    {"xml2rfc", DANA__HINT_MANUAL},    {"mediawiki", DANA__HINT_WIKI},
    {"dokuwiki", DANA__HINT_WIKI},     {"crystal docs", DANA__HINT_MANUAL},
    {"odoc", DANA__HINT_MANUAL},       {"rspress", DANA__HINT_MANUAL},
    {"pydoctor", DANA__HINT_MANUAL},   {"linuxdoc-tools", DANA__HINT_MANUAL},
    {"sgml-tools", DANA__HINT_MANUAL},
};

/* Properties of meta elements that pages with one thing to buy have. */
static const char *const offers[] = {"product:price:amount", "og:price:amount",
                                     "product:availability", "product:brand"};

unsigned dana__meta_hints(const dana__meta *meta)
{
    dana_view name = meta->property.data != NULL ? meta->property : meta->name;
    dana_view content = meta->content;

    if (name.data == NULL || content.data == NULL) {
        return 0;
    }
    if (dana__is_one_of(name, offers, DANA__COUNT(offers))) {
        return DANA__HINT_OFFER;
    }
    if (dana__is_called(name, "og:type")) {
        for (size_t i = 0; i < DANA__COUNT(og_types); i++) {
            if (dana__is_text(content, og_types[i].name)) {
                return og_types[i].hints;
            }
        }
    }
    if (dana__is_text(name, "generator")) {
        for (size_t i = 0; i < DANA__COUNT(generators); i++) {
            size_t length = strlen(generators[i].name);

            if (content.length >= length &&
                strncasecmp(content.data, generators[i].name, length) == 0) {
                return generators[i].hints;
            }
        }
    }
    return 0;
}

unsigned dana__item_hints(dana_view type)
{
    dana_view last = dana__last_name(type);

    for (size_t i = 0; i < DANA__COUNT(types); i++) {
        if (types[i].hints == DANA__HINT_FORUM && dana__is_text(last, types[i].name)) {
            return DANA__HINT_THREAD;
        }
    }
    return dana__is_text(last, "recipe") ? DANA__HINT_RECIPE : 0;
}

unsigned dana__class_hints(unsigned sets)
{
    unsigned both = DANA__CLASS_PACKAGE | DANA__CLASS_MODULE;
    bool is_manual = (sets & DANA__CLASS_MANUAL) != 0 || (sets & both) == both;

    return (is_manual ? DANA__HINT_MANUAL : 0u) |
           ((sets & DANA__CLASS_WIKI) != 0 ? DANA__HINT_WIKI : 0u) |
           ((sets & DANA__CLASS_REPOSITORY) != 0 ? DANA__HINT_REPOSITORY : 0u) |
           ((sets & DANA__CLASS_THREAD) != 0 ? DANA__HINT_THREAD : 0u);
}

/* What forums and manuals call their hosts, and the parts of forums' addresses, as the programs
 * behind them have it in any language. A host's last label is none of its names. */
static const hint_row hosts[] = {
    {"forum", DANA__HINT_BOARD},      {"forums", DANA__HINT_BOARD},  {"boards", DANA__HINT_BOARD},
    {"bbs", DANA__HINT_BOARD},        {"discuss", DANA__HINT_BOARD}, {"docs", DANA__HINT_MANUAL},
    {"developer", DANA__HINT_MANUAL},
};
static const hint_row parts[] = {
    {"forum", DANA__HINT_BOARD},     {"forums", DANA__HINT_BOARD},
    {"threads", DANA__HINT_BOARD},   {"showthread", DANA__HINT_BOARD},
    {"viewtopic", DANA__HINT_BOARD}, {"showtopic", DANA__HINT_BOARD},
    {"show_bug", DANA__HINT_BOARD},  {"bugreport", DANA__HINT_BOARD},
    {"thread", DANA__HINT_TOPIC},    {"questions", DANA__HINT_TOPIC},
};

/* Parts of an address that are looked at, and those that may be names. */
#define PARTS_MOST 5
#define NAMES_MOST 3

/* How programs begin the path of a thread: a name, "N" for a part that begins with a number, "#"
 * if that is no year, "*" for any, "?" for any or none. On any host, or on one: magazines have
 * issues, too. Of 5 161 pages 33 have such an address, or the query below, all of them threads. */
static const struct {
    const char *host; /* NULL: any */
    const char *parts[PARTS_MOST];
} forms[] = {
    {NULL, {"t", "*", "#", "?"}},                   /* Discourse */
    {NULL, {"t", "#"}},                             /* JForum */
    {NULL, {"topic", "#"}},                         /* Invision, NodeBB */
    {NULL, {"d", "#"}},                             /* Flarum */
    {NULL, {"discussions", "topic"}},               /* bbPress */
    {NULL, {"discussion", "#"}},                    /* Vanilla */
    {NULL, {"r", "*", "comments", "?"}},            /* Reddit */
    {NULL, {"ticket", "#"}},                        /* Trac */
    {NULL, {"boards", "#", "topics", "#"}},         /* Redmine */
    {NULL, {"p", "*", "bugs", "#"}},                /* Allura */
    {NULL, {"*", "*", "pull", "N"}},                /* GitHub */
    {NULL, {"*", "*", "discussions", "#"}},         /* GitHub */
    {NULL, {"*", "*", "pulls", "N"}},               /* Gitea, Forgejo */
    {NULL, {"*", "*", "-", "issues", "N"}},         /* GitLab */
    {NULL, {"*", "*", "-", "work_items", "N"}},     /* GitLab */
    {NULL, {"*", "*", "-", "merge_requests", "N"}}, /* GitLab */
    {NULL, {"test", "read.cgi", "*", "#"}},         /* 5channel */
    {"github.com", {"*", "*", "issues", "N"}},
    {"codeberg.org", {"*", "*", "issues", "N"}},
    {"news.ycombinator.com", {"item"}},
};

/* How the query of a thread begins, before its number: Simple Machines. */
#define QUERY_FORM "topic="

/* The text before the first of some characters; *rest: what follows that one. */
static dana_view cut_at(dana_view text, const char *ends, dana_view *rest)
{
    size_t length = 0;

    while (length < text.length && strchr(ends, text.data[length]) == NULL) {
        length++;
    }
    size_t next = length < text.length ? length + 1 : length;

    *rest = (dana_view){text.data + next, text.length - next};
    return (dana_view){text.data, length};
}

/* The hints of the row that has a name. */
static unsigned hints_of_name(dana_view name, const hint_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (dana__is_text(name, rows[i].name)) {
            return rows[i].hints;
        }
    }
    return 0;
}

/* Years that a number of four digits may be: "/topic/2024-elections" is no thread. */
#define YEAR_FIRST 1990
#define YEAR_LAST  2039

/* Whether a part of an address begins with a number, and not with 0; it may be a year or not. */
static bool is_number(dana_view part, bool is_year)
{
    unsigned number = 0;
    size_t length = 0;

    while (length < part.length && dana__is_digit(part.data[length])) {
        number = number < YEAR_LAST ? 10 * number + (unsigned)(part.data[length] - '0') : number;
        length++;
    }
    return length > 0 && part.data[0] != '0' &&
           (is_year || number < YEAR_FIRST || number > YEAR_LAST);
}

/* Whether a part of an address is what a form has there. */
static bool is_form_part(dana_view part, const char *form)
{
    if (form == NULL || part.length == 0) {
        return form == NULL || *form == '?';
    }
    return *form == '*' || *form == '?' ||
           (*form == '#' || *form == 'N' ? is_number(part, *form == 'N')
                                         : dana__is_text(part, form));
}

/* Whether an address has the parts of a path, or the query, of a thread. */
static bool is_thread(dana_view host, const dana_view found[PARTS_MOST], dana_view query)
{
    size_t name = strlen(QUERY_FORM);

    for (size_t k = 0; k < DANA__COUNT(forms); k++) {
        bool fits = forms[k].host == NULL || dana__is_text(host, forms[k].host);

        for (int i = 0; i < PARTS_MOST && fits; i++) {
            fits = is_form_part(found[i], forms[k].parts[i]);
        }
        if (fits) {
            return true;
        }
    }
    return dana__begins(query, QUERY_FORM) && query.length > name &&
           dana__is_digit(query.data[name]);
}

/* Letters of the name of a language, and of it with a country. */
#define LANGUAGE_LENGTH 2
#define COUNTRY_LENGTH  5

/* Whether a part of an address is nothing, or the name of a language: "de", "pt-br". */
static bool is_language(dana_view part)
{
    bool is_one = part.length == 0 || part.length == LANGUAGE_LENGTH ||
                  (part.length == COUNTRY_LENGTH &&
                   (part.data[LANGUAGE_LENGTH] == '-' || part.data[LANGUAGE_LENGTH] == '_'));

    for (size_t i = 0; i < part.length && is_one; i++) {
        is_one = i == LANGUAGE_LENGTH || dana__is_letter(part.data[i]);
    }
    return is_one;
}

/* The hint of an address that is a site's own, or not. */
static unsigned front_hint(dana_view host, const dana_view found[PARTS_MOST], dana_view query)
{
    bool is_front = host.length > 0 && memchr(host.data, '.', host.length) != NULL &&
                    is_language(found[0]) && found[1].length == 0 && query.length == 0;

    return is_front ? DANA__HINT_FRONT : DANA__HINT_INNER;
}

unsigned dana__address_hints(dana_view address)
{
    address = dana__original_url(address, NULL);
    if (address.length == 0) {
        return 0;
    }
    const char *scheme = memmem(address.data, address.length, "://", 3);
    dana_view rest = dana__skip(address, scheme != NULL ? (size_t)(scheme + 3 - address.data) : 0);
    dana_view path = rest;
    dana_view query;
    dana_view whole = {NULL, 0};
    unsigned hints = 0;

    if (scheme != NULL) {
        dana_view host = whole = cut_at(rest, "/?#", &path);

        while (hints == 0 && memchr(host.data, '.', host.length) != NULL) {
            hints = hints_of_name(cut_at(host, ".", &host), hosts, DANA__COUNT(hosts));
        }
    }
    dana_view found[PARTS_MOST];

    path = cut_at(path, "?#", &query);
    for (int i = 0; i < PARTS_MOST; i++) {
        dana_view ending;

        found[i] = cut_at(path, "/", &path);
        if (i < NAMES_MOST) {
            hints |= hints_of_name(cut_at(found[i], ".", &ending), parts, DANA__COUNT(parts));
        }
    }
    hints |= front_hint(whole, found, query);
    return is_thread(whole, found, query) ? hints | DANA__HINT_TOPIC : hints;
}

unsigned dana__weigh_address(unsigned hints)
{
    bool is_board = (hints & (DANA__HINT_BOARD | DANA__HINT_NEWS | DANA__HINT_JOB)) ==
                    DANA__HINT_BOARD; /* "boards" of jobs are none */
    unsigned own = DANA__HINT_ARTICLE | DANA__HINT_PRODUCT | DANA__HINT_OFFER;
    bool is_topic = (hints & (DANA__HINT_TOPIC | own)) == DANA__HINT_TOPIC;
    unsigned other = DANA__HINT_THREAD | DANA__HINT_FORUM | DANA__HINT_MANUAL | DANA__HINT_INNER;

    hints &= ~(unsigned)(DANA__HINT_BOARD | DANA__HINT_TOPIC);
    if (is_board || is_topic) {
        hints = (hints & ~(unsigned)DANA__HINT_MANUAL) | DANA__HINT_THREAD;
    }
    if ((hints & other) != 0) {
        hints &= ~(unsigned)(DANA__HINT_FRONT | DANA__HINT_INNER);
    }
    return hints;
}

unsigned dana__type_hints(const dana__ld *ld, dana__ld_range objects)
{
    unsigned hints = 0;

    for (uint32_t i = objects.first; i < objects.end; i++) {
        dana_view type = dana__ld_text(ld, i, DANA__LD_TYPE);

        for (size_t k = 0; k < DANA__COUNT(types) && type.length > 0; k++) {
            if (type.length == strlen(types[k].name) &&
                memcmp(type.data, types[k].name, type.length) == 0) {
                hints |= types[k].hints;
            }
        }
    }
    return hints;
}

/* What WordPress calls the body of a list of posts besides. */
static const char *const archives[] = {"category", "tag", "author", "date"};

/* Elements among which the body is. */
#define FIRST_NODES 8

static bool is_class_of_archive(dana_view value)
{
    bool is_archive = false;
    bool is_of_posts = false;

    while (value.length > 0) {
        dana_view name = cut_at(value, " \t\n\r\f", &value);

        if (dana__is_text(name, "single")) {
            return false;
        }
        is_archive |= dana__is_text(name, "archive");
        is_of_posts |= dana__is_one_of(name, archives, DANA__COUNT(archives));
    }
    return is_archive && is_of_posts;
}

void dana__note_body(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 1; i < blocks->node_count && i <= FIRST_NODES; i++) {
        dana_view value;

        if (blocks->nodes[i].kind != DANA__KIND_BODY) {
            continue;
        }
        if (dana_tag_attribute(dana__start_tag_of(page, &blocks->nodes[i]), "class", &value) &&
            is_class_of_archive(value)) {
            blocks->hints &= ~(unsigned)DANA__HINT_ARTICLE;
            blocks->hints |= DANA__HINT_LISTING | DANA__HINT_ARCHIVE;
        }
        return;
    }
}

/* A page is taken for that of a product from this probability on. */
#define PRODUCT_LEAST .5f

bool dana__is_product(unsigned hints, float likely)
{
    return likely >= PRODUCT_LEAST || (hints & DANA__HINT_OFFER) != 0 ||
           (hints & (DANA__HINT_PRODUCT | DANA__HINT_ARTICLE)) == DANA__HINT_PRODUCT;
}
