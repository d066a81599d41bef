#include "answer/warnings.h"

#include "dana/links.h"

static void write_warning(api__writer *w, const char *code, const char *detail)
{
    api__write_begin(w, NULL);
    api__write_string(w, "code", code);
    api__write_string(w, "detail", detail);
    api__write_end(w);
}

static bool had_surrogates(const api__extraction *e)
{
    return e->request->json.surrogates_replaced;
}

static bool had_bad_bytes(const api__extraction *e)
{
    return e->document.replacements > 0;
}

static bool had_replacements(const api__extraction *e)
{
    return e->document.replaced_elsewhere > 0;
}

static bool had_fallback(const api__extraction *e)
{
    return e->document.fallback;
}

static bool was_read_back(const api__extraction *e)
{
    return e->document.read_back;
}

static bool was_encoded_twice(const api__extraction *e)
{
    return e->document.encoded_twice;
}

static bool had_mismatch(const api__extraction *e)
{
    return e->document.mismatch;
}

static bool has_relative(const api__extraction *e)
{
    return dana_page_left_relative(e->page) ||
           (e->result.data != NULL && dana_page_left_relative(e->result.data->page));
}

/* Boxes or segments were asked for, and are null. */
static bool lacks_boxes(const api__extraction *e)
{
    return api__includes(e, API__INCLUDE_BOXES | API__INCLUDE_SEGMENTS) && !api__has_boxes(e);
}

static bool lacks_renderer(const api__extraction *e)
{
    return e->lacks_renderer;
}

static bool was_not_rendered(const api__extraction *e)
{
    return e->rendered != NULL && e->rendered->problem != NULL;
}

static bool was_cut_short(const api__extraction *e)
{
    return api__is_rendered(e) && !e->rendered->is_complete;
}

/* Warnings that are the API's own. */
static const struct {
    const char *code;
    const char *text;
    bool (*applies)(const api__extraction *e);
} own_warnings[] = {
    {"text-truncated", "The text was cut after options.max_text_chars code points.",
     api__is_truncated},
    {"lone-surrogate-replaced", "Escapes of lone surrogates in the body were replaced by U+FFFD.",
     had_surrogates},
    {"no-renderer", "The page should be rendered, and this server has no renderer.",
     lacks_renderer},
    {"render-failed", "The page could not be rendered; the answer is that of the page as it came.",
     was_not_rendered},
    {"render-incomplete",
     "The page did not come to have what was waited for in its time, or the browser cannot read "
     "the "
     "selector; it was taken as it was.",
     was_cut_short},
    {"relative-links",
     "Links or images are as the page writes them: nothing tells the URL that they are relative "
     "to.",
     has_relative},
    {"not-rendered",
     "The page was not rendered: it is not known where a browser shows its parts, and how.",
     lacks_boxes},
    {"encoding-fallback", "Nothing tells the page's encoding; it was read as windows-1252.",
     had_fallback},
    {"encoding-mismatch", "The encoding that was declared is unknown or does not fit the bytes.",
     had_mismatch},
    {"encoded-twice", "The page's UTF-8 had been encoded twice, which was undone.", was_read_back},
    {"encoded-twice",
     "The page's UTF-8 was decoded as windows-1252 before it came here, and stays so: send its "
     "bytes, or decode them as UTF-8.",
     was_encoded_twice},
    {"replacement-characters", "Bytes that are no characters were replaced by U+FFFD.",
     had_bad_bytes},
    {"replacement-characters",
     "The page holds U+FFFD already: it was decoded wrongly before it came here.",
     had_replacements},
};

#define OWN_WARNING_COUNT (sizeof(own_warnings) / sizeof(own_warnings[0]))

void api__write_warnings(api__extraction *e, api__writer *w, const char *name)
{
    uint32_t warnings = e->result.warnings | e->headline.warnings;

    api__write_begin_array(w, name);
    for (int i = 0; i < DANA_WARNING_COUNT; i++) {
        if ((warnings & 1u << i) != 0) {
            write_warning(w, dana_warning_code((dana_warning)i),
                          dana_warning_text((dana_warning)i));
        }
    }
    for (size_t i = 0; i < OWN_WARNING_COUNT; i++) {
        if (own_warnings[i].applies(e)) {
            write_warning(w, own_warnings[i].code, own_warnings[i].text);
        }
    }
    api__write_end_array(w);
}
