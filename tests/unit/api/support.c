#include "unit.h"

#include "support.h"

#include <stdio.h>

static double ticking_clock(void)
{
    static double now;

    return now += 1.0;
}

static long allocations_left = -1;

static void *failing_malloc(size_t size)
{
    if (allocations_left == 0) {
        return NULL;
    }
    allocations_left -= allocations_left > 0;
    return malloc(size);
}

void fail_allocations_after(long count)
{
    allocations_left = count;
    json_set_alloc_funcs(count < 0 ? malloc : failing_malloc, free);
}

const char *text_at(const json_t *root, const char *object, const char *member)
{
    return json_string_value(json_object_get(json_object_get(root, object), member));
}

const api_context test_context = {.version = "9.9.9",
                                  .max_body_bytes = 1 << 20,
                                  .workers = 2,
                                  .queue_size = 16,
                                  .process_timeout_ms = 1000.0,
                                  .max_attributes = 512,
                                  .max_depth = 1024,
                                  .max_nodes = 1000000,
                                  .max_lines = 200000,
                                  .batch_max_items = 5,
                                  .compat = 3,
                                  .now_ms = ticking_clock};

void post_extract(const char *body, api_response *out)
{
    api_request request = {.id = TEST_ID,
                           .method = "POST",
                           .path = "/v1/extract",
                           .content_type = "application/json",
                           .content_length = -1,
                           .body = body,
                           .body_length = strlen(body),
                           .queue_ms = 0.25};
    const api_route *route = api_route_head(&test_context, &request, out);

    assert_non_null(route);
    assert_int_equal(api_route_place(route), API_WORKER);
    api_handle(&test_context, route, &request, out);
}

json_t *extract_json(const char *body, int status)
{
    api_response response;

    post_extract(body, &response);
    if (response.status != status) {
        print_error("%.*s\n", (int)response.body_length, response.body);
    }
    assert_int_equal(response.status, status);
    assert_string_equal(response.content_type,
                        status == 200 ? "application/json" : "application/problem+json");
    json_t *root = json_loadb(response.body, response.body_length, 0, NULL);

    assert_non_null(root);
    api_response_clear(&response);
    return root;
}

json_t *extract_html(const char *html, const char *members)
{
    json_t *string = json_string(html);
    char *quoted = json_dumps(string, JSON_ENCODE_ANY);
    size_t size = strlen(quoted) + strlen(members) + 32;
    char *body = malloc(size);

    snprintf(body, size, "{\"html\": %s%s}", quoted, members);
    json_t *answer = extract_json(body, 200);

    free(body);
    free(quoted);
    json_decref(string);
    return answer;
}

dana_view copy_of(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length > 0 ? length : 1);

    assert_non_null(copy);
    memcpy(copy, text, length);
    return (dana_view){copy, length};
}

void free_view(dana_view view)
{
    free((char *)(size_t)view.data);
}

void assert_view(dana_view view, const char *text)
{
    assert_int_equal(view.length, strlen(text));
    assert_memory_equal(view.data, text, view.length);
}
