/*
 * A digest of all API responses to the pages of the corpora: every content and headline algorithm,
 * every value of `include`, every format. Two builds with the same total answer the same bytes. The
 * clock is stopped, so that times do not differ.
 *   CORPORA=... corpus_digest                one line a set, and the total
 *   CORPORA=... corpus_digest --pages        also one line a page, for diff(1)
 *   CORPORA=... corpus_digest --page SET/ID  one line a request of one page
 */
#include "api/api.h"
#include "corpus.h"
#include "dana/algorithm.h"
#include "dana/text.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_SETS   64
#define MAX_PAGES  65536
#define PROCESSES  2
#define FNV_OFFSET UINT64_C(0xCBF29CE484222325)
#define FNV_PRIME  UINT64_C(0x100000001B3)

#define ALL_PARTS                                                                                  \
    "text,headline,ranges,density,candidates,line_offsets,source,links,images,html,markdown,"      \
    "metadata,trace,posts,comments,media"
#define CONTENT_PARTS  "text,ranges,density,links,images,media,html,markdown,trace"
#define HEADLINE_PARTS "headline,candidates"

/* A request for a page: the query's parameters, and the requested type. */
typedef struct {
    const char *algorithm; /* NULL: the default */
    const char *headline_algorithm;
    const char *include;
    const char *accept;
} form;

/* All outputs of the default; the requests for other algorithms follow from the list of algorithms.
 */
static const form default_forms[] = {
    {NULL, NULL, ALL_PARTS, "application/json"},
    {NULL, NULL, NULL, "application/json"},
    {NULL, NULL, NULL, "text/plain"},
    {NULL, NULL, NULL, "text/markdown"},
    {NULL, NULL, NULL, "text/html"},
    {NULL, NULL, NULL, "image/svg+xml"},
};

typedef struct {
    uint64_t *digests;   /* a page each, shared by the processes */
    const char *only_id; /* print only the requests of this page */
    size_t only_set;     /* length of its set's name; 0: all pages */
    unsigned process;    /* processes every PROCESSES-th page */
    size_t index;        /* of the visited page */
    const char **ids;    /* "set/id" of each page, owned; filled by the parent alone */
} digest_run;

static double standing_clock(void)
{
    return 0.0;
}

static const api_context context = {.version = "0.0.0",
                                    .max_body_bytes = 1 << 30,
                                    .max_attributes = 512,
                                    .max_depth = 1024,
                                    .max_nodes = 1000000,
                                    .max_lines = 200000,
                                    .now_ms = standing_clock};

/* FNV-1a. */
static uint64_t add_bytes(uint64_t digest, const void *data, size_t length)
{
    const unsigned char *bytes = data;

    for (size_t i = 0; i < length; i++) {
        digest = (digest ^ bytes[i]) * FNV_PRIME;
    }
    return digest;
}

static void add_parameter(api_parameter *list, size_t *count, const char *name, const char *value)
{
    if (value != NULL) {
        list[(*count)++] = (api_parameter){name, value, strlen(value)};
    }
}

/* Returns the digest of the answer to one request. */
static uint64_t ask(const corpus_page *page, const form *f)
{
    api_parameter parameters[4];
    api_response response;
    api_request request = {.id = "00000000-0000-0000-0000-000000000000",
                           .method = "POST",
                           .path = "/v1/extract",
                           .content_type = "text/html",
                           .accept = f->accept,
                           .parameters = parameters,
                           .content_length = (long long)page->bytes_length,
                           .body = page->bytes,
                           .body_length = page->bytes_length};

    add_parameter(parameters, &request.parameter_count, "algorithm", f->algorithm);
    add_parameter(parameters, &request.parameter_count, "headline_algorithm",
                  f->headline_algorithm);
    add_parameter(parameters, &request.parameter_count, "include", f->include);
    const api_route *route = api_route_head(&context, &request, &response);

    if (route == NULL) {
        fprintf(stderr, "%s: the request was refused with %d\n", page->id, response.status);
        exit(1);
    }
    api_handle(&context, route, &request, &response);
    uint64_t digest = add_bytes(FNV_OFFSET, &response.status, sizeof(response.status));

    digest = add_bytes(digest, response.body, response.body_length);
    api_response_clear(&response);
    return digest;
}

static void add_form(digest_run *run, const corpus_page *page, const form *f, uint64_t *digest)
{
    uint64_t one = ask(page, f);

    *digest = add_bytes(*digest, &one, sizeof(one));
    if (run->only_set > 0) {
        printf("%016" PRIx64 " %s %s %s %s\n", one, f->algorithm != NULL ? f->algorithm : "-",
               f->headline_algorithm != NULL ? f->headline_algorithm : "-",
               f->include != NULL ? f->include : "-", f->accept);
    }
}

