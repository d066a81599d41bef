/*
 * A page's sections, for the learned step: the blocks from a heading to the next one, whatever the
 * elements around it are called. The text before the first heading is a section without heading.
 */
#ifndef DANA_EXTRACTORS_AUTO_SECTIONS_H
#define DANA_EXTRACTORS_AUTO_SECTIONS_H

#include "blocks/blocks.h"
#include "extractors/auto/feature_list.h"

/*
 * A section covers the blocks [first, the next section's first). The sums are code points of the
 * blocks of the page before it, so that a range's sums are differences.
 */
typedef struct {
    uint32_t first;
    uint32_t outer; /* index of the next section whose heading is as high or higher */
    uint32_t text_before;
    uint32_t links_before; /* text in links */
    uint32_t taken_before; /* text that the rules take */
    uint32_t level;        /* of its heading, 1 to 6; 0 without one */
} dana__section;

/* The sections of a page; sections[count] is the end of the last one. */
typedef struct {
    const dana__blocks *blocks;
    dana_buffer memory;
    dana__section *sections;
    size_t count;
    uint32_t of_level[7]; /* sections of a level */
} dana__sections;

/*
 * Finds a page's sections, in time linear in its blocks, after the rules gave the blocks their
 * decisions. Memory of the page's arena until dana__release_sections.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__find_sections(dana_page *page, const dana__blocks *blocks,
                                              dana__sections *out, dana_error *err);

/* Gives the sections' memory back before the page dies. */
void dana__release_sections(dana_page *page, dana__sections *sections);

/* What the blocks of a section have of it; section.from_heading is each block's own. */
typedef struct {
    dana__section_group section;
    dana__range_group flat;
    dana__range_group deep;
    dana__outline_group outline;
} dana__section_features;

/* Fills what the blocks of section `section` have of it, from_heading apart: that is 0. */
void dana__measure_section(const dana__sections *sections, size_t section,
                           dana__section_features *out);

#endif
