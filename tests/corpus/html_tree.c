#include "html_tree.h"

#include <string.h>

htmlDocPtr parse_tree(const char *html, size_t length)
{
    const int options = (int)HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                        HTML_PARSE_NONET | (int)XML_PARSE_HUGE;

    return htmlReadMemory(html, (int)length, NULL, "UTF-8", options);
}

bool is_dropped(const xmlNode *node)
{
    static const char *const names[] = {"script",   "style",  "noscript", "template", "svg",
                                        "textarea", "select", "iframe",   "title"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (node->name != NULL && strcmp((const char *)node->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}
