#include "check_json.h"

#include "json/base64.h"
#include "json/document.h"
#include "json/surrogates.h"

#include <stdlib.h>
#include <string.h>

#define FLAGS (JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY)

static const char *const long_names[] = {"html", "gold", NULL};

/* What jansson makes of the whole text. */
static json_t *read_alone(const dana_view *t, bool *replaced, json_error_t *error)
{
    char *copy = NULL;

    *replaced = api__replace_surrogates(t->data, t->length, &copy);
    json_t *root = json_loadb(copy != NULL ? copy : t->data, t->length, FLAGS, error);
    free(copy);
    return root;
}

/* Puts the texts that stand beside the tree where they belong. */
static void put_texts(api__json *json)
{
    for (size_t i = 0; long_names[i] != NULL; i++) {
        const json_t *value = json_object_get(json->root, long_names[i]);

        if (json_is_string(value)) {
            dana_view found = api__json_text(json, value);
            json_object_set_new(json->root, long_names[i], json_stringn(found.data, found.length));
        }
    }
}

static const char *compare_trees(const json_t *a, const json_t *b)
{
    char *text_a = json_dumps(a, JSON_ENCODE_ANY);
    char *text_b = json_dumps(b, JSON_ENCODE_ANY);
    bool equal = text_a != NULL && text_b != NULL && strcmp(text_a, text_b) == 0;

    free(text_a);
    free(text_b);
    return equal ? NULL : "another tree";
}

static const char *compare_errors(const json_error_t *a, const json_error_t *b)
{
    if (strcmp(a->text, b->text) != 0 || json_error_code(a) != json_error_code(b)) {
        return "another reason";
    }
    return a->line == b->line && a->column == b->column && a->position == b->position
               ? NULL
               : "another place";
}

const char *check_json(dana_view t)
{
    json_error_t error;
    json_error_t error_alone;
    api__json json;
    bool replaced;
    const char *wrong = NULL;
    bool has_nul = t.length > 0 && memchr(t.data, '\0', t.length) != NULL;
    json_t *alone = read_alone(&t, &replaced, &error_alone);
    bool fine = api__json_read((dana_view){t.data, t.length}, long_names, &json, &error);

    if (has_nul) { /* jansson overlooks some */
        wrong = fine ? "taken with a NUL" : NULL;
    } else if (fine != (alone != NULL)) {
        wrong = fine ? "taken" : "refused";
    } else if (!fine) {
        wrong = compare_errors(&error, &error_alone);
    } else {
        wrong = replaced == json.surrogates_replaced ? NULL : "surrogates";
        put_texts(&json);
        wrong = wrong != NULL ? wrong : compare_trees(json.root, alone);
    }
    if (fine) {
        api__json_clear(&json);
    }
    json_decref(alone);
    return wrong;
}

/* Decodes bit by bit. Returns the number of bytes, or -1 - the position of what is wrong. */
static long decode_plainly(const dana_view *t, char *out)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0, left = 0, sum = 0;
    size_t digits = 0, pads = 0;
    long written = 0;

    for (size_t i = 0; i < t->length; i++) {
        const char *digit = t->data[i] != '\0' ? strchr(alphabet, t->data[i]) : NULL;
        size_t allowed = digits % 4 == 2 ? 2 : digits % 4 == 3 ? 1 : 0;

        if (t->data[i] != '\0' && strchr(" \n\r\t", t->data[i]) != NULL) {
            continue;
        }
        if (t->data[i] == '=' && pads < allowed) {
            pads++;
            continue;
        }
        if (digit == NULL || pads > 0) {
            return -1 - (long)i;
        }
        digits++;
        bits = (unsigned)(digit - alphabet);
        for (unsigned b = 6; b-- > 0;) {
            sum = sum << 1 | (bits >> b & 1);
            if (++left % 8 == 0) {
                out[written++] = (char)(sum & 0xFF);
            }
        }
    }
    return digits % 4 == 0 || (digits + pads) % 4 == 0 ? written : -1 - (long)t->length;
}

const char *check_base64(dana_view t)
{
    char expected[CHECK_BASE64_MAX];
    char *bytes;
    size_t length;
    size_t position;
    long wanted = decode_plainly(&t, expected);
    bool fine = api__base64_decode(t.data, t.length, &bytes, &length, &position);
    const char *wrong = NULL;

    if (fine != (wanted >= 0)) {
        wrong = "base64";
    } else if (fine) {
        wrong = length == (size_t)wanted && memcmp(bytes, expected, length) == 0
                    ? NULL
                    : "bytes of base64";
    } else {
        wrong = position == (size_t)(-1 - wanted) ? NULL : "place in base64";
    }
    free(bytes);
    return wrong;
}
