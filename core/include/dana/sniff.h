/*
 * What bytes are that were sent as a page and are none.
 */
#ifndef DANA_SNIFF_H
#define DANA_SNIFF_H

#include "dana/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A format: what people call it, and its media type; static. */
typedef struct {
    const char *name;
    const char *type;
} dana_format;

/*
 * Tells a format that is no HTML by its first bytes: documents, pictures, audio, video, fonts,
 * archives, programs. Text that only begins like one is none: a signature of letters counts where a
 * byte follows that no text has. Returns NULL for pages, for all other text and for unknown bytes.
 */
const dana_format *dana_sniff(dana_view bytes);

#ifdef __cplusplus
}
#endif
#endif
