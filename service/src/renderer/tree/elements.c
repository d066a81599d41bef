#include "renderer/tree/elements.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned is;
} elements[] = {
    {"area", SVC_VOID},          {"base", SVC_VOID},       {"br", SVC_VOID},
    {"col", SVC_VOID},           {"embed", SVC_VOID},      {"hr", SVC_VOID},
    {"img", SVC_VOID},           {"input", SVC_VOID},      {"link", SVC_VOID},
    {"meta", SVC_VOID},          {"param", SVC_VOID},      {"source", SVC_VOID},
    {"track", SVC_VOID},         {"wbr", SVC_VOID},        {"script", SVC_RAW},
    {"style", SVC_RAW},          {"noscript", SVC_HIDDEN}, {"noembed", SVC_HIDDEN},
    {"noframes", SVC_HIDDEN},    {"template", SVC_EMPTY},  {"iframe", SVC_FRAME},
    {"frame", SVC_FRAME},        {"pre", SVC_FIRST_LINE},  {"textarea", SVC_FIRST_LINE},
    {"listing", SVC_FIRST_LINE}, {"xmp", SVC_HIDDEN},      {"plaintext", SVC_HIDDEN},
};

unsigned svc_element_kind(const char *name)
{
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
        if (strcmp(elements[i].name, name) == 0) {
            return elements[i].is;
        }
    }
    return 0;
}
