/* Scan, all extractors, headlines and formats on the text of any bytes. */
#include "check_page.h"
#include "dana/decode.h"
#include "dana/text.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dana_decoded decoded;

    seed_from((dana_view){(const char *)data, size});
    if (dana_decode((const char *)data, size, (dana_view){"utf-8", 5}, 4 * size + 64, NULL,
                    &decoded, NULL) == DANA_OK) {
        must_be_right(check_page(decoded.text));
        dana_decoded_clear(&decoded);
    }
    return 0;
}
