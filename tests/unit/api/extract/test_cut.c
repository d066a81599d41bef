/* A batch in JSON that is cut into its items while it comes, beside one that is read as a whole. */
#include "unit.h"

#include "api/batch.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#define ITEMS_MAX 8
#define TEXT_MAX  4096
#define ROUNDS    2000

/* What came of a body. */
typedef struct {
    bool fine;   /* no problem but those of items */
    bool begun;  /* what stands in front of the items was read */
    int status;  /* of its refusal */
    bool closed; /* the end was that of the object */
    api_cut_event problem;
    size_t count;
    char items[ITEMS_MAX][TEXT_MAX];
} outcome;

static void add_item(outcome *out, const char *text, size_t length)
{
    assert_true(out->count < ITEMS_MAX && length < TEXT_MAX);
    memcpy(out->items[out->count], text, length);
    out->items[out->count++][length] = '\0';
}

static api_request request_of(const char *text, size_t length)
{
    return (api_request){.id = TEST_ID,
                         .method = "POST",
                         .path = "/v1/extract/batch",
                         .content_type = "application/json",
                         .content_length = (long long)length,
                         .body = text,
                         .body_length = length};
}

/* The oracle: the body is there. */
static void read_whole(const char *text, size_t length, outcome *out)
{
    const api_request request = request_of(text, length);
    api_response answer;
    api_item item;

    *out = (outcome){.fine = false};
    api_handle(&test_context, api_route_head(&test_context, &request, &answer), &request, &answer);
    out->status = answer.status;
    out->fine = answer.batch != NULL;
    while (answer.batch != NULL && api_batch_next(answer.batch, &item)) {
        add_item(out, item.json, item.length);
    }
    api_response_clear(&answer);
}

/* A part that comes in pieces. */
typedef struct {
    char text[TEXT_MAX];
    size_t length;
} part;

static void note(const api_request *request, api_batch *batch, const api_cutter *cutter,
                 api_cut_event event, part *kept, outcome *out)
{
    api_response refusal = {0};

    if (event == API_CUT_HEAD) {
        out->begun = api_batch_begin(&test_context, request, batch, kept->text, kept->length,
                                     cutter->closing, &refusal);
        out->status = out->begun ? 0 : refusal.status;
        api_response_clear(&refusal);
    } else if (event == API_CUT_ITEM) {
        add_item(out, kept->text, kept->length);
    } else if (api_cut_problem(event) != NULL) {
        assert_int_equal(out->problem, API_CUT_MORE);
        out->problem = event;
    }
    if (event != API_CUT_MORE) {
        kept->length = 0;
    }
}

/* Hands a body over in pieces of `size` bytes, each a copy of its own. */
static void read_cut(const char *text, size_t length, size_t size, outcome *out)
{
    const api_request request = request_of(text, length);
    api_response refusal;
    api_batch *batch = api_batch_open(&test_context, &request, &refusal);
    api_cutter cutter = api_batch_cutter(&test_context, batch);
    part kept = {.length = 0};

    *out = (outcome){.problem = API_CUT_MORE};
    for (size_t at = 0; at < length;) {
        size_t piece = length - at < size ? length - at : size;
        char *bytes = malloc(piece);

        assert_non_null(bytes);
        memcpy(bytes, text + at, piece);
        api_cut cut = api_cutter_next(&cutter, bytes, piece);
        assert_true(cut.taken <= piece && cut.from + cut.kept <= cut.taken);
        assert_true(cut.taken > 0 || cut.event != API_CUT_MORE);
        memcpy(kept.text + kept.length, bytes + cut.from, cut.kept);
        kept.length += cut.kept;
        note(&request, batch, &cutter, cut.event, &kept, out);
        at += cut.taken;
        free(bytes);
    }
    api_cut_event last = api_cutter_end(&cutter);
    out->closed = last == API_CUT_MORE;
    note(&request, batch, &cutter, last, &kept, out);
    out->fine = out->begun && out->closed && out->problem == API_CUT_MORE;
    api_batch_free(batch);
}

static void assert_same_items(const outcome *found, const outcome *wanted, const char *text)
{
    if (found->count != wanted->count) {
        fail_msg("%zu items, not %zu, of %s", found->count, wanted->count, text);
    }
    for (size_t i = 0; i < found->count; i++) {
        assert_string_equal(found->items[i], wanted->items[i]);
    }
}

/* Nothing depends on the pieces; what is fine is as the oracle has it, but that members must not
 * stand behind the items. */
static void compare(const char *text, size_t length)
{
    static const size_t sizes[] = {1, 2, 3, 7, 16, 17, 64};
    static outcome whole;
    static outcome once;
    static outcome cut;

    read_whole(text, length, &whole);
    read_cut(text, length, length, &once);
    if (whole.fine != once.fine && once.problem != API_CUT_LATE) {
        fail_msg("fine %d, not %d: %s", once.fine, whole.fine, text);
    }
    if (whole.fine) {
        assert_same_items(&once, &whole, text);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        read_cut(text, length, sizes[i], &cut);
        assert_int_equal(cut.fine, once.fine);
        assert_int_equal(cut.begun, once.begun);
        assert_int_equal(cut.status, once.status);
        assert_int_equal(cut.problem, once.problem);
        assert_same_items(&cut, &once, text);
    }
}