static uint64_t digest_page(digest_run *run, const corpus_page *page)
{
    uint64_t digest = FNV_OFFSET;

    for (size_t i = 0; i < sizeof(default_forms) / sizeof(default_forms[0]); i++) {
        add_form(run, page, &default_forms[i], &digest);
    }
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);
        bool is_content = algorithm->kind == DANA_KIND_CONTENT;

        if (algorithm->needs_boxes) {
            continue; /* pages of the corpora are not rendered */
        }
        form f = {.algorithm = is_content ? algorithm->id : NULL,
                  .headline_algorithm = is_content ? NULL : algorithm->id,
                  .include = is_content ? CONTENT_PARTS : HEADLINE_PARTS,
                  .accept = "application/json"};

        add_form(run, page, &f, &digest);
    }
    return digest;
}

static bool is_asked_for(const digest_run *run, const corpus_page *page)
{
    return run->only_set == 0 || (strlen(page->set) == run->only_set &&
                                  strncmp(run->only_id, page->set, run->only_set) == 0 &&
                                  strcmp(run->only_id + run->only_set + 1, page->id) == 0);
}

static bool visit(const corpus_page *page, void *arg)
{
    digest_run *run = arg;

    if (run->index < MAX_PAGES && run->index % PROCESSES == run->process &&
        is_asked_for(run, page)) {
        run->digests[run->index] = digest_page(run, page);
    }
    run->index++;
    return run->index < MAX_PAGES;
}

static bool note_id(const corpus_page *page, void *arg)
{
    digest_run *run = arg;
    size_t size = strlen(page->set) + strlen(page->id) + 2;
    char *id = malloc(size);

    if (id == NULL) {
        return false;
    }
    snprintf(id, size, "%s/%s", page->set, page->id);
    run->ids[run->index++] = id;
    return run->index < MAX_PAGES;
}

static void visit_all(const char *folder, char *const *sets, size_t count, corpus_visit *function,
                      digest_run *run)
{
    run->index = 0;
    for (size_t i = 0; i < count; i++) {
        corpus_each(folder, sets[i], function, run);
    }
}

/* Starts the processes and waits for them. Returns whether all ended well. */
static bool work(const char *folder, char *const *sets, size_t count, digest_run *run)
{
    bool fine = true;

    for (unsigned i = 0; i < PROCESSES; i++) {
        pid_t child = fork();

        if (child == 0) {
            run->process = i;
            visit_all(folder, sets, count, visit, run);
            fflush(stdout);
            _exit(0);
        }
        fine = fine && child > 0;
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        int status = 0;

        fine = wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && fine;
    }
    return fine;
}

/* Prints one line a page if requested, one line a set, and the total. */
static void report(const digest_run *run, bool pages)
{
    uint64_t total = FNV_OFFSET;
    uint64_t of_set = FNV_OFFSET;

    for (size_t i = 0; i < run->index; i++) {
        const char *id = run->ids[i];
        size_t set = strcspn(id, "/") + 1;

        if (pages) {
            printf("%016" PRIx64 " %s\n", run->digests[i], id);
        }
        total = add_bytes(total, &run->digests[i], sizeof(run->digests[i]));
        of_set = add_bytes(of_set, &run->digests[i], sizeof(run->digests[i]));
        if (i + 1 == run->index || strncmp(id, run->ids[i + 1], set) != 0) {
            printf("%016" PRIx64 " %.*s\n", of_set, (int)(set - 1), id);
            of_set = FNV_OFFSET;
        }
    }
    printf("%016" PRIx64 " total of %zu pages\n", total, run->index);
}

int main(int argc, char **argv)
{
    static const char *ids[MAX_PAGES];
    const char *folder = getenv("CORPORA");
    char *sets[MAX_SETS];
    digest_run run = {.ids = ids};

    if (folder == NULL) {
        fprintf(stderr, "CORPORA names no folder of corpora\n");
        return 2;
    }
    if (argc == 3 && strcmp(argv[1], "--page") == 0 && strchr(argv[2], '/') != NULL) {
        run.only_id = argv[2];
        run.only_set = strcspn(argv[2], "/");
    }
    run.digests = mmap(NULL, MAX_PAGES * sizeof(*run.digests), PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run.digests == MAP_FAILED) {
        return 2;
    }
    api_init();
    size_t count = corpus_sets(folder, sets, MAX_SETS);
    bool fine = work(folder, sets, count, &run);

    if (run.only_set == 0) {
        visit_all(folder, sets, count, note_id, &run);
        report(&run, argc > 1 && strcmp(argv[1], "--pages") == 0);
    }
    return fine ? 0 : 1;
}
