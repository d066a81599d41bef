#include "extractors/auto/sections.h"

#include "extractors/auto/choose.h"
#include "page/page.h"

static size_t count_headings(const dana__blocks *blocks)
{
    size_t count = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        count += blocks->blocks[i].heading != 0;
    }
    return count;
}

/* Fills the sections' beginnings, levels and sums. */
static void fill_sections(dana__sections *out)
{
    const dana__blocks *blocks = out->blocks;
    dana__section here = {0};

    out->sections[out->count++] = here;
    out->of_level[0] = 1;
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->heading != 0) {
            here.first = (uint32_t)i;
            here.level = block->heading;
            out->sections[out->count++] = here;
            out->of_level[here.level]++;
        }
        here.text_before += block->text;
        here.links_before += block->link_text;
        here.taken_before += dana__is_taken(block) ? block->text : 0;
    }
    here.first = (uint32_t)blocks->block_count;
    here.level = 0;
    out->sections[out->count] = here;
}

/*
 * Finds where each section's deeper ones end, from the last section to the first: a section is
 * stepped over at most once per level, for what it covers is stepped over with it.
 */
static void nest_sections(dana__sections *out)
{
    for (size_t s = out->count; s > 0; s--) {
        dana__section *section = &out->sections[s - 1];
        size_t next = s;

        while (next < out->count && out->sections[next].level > section->level) {
            next = out->sections[next].outer;
        }
        section->outer = (uint32_t)next;
    }
}

dana_status dana__find_sections(dana_page *page, const dana__blocks *blocks, dana__sections *out,
                                dana_error *err)
{
    *out = (dana__sections){.blocks = blocks};
    dana_buffer_init(&out->memory, sizeof(dana__section));
    dana_status status = dana_buffer_reserve(page->arena, &out->memory, count_headings(blocks) + 2,
                                             err);

    if (status != DANA_OK) {
        return status;
    }
    out->sections = out->memory.data;
    fill_sections(out);
    nest_sections(out);
    return DANA_OK;
}

void dana__release_sections(dana_page *page, dana__sections *sections)
{
    dana_buffer_release(page->arena, &sections->memory);
}

static float share(uint32_t part, uint32_t whole)
{
    return whole > 0 ? (float)part / (float)whole : 0.0f;
}

static dana__range_group measure_range(const dana__sections *all, const dana__section *from,
                                       const dana__section *to)
{
    uint32_t text = to->text_before - from->text_before;
    uint32_t links = to->links_before - from->links_before;

    return (dana__range_group){
        .of_page = share(text - links, all->blocks->non_link_text),
        .link_share = share(links, text),
        .taken_share = share(to->taken_before - from->taken_before, text),
        .blocks = (float)(to->first - from->first),
    };
}

void dana__measure_section(const dana__sections *sections, size_t section,
                           dana__section_features *out)
{
    const dana__section *here = &sections->sections[section];
    const dana__blocks *blocks = sections->blocks;
    const dana__block *heading = here->level > 0 ? &blocks->blocks[here->first] : NULL;

    out->section = (dana__section_group){
        .level = (float)here->level,
        .of_level = (float)sections->of_level[here->level],
        .heading_text = heading != NULL ? (float)heading->text : 0.0f,
        .heading_decision = heading != NULL ? (float)heading->decision : 0.0f,
    };
    out->flat = measure_range(sections, here, here + 1);
    out->deep = measure_range(sections, here, &sections->sections[here->outer]);
    out->outline = (dana__outline_group){
        .in_page = share((uint32_t)section, (uint32_t)sections->count),
        .sections = (float)sections->count,
        .text_before = share(here->text_before - here->links_before, blocks->non_link_text),
    };
}
