#include "page/ops.h"

void dana__default_scan(const dana_params *params, dana_scan_options *options)
{
    (void)params;
    *options = (dana_scan_options){0};
}

void dana__share_profile(dana_result *result)
{
    result->profile = (dana_profile){.lines = result->scan->lines,
                                     .line_count = result->scan->line_count};
}
