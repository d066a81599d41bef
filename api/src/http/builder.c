#include "http/builder.h"

#include <stdlib.h>
#include <string.h>

void api__build(api__builder *b, const char *bytes, size_t length)
{
    if (!b->failed && b->capacity - b->length < length + 1) {
        size_t capacity = (b->capacity + length + 1) * 3 / 2;
        char *data = realloc(b->data, capacity);

        b->failed = data == NULL;
        if (data != NULL) {
            b->data = data;
            b->capacity = capacity;
        }
    }
    if (!b->failed && length > 0) {
        memcpy(b->data + b->length, bytes, length);
        b->length += length;
    }
}

void api__build_string(api__builder *b, const char *text)
{
    api__build(b, text, strlen(text));
}

static const char *reference_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void api__build_html(api__builder *b, dana_view text)
{
    size_t done = 0;

    for (size_t i = 0; i < text.length; i++) {
        const char *reference = reference_of(text.data[i]);

        if (reference != NULL) {
            api__build(b, text.data + done, i - done);
            api__build_string(b, reference);
            done = i + 1;
        }
    }
    api__build(b, text.data + done, text.length - done);
}

void api__build_markdown(api__builder *b, dana_view text)
{
    size_t done = 0;

    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] != '\0' && strchr("\\`*_[<~#&", text.data[i]) != NULL) {
            api__build(b, text.data + done, i - done);
            api__build_string(b, "\\");
            done = i;
        }
    }
    api__build(b, text.data + done, text.length - done);
}

bool api__builder_finish(api__builder *b, const char *content_type, api_response *out)
{
    if (b->failed) {
        free(b->data);
        *b = (api__builder){0};
        return false;
    }
    *out = (api_response){
        .status = 200, .content_type = content_type, .body = b->data, .body_length = b->length};
    return true;
}
