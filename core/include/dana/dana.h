/*
 * libdana: main content and headline of an HTML page, with their positions in its source.
 *
 * Linking  pkg-config: cc FILES $(pkg-config --cflags --libs dana); for libdana.a, --static as
 *          well. CMake: find_package(dana), then dana::dana or dana::dana_static. C from C11 on,
 *          C++ from C++11 on. What these headers declare is the ABI of libdana.so.1.
 * Steps    dana_decode, dana_page_open, dana_extract; what comes of its result:
 *          dana_render_plain, _markdown, _html, dana_result_ranges, dana_result_links,
 *          dana_result_trace, dana_find_headline, dana_find_metadata, dana_find_posts, ...;
 *          at the end dana_page_close, then dana_decoded_clear.
 * Threads  dana_library_init before the first thread, dana_library_init_thread in each. A page
 *          and all that came of it belong to one thread at a time; pages share nothing.
 * Memory   A page borrows its source, which has to outlive it. Results, texts, ranges are
 *          borrowed from the page until it is closed: nothing else is freed. What is owned says
 *          so: dana_page, dana_decoded, dana_site, dana_arena. A page takes no more than its cap,
 *          by default 8 times the source and 512 KiB; the allocator may be the caller's.
 * Text     dana_view is a pointer and a length: UTF-8, not NUL-terminated. Offsets are 0-based
 *          bytes of the decoded source, half-open. Lines are those of the result's profile.
 * Errors   What can fail returns a dana_status: DANA_OK (0) or the reason, and fills a dana_error
 *          (which may be NULL) with a message, a position, the name of a limit.
 *          dana_status_category says whose fault it is: the caller's, the page's, the machine's.
 *          A page whose work was cancelled can only be closed. An empty selection is no error:
 *          see dana_result.warnings.
 * Bounds   Pages up to DANA_SOURCE_MAX (32 MiB); time grows with the page, whatever is in it.
 *          dana_page_set_cancel ends work that takes too long, dana_page_set_limits refuses more.
 *
 * It does no input and output, reads no clock and no environment, and starts no thread.
 */
#ifndef DANA_DANA_H
#define DANA_DANA_H

#include "dana/algorithm.h"
#include "dana/arena.h"
#include "dana/boxes.h"
#include "dana/decode.h"
#include "dana/descriptor.h"
#include "dana/evaluate.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/language.h"
#include "dana/library.h"
#include "dana/limits.h"
#include "dana/links.h"
#include "dana/metadata.h"
#include "dana/page.h"
#include "dana/plot.h"
#include "dana/posts.h"
#include "dana/result.h"
#include "dana/scan.h"
#include "dana/segments.h"
#include "dana/select.h"
#include "dana/site.h"
#include "dana/sniff.h"
#include "dana/status.h"
#include "dana/text.h"
#include "dana/trace.h"
#include "dana/trend.h"
#include "dana/url.h"
#include "dana/view.h"

#endif
