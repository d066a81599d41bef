/*
 * A text that grows. Zeroed it is empty; once memory ran out nothing more is added.
 */
#ifndef API_HTTP_BUILDER_H
#define API_HTTP_BUILDER_H

#include "api/api.h"
#include "dana/view.h"

/* A text being built. data is owned; it holds room for one more byte. */
typedef struct {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
} api__builder;

/* Adds bytes. */
void api__build(api__builder *builder, const char *bytes, size_t length);

/* Adds a string. */
void api__build_string(api__builder *builder, const char *text);

/* Adds text (UTF-8) as HTML: & < > " as references. */
void api__build_html(api__builder *builder, dana_view text);

/* Adds text of one line as Markdown: what means something in a heading behind a backslash. */
void api__build_markdown(api__builder *builder, dana_view text);

/* Takes over what was built as the body of a 200; false, and all is freed, where it failed. */
bool api__builder_finish(api__builder *builder, const char *content_type, api_response *out);

#endif
