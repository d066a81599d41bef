#include "decided.h"

decided decide(const char *html, dana__auto_settings settings)
{
    decided d;
    dana_error err;

    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &d.page, &err), DANA_OK);
    assert_int_equal(dana__auto_decide(d.page, &settings, &d.trace, &err), DANA_OK);
    return d;
}

decided decide_by_rules(const char *html)
{
    return decide(html, (dana__auto_settings){.steps_off = DANA__STEP_LEARNED});
}

void assert_block(const decided *d, size_t index, const char *text)
{
    assert_true(index < d->trace.blocks.block_count);
    const dana__block *block = &d->trace.blocks.blocks[index];
    dana_view source = dana_page_source(d->page);

    assert_int_equal(block->end - block->start, strlen(text));
    assert_memory_equal(source.data + block->start, text, strlen(text));
}

/* The first block that begins with `text`. */
const dana__block *find_block(const decided *d, const char *text)
{
    for (size_t i = 0; i < d->trace.blocks.block_count; i++) {
        const dana__block *block = &d->trace.blocks.blocks[i];

        if (strncmp(dana_page_source(d->page).data + block->start, text, strlen(text)) == 0) {
            return block;
        }
    }
    fail_msg("no block begins with %s", text);
    return NULL;
}

void measure(measured *m, const char *html)
{
    m->d = decide_by_rules(html);
    assert_int_equal(
        dana__measure_page(m->d.page, &m->d.trace.blocks, &m->d.trace.choice, &m->page, NULL),
        DANA_OK);
}

void close_measured(measured *m)
{
    dana__release_features(m->d.page, &m->page);
    dana_page_close(m->d.page);
}
