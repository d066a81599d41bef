/*
 * Extracts many pages on several threads: reads names of files from standard input, one a line,
 * and prints a line for each as soon as it is done: its name, the number of words of its main
 * content, the content's language, or what went wrong; separated by tabs.
 * Usage: find FOLDER -name '*.html' | stream [THREADS]
 */
#include "pages.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define THREADS_MAX 64
/* Longest time for a page. */
#define PAGE_SECONDS 5

/* What threads share: standard input and output, one at a time. */
static pthread_mutex_t input = PTHREAD_MUTEX_INITIALIZER;

/* dana_cancel: whether the time of a page, which began at *arg, is over. */
static bool is_late(void *arg)
{
    const struct timespec *began = arg;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - began->tv_sec > PAGE_SECONDS;
}

static bool measure(dana_page *page, size_t *words, dana_language *language, dana_error *err)
{
    struct timespec began;
    dana_result content;
    dana_view text;

    clock_gettime(CLOCK_MONOTONIC, &began);
    dana_page_set_cancel(page, is_late, &began);
    if (dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &content, err) !=
            DANA_OK ||
        dana_render_plain(page, &content, &text, err) != DANA_OK ||
        dana_find_language(page, content.scan, text, language, err) != DANA_OK) {
        return false;
    }
    *words = dana_count_words(text);
    return true;
}

/* The next name; false at the end of the input. */
static bool next_name(char **line, size_t *size)
{
    pthread_mutex_lock(&input);
    ssize_t length = getline(line, size, stdin);
    pthread_mutex_unlock(&input);
    if (length > 0 && (*line)[length - 1] == '\n') {
        (*line)[length - 1] = '\0';
    }
    return length > 0;
}

static void *work(void *failed)
{
    char *name = NULL;
    size_t size = 0;
    dana_error err;

    if (!dana_library_init_thread()) {
        *(bool *)failed = true;
        return NULL;
    }
    while (next_name(&name, &size)) {
        page_file file;
        dana_language language;
        size_t words;

        /* The language is borrowed from the page, which is closed after it was printed. */
        if (open_page(name, &file, &err) && measure(file.page, &words, &language, &err)) {
            printf("%s\t%zu\t%.*s\n", name, words, (int)language.tag.length, language.tag.data);
        } else {
            printf("%s\terror\t%s\n", name, err.message);
        }
        close_page(&file);
    }
    free(name);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS_MAX];
    bool failed[THREADS_MAX] = {false};
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 2;
    long started = 0;
    int status = 0;

    if (count < 1 || count > THREADS_MAX) {
        fprintf(stderr, "usage: stream [THREADS], 1 to %d of them\n", THREADS_MAX);
        return 2;
    }
    dana_library_init();
    while (started < count &&
           pthread_create(&threads[started], NULL, work, &failed[started]) == 0) {
        started++;
    }
    for (long i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        status |= failed[i];
    }
    return started == 0 || status != 0;
}
