/*
 * What Content-Seeker's trees are trained on: every node of every page of a set that has gold.
 *   dump_segments SET OUT   writes OUT.bin (float32, a dana__segment_features a node), OUT.txt (for
 * a page a line "#", id, number of text units; for a unit a line with its text) and OUT.nodes (for
 * a page a line "#", number of nodes and of units; for a node its parent, its end, its first unit,
 * the end of its units, whether it is block-level; for a unit its node). dump_segments --names
 * prints the names of the features.
 */
#include "catalogue/extractors.h"
#include "dana/result.h"
#include "dump.h"
#include "extractors/tree/segments.h"
#include "page/page.h"

#define NAME(name) #name,

static const char *const features[] = {DANA__SEGMENT_FEATURES(NAME)};

static void write_nodes(const dump_files *files, const dana__segments *segments)
{
    const dana__dom *dom = segments->dom;

    fprintf(files->nodes, "# %zu %zu\n", dom->node_count, dom->unit_count);
    for (size_t i = 0; i < dom->node_count; i++) {
        const dana__node *node = &dom->nodes[i];
        dana__segment_features values = dana__measure_segment(segments, i);

        fprintf(files->nodes, "%u %u %u %u %d\n", node->parent, node->end, node->first_unit,
                node->unit_end, node->is_block != 0);
        fwrite(&values, sizeof(values), 1, files->features);
    }
    for (size_t i = 0; i < dom->unit_count; i++) {
        fprintf(files->nodes, "%u\n", dom->unit_nodes[i]);
    }
}

static dana_status write_page(const dump_files *files, const corpus_page *of, dana_page *page,
                              dana_error *err)
{
    dana_result result = {.algorithm = &dana__content_seeker};
    const dana__dom *dom;
    dana__segments segments;
    dana_status status = dana__dom_view(page, &dom, err);

    result.scan = &page->scan;
    if (status == DANA_OK) {
        status = dana__count_segments(page, result.scan, dom, &segments, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    write_nodes(files, &segments);
    dump_page_line(files, of, dom->unit_count);
    for (size_t i = 0; i < dom->unit_count && status == DANA_OK; i++) {
        const dana_unit *unit = &result.scan->units[i];
        dana_span span = {unit->start, unit->start + unit->length};
        dana_view text;

        result.selection = (dana_selection){&span, 1};
        status = dana_render_text(page, &result, &text, err);
        if (status == DANA_OK) {
            dump_row(files, NULL, 0, text);
        }
    }
    return status;
}

static bool has_gold(const corpus_page *page)
{
    return page->gold != NULL;
}

int main(int argc, char **argv)
{
    const dump_tool tool = {
        features, DANA__SEGMENT_FEATURE_COUNT, NULL, 0, has_gold, (size_t)1 << 30, write_page};

    return dump_main(argc, argv, &tool);
}