static const struct {
    const char *text;
    bool begun;
    int status; /* of the refusal */
    api_cut_event problem;
    size_t items;
} rows[] = {
    {"{\"items\":[]}", true, 0, API_CUT_MORE, 0},
    {"\xEF\xBB\xBF {\"options\":{\"params\":{}},\"include\" :[ ] , \"items\" : [ {\"a\":\"}]\"} "
     ",\"b]\\\"\" "
     ",[[3]],4 ] } \n",
     true, 0, API_CUT_MORE, 4},
    {"{\"items\":[1,2,3,4,5,6]}", true, 0, API_CUT_TOO_MANY, 5},
    {"{\"items\":[1],\"include\":[]}", true, 0, API_CUT_LATE, 1},
    {"{\"items\":[1],\"items\":[2]}", true, 0, API_CUT_LATE, 1},
    {"{\"items\":[1,]}", true, 0, API_CUT_BROKEN, 1},
    {"{\"items\":[,1]}", true, 0, API_CUT_BROKEN, 0},
    {"{\"items\":[1 2]}", true, 0, API_CUT_BROKEN, 1},
    {"{\"items\":[1]]}", true, 0, API_CUT_BROKEN, 1},
    {"{\"items\":[1]}}", true, 0, API_CUT_BROKEN, 1},
    {"{\"items\":[1]", true, 0, API_CUT_BROKEN, 1},
    {"{\"items\":[1", true, 0, API_CUT_MORE, 1}, /* its own text is judged */
    {"{\"items\":[{\"a\":\"", true, 0, API_CUT_MORE, 1},
    {"{\"items\":{}}", false, 400, API_CUT_MORE, 0},
    {"{\"items\":5", false, 400, API_CUT_MORE, 0},
    {"{\"items\\u0000\":[]}", false, 400, API_CUT_MORE, 0},
    {"{\"item\":[],\"items\":[1]}", false, 400, API_CUT_MORE, 0},
    {"{\"itemss\":[],\"items\":[1]}", false, 400, API_CUT_MORE, 0},
    {"{\"options\":{\"items\":[1]},\"items\":[1]}", false, 400, API_CUT_MORE, 0},
    {"{\"include\":[\"x\"],\"items\":[1]}", false, 400, API_CUT_MORE, 0},
    {"{\"include\":[],\"include\":[],\"items\":[1]}", false, 400, API_CUT_MORE, 0},
    {"{}", false, 400, API_CUT_MORE, 0},
    {"[{\"html\":\"a\"}]", false, 400, API_CUT_MORE, 0},
    {"\"items\"", false, 400, API_CUT_MORE, 0},
    {"{\"incl", false, 400, API_CUT_MORE, 0},
    {" ", false, 400, API_CUT_MORE, 0},
};

static void bodies_are_cut(void **state)
{
    static outcome found;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t length = strlen(rows[i].text);

        read_cut(rows[i].text, length, length, &found);
        /* What is dropped after a refusal counts no more. */
        found.count = found.begun ? found.count : 0;
        if (found.begun != rows[i].begun || found.status != rows[i].status ||
            (found.begun && found.problem != rows[i].problem) || found.count != rows[i].items) {
            fail_msg("begun %d, %d, problem %d, %zu items: %s", found.begun, found.status,
                     (int)found.problem, found.count, rows[i].text);
        }
        compare(rows[i].text, length);
    }
}

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return *seed >> 8;
}

/* Documents of tokens, most of them nearly right. */
static size_t make_document(unsigned *seed, char *out)
{
    static const char *const right[] = {
        "{", "\"include\"",   ":", "[]", ",", "\"items\"", ":", "[", "{\"html\":\"a]\"}", ",", "1",
        ",", "\"\\\\\\\"}\"", "]", "}"};
    static const char *const wrong[] = {"{",    "}",  "[",         "]",    ",",  ":",
                                        " ",    "\n", "\"items\"", "\"",   "\\", "\"options\"",
                                        "null", "{}", "[[]]",      "\"a\""};
    size_t length = 0;

    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        unsigned chance = next_random(seed) % 48;
        const char *token = chance == 0
                                ? wrong[next_random(seed) % (sizeof wrong / sizeof wrong[0])]
                                : right[i];

        if (chance != 1) {
            length += (size_t)sprintf(out + length, "%s%s", token, chance == 2 ? " " : "");
        }
        if (chance == 3) {
            length += (size_t)sprintf(out + length, "%s", token);
        }
    }
    return length;
}

static void random_bodies_are_cut_as_the_whole_is_read(void **state)
{
    char text[TEXT_MAX];
    unsigned seed = 15;

    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        compare(text, make_document(&seed, text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_are_cut),
        cmocka_unit_test(random_bodies_are_cut_as_the_whole_is_read),
    };

    api_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
