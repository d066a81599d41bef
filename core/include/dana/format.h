/*
 * The selected content with its structure: plain text, Markdown and HTML.
 */
#ifndef DANA_FORMAT_H
#define DANA_FORMAT_H

#include "dana/page.h"
#include "dana/result.h"
#include "dana/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Renders the selection of a result as plain text for readers: each block is a line, as
 * dana_render_text gives it; items of lists begin with "- " or their number and a full stop, those
 * of tasks with "[x] " or "[ ] " too, what they hold is indented; a definition follows its term and
 * a colon; code keeps its lines, indentation and blank lines; a row of a table of data is a line,
 * its cells are separated by tabs (a cell that spans columns or rows is followed by empty ones);
 * the mark of a footnote is in brackets. No newline at the end. Its words are those of
 * dana_render_text, but for numbers of items and formulas. R2L's text, and that of a page whose
 * memory does not suffice, is dana_render_text's.
 * *out is borrowed from the page. Linear in the length of what is selected and of the lists, tables
 * and code around it. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_render_plain(dana_page *page, const dana_result *result,
                                            dana_view *out, dana_error *err);

/*
 * Renders the selection of a result as Markdown: CommonMark 0.30, tables and strikethrough as in
 * GitHub Flavored Markdown 0.29. Headings, paragraphs, lists, quotes, code, rules, tables of data
 * that fit on lines (a cell that spans columns or rows is followed by empty ones), links, emphasis
 * and images; all else gives only its text. Its words are those of dana_render_text, in their
 * order; the sign of a heading's link to itself is left out. Text is escaped, so that it means what
 * the page says; no HTML but <br> in table cells.
 * A caption is a paragraph in emphasis after its image, selected or not; a medium that is no image
 * is a link (see dana_result_images, dana_result_media): these are the words that dana_render_text
 * lacks.
 * base (absolute, see dana_page_base; empty: none) makes links and images absolute, else they stay
 * as they are written; links are http, https or mailto, images http or https.
 * result->plain leaves out links or images.
 * Lines end with a newline, the last one too; nothing selected gives an empty text.
 * *out is borrowed from the page. Linear in the source's length; its memory is the page's.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_render_markdown(dana_page *page, const dana_result *result,
                                               dana_view base, dana_view *out, dana_error *err);

/*
 * Renders the selection as a fragment of HTML, as dana_render_markdown otherwise. Elements: h1 to
 * h6, p, br, hr, ul, ol, li, dl, dt, dd, blockquote, pre, code, table, caption, tr, th, td, figure,
 * figcaption, a, img, input (boxes of tasks), strong, em, del, sub, sup, q, ruby, rt, rp, abbr.
 * Attributes: href, src, alt, title (of abbr), type, checked and disabled (of input), start,
 * reversed and type (of ol), value (of li), colspan, rowspan, class "language-..." of code, and on
 * pages that are written from right to left dir="auto" of pre and code. All text and values are
 * escaped; no script, style, handler or other URL scheme can come through.
 */
DANA_MUST_USE dana_status dana_render_html(dana_page *page, const dana_result *result,
                                           dana_view base, dana_view *out, dana_error *err);

/*
 * Returns the first byte at or after `from` (0-based) of a line of text (UTF-8) that needs a
 * backslash in a heading of Markdown, the text's length where none does. Linear in the distance.
 */
size_t dana_markdown_next_escape(dana_view text, size_t from);

/*
 * Takes tables of data out of the selection of a result, with all that is in them: those of two
 * columns and two rows at least that are no layout, as the formats tell them apart. Nothing else is
 * changed but the warning `no-content`, where nothing is left. Content from data stays.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_leave_out_tables(dana_page *page, dana_result *result,
                                                dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
