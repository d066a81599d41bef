#include "data/shell.h"

#include "base/ascii.h"
#include "data/read/scripts.h"
#include "evidence/element_hints.h"
#include "html/attribute.h"
#include "html/content.h"
#include "page/pass.h"

/* Most text of a shell, in bytes: menus and a footer that do not come by scripts. */
#define TEXT_MOST ((size_t)400)
/* Most text beside a note that scripts are off. */
#define NOTE_BESIDE ((size_t)160)
/* Most text outside links of a page that is taken for a shell by its size alone, and that size. */
#define LOOSE_MOST  ((size_t)80)
#define BYTES_LEAST ((size_t)2048)
/* The same where there are pictures: those of a small page may be all that it has. */
#define BYTES_LEAST_MEDIA ((size_t)64 * 1024)
#define BYTES_RATIO       ((size_t)20)

/* The text of a page. */
typedef struct {
    size_t all;
    size_t outside_links;
    bool has_heading;     /* outside links */
    bool names_scripting; /* "JavaScript" is its name in all languages */
} texts;

/* What its markup tells. */
typedef struct {
    bool has_script; /* a program */
    bool has_media;  /* something to be seen, or another document */
    bool has_mount;  /* an empty element that a program fills */
    bool has_note;   /* text for browsers without scripts */
} signs;

static texts read_texts(const dana_page *page, const dana_scan *scan)
{
    texts t = {0};

    for (size_t i = 0; i < scan->unit_count && t.all <= TEXT_MOST; i++) {
        const dana_unit *unit = &scan->units[i];
        const char *text = page->source.data + unit->start;

        t.all += unit->length;
        t.outside_links += unit->in_anchor ? 0 : unit->length;
        t.has_heading |= unit->heading > 0 && !unit->in_anchor;
        t.names_scripting |= memmem(text, unit->length, "avaScript", 9) != NULL ||
                             memmem(text, unit->length, "avascript", 9) != NULL;
    }
    return t;
}

/* Ids of the elements that programs fill, by the frameworks' own documents. */
static const char *const mounts[] = {
    "root",       "app",       "__next",        "__nuxt",    "___gatsby",      "svelte",
    "react-root", "reactroot", "application",   "main-app",  "app-root",       "q-app",
    "mount",      "react-app", "vue-app",       "ember-app", "container-root", "single-spa",
    "spa",        "page-root", "app-container",
};

/* Whether an element of its own name is a whole application: "app-root", "my-app". */
static bool is_app_name(dana_view name)
{
    return memchr(name.data, '-', name.length) != NULL &&
           (strncasecmp(name.data, "app", 3) == 0 ||
            strncasecmp(name.data + name.length - 3, "app", 3) == 0);
}

/* Whether an id is that of an element which a program fills. */
static bool is_mount_id(dana_view id)
{
    id = dana__trim(id);
    for (size_t i = 0; i < DANA__COUNT(mounts); i++) {
        if (dana__is_text(id, mounts[i])) {
            return true;
        }
    }
    return false;
}

/* Whether an attribute's name alone says that a program fills its element. */
static bool is_mount_name(const dana__attribute *attribute)
{
    return dana__names(attribute, "ng-version") || dana__names(attribute, "ng-app") ||
           dana__names(attribute, "data-reactroot");
}

static bool is_mount(const dana__markup *tag)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute attribute;
    bool has_id = false;

    for (p = dana__next_attribute(p, tag->end, &attribute, &tag_end); p != NULL;
         p = dana__next_attribute(p, tag->end, &attribute, &tag_end)) {
        bool is_id = !has_id && dana__names(&attribute, "id");

        if (is_mount_name(&attribute) ||
            (is_id && is_mount_id((dana_view){attribute.value, attribute.value_length}))) {
            return true;
        }
        has_id |= is_id;
    }
    return is_app_name((dana_view){tag->name_text, tag->name.length});
}

/* Whether nothing but white space, comments and empty elements stands in an element: its end tag
 * comes before any text. */
static bool is_empty(const char *p, const char *end)
{
    size_t depth = 1;

    while (depth > 0) {
        dana__markup tag;

        while (p < end && dana__is_space(*p)) {
            p++;
        }
        if (p >= end || *p != '<' || dana__find_markup(p, end) != p || end - p > INT32_MAX) {
            return p >= end;
        }
        dana__read_markup(p, end, &tag);
        if (tag.kind == DANA__START_TAG && (tag.flags & DANA__RAW) != 0) {
            return false;
        }
        depth += tag.kind == DANA__START_TAG && !dana__is_void_element(&tag);
        depth -= tag.kind == DANA__END_TAG;
        p = tag.end;
    }
    return true;
}

