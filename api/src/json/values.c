#include "json/values.h"

dana_view api__view_of(const json_t *value)
{
    return (dana_view){json_string_value(value), json_string_length(value)};
}

json_t *api__text_value(dana_view text)
{
    return json_stringn_nocheck(text.data, text.length);
}

void api__push(json_t **list, json_t *value)
{
    if (json_array_append_new(*list, value) != 0) {
        json_decref(*list);
        *list = NULL;
    }
}

void api__set(json_t **object, const char *name, json_t *value)
{
    if (json_object_set_new(*object, name, value) != 0) {
        json_decref(*object);
        *object = NULL;
    }
}

json_t *api__name_list(const char *(*name_at)(size_t index))
{
    json_t *names = json_array();

    for (size_t i = 0; name_at(i) != NULL; i++) {
        api__push(&names, json_string(name_at(i)));
    }
    return names;
}

json_t *api__string_list(const char *const *strings)
{
    json_t *list = json_array();

    for (; *strings != NULL; strings++) {
        api__push(&list, json_string(*strings));
    }
    return list;
}
