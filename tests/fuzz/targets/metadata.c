/* Metadata, posts, JSON-LD and dates. */
#include "check_metadata.h"
#include "dana/text.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dana_view text = {(const char *)data, size};

    seed_from(text);
    if (dana_utf8_valid_length(text.data, size) == size) {
        must_be_right(check_json_ld(text));
        must_be_right(check_dates(text));
        must_be_right(check_page_metadata(text));
    }
    return 0;
}