/* Whether a noscript element has text: not just a picture that counts visits. */
static bool has_text(const char *p, const char *end)
{
    dana_view text;

    while (dana__next_text(&p, end, false, &text)) {
        if (dana__trim(text).length > 0) {
            return true;
        }
    }
    return false;
}

/* Whether a script is the data of a program. */
static bool is_state(dana_view tag)
{
    dana_view type;

    return dana_tag_attribute(tag, "type", &type) &&
           dana__is_text(dana__trim(type), "application/json");
}

static void read_dropped(signs *s, const dana__pass *pass, const dana__markup *tag)
{
    dana_view start_tag = {tag->start, (size_t)(tag->end - tag->start)};

    if ((tag->flags & DANA__SCRIPT) != 0) {
        s->has_script |= dana__is_program(start_tag) || is_state(start_tag);
    } else if (dana__is_named(tag, "noscript")) {
        s->has_note |= has_text(tag->end, pass->p);
    } else {
        s->has_media |= dana__is_named(tag, "iframe") || dana__is_named(tag, "svg");
    }
}

/* Whether a link element fetches a program before a script asks for it. */
static bool is_script_link(const dana__markup *tag)
{
    dana_view start_tag = {tag->start, (size_t)(tag->end - tag->start)};
    dana_view value;

    return (dana_tag_attribute(start_tag, "as", &value) && dana__is_text(value, "script")) ||
           (dana_tag_attribute(start_tag, "rel", &value) && dana__is_text(value, "modulepreload"));
}

/* Whether an element shows something that is no text, or another document. */
static bool is_media(const dana__markup *tag)
{
    switch (tag->name.length <= sizeof(tag->name.key) ? tag->name.key : 0) {
    case DANA__NAME_KEY('i', 'm', 'g'):
    case DANA__NAME_KEY('v', 'i', 'd', 'e', 'o'):
    case DANA__NAME_KEY('a', 'u', 'd', 'i', 'o'):
    case DANA__NAME_KEY('c', 'a', 'n', 'v', 'a', 's'):
    case DANA__NAME_KEY('f', 'r', 'a', 'm', 'e'):
    case DANA__NAME_KEY('o', 'b', 'j', 'e', 'c', 't'):
    case DANA__NAME_KEY('e', 'm', 'b', 'e', 'd'):
        return true;
    default:
        return false;
    }
}

static void read_tag(signs *s, const dana__pass *pass, const dana__markup *tag, bool *searching)
{
    s->has_media |= is_media(tag);
    s->has_script |= dana__is_named(tag, "link") && is_script_link(tag);
    if (*searching && is_mount(tag)) {
        s->has_mount |= is_empty(tag->end, pass->end);
        *searching = false;
    }
}

static dana_status read_signs(dana_page *page, signs *s, dana_error *err)
{
    dana__pass pass;
    dana__markup tag;
    bool searching = true;

    *s = (signs){0};
    dana__pass_start(&pass, page, false, err);
    while (dana__pass_next_tag(&pass, &tag)) {
        if (tag.kind != DANA__START_TAG) {
            continue;
        }
        if (pass.dropped) {
            read_dropped(s, &pass, &tag);
        } else {
            read_tag(s, &pass, &tag, &searching);
        }
    }
    return pass.status;
}

static bool is_shell(const dana_page *page, const texts *t, const signs *s)
{
    size_t bytes = page->source.length;

    if (!s->has_script) {
        return false;
    }
    return (t->all == 0 && !s->has_media) || s->has_mount ||
           (t->all <= NOTE_BESIDE && (s->has_note || t->names_scripting) && !t->has_heading) ||
           (bytes >= (s->has_media ? BYTES_LEAST_MEDIA : BYTES_LEAST) &&
            bytes >= BYTES_RATIO * t->all && t->outside_links <= LOOSE_MOST && !t->has_heading);
}

dana_status dana__is_shell(dana_page *page, const dana_scan *scan, bool *shell, dana_error *err)
{
    texts t = read_texts(page, scan);
    signs s;

    *shell = false;
    if (t.all > TEXT_MOST || page->source.length == 0 ||
        (!dana__may_have_script(page) && page->url_tags_end == 0)) {
        return DANA_OK;
    }
    dana_status status = read_signs(page, &s, err);

    *shell = status == DANA_OK && is_shell(page, &t, &s);
    return status;
}
