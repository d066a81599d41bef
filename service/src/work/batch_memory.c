#include "work/batch_internal.h"

#include <stdlib.h>

void svc_item_drop_line(svc_item *it)
{
    if (it->line != NULL) {
        svc_memory_release(&it->job.work->memory, it->text.length);
        free(it->line);
        it->line = NULL;
        it->text.json = NULL;
    }
}

void svc_item_release(svc_item *it)
{
    if (atomic_fetch_sub(&it->references, 1) == 1) {
        svc_job_drop_page(&it->job);
        svc_item_drop_line(it);
        free(it->result);
        free(it);
    }
}
