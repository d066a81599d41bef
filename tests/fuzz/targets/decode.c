/* The choice of an encoding and all decoders. */
#include "check_page.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dana_view bytes = {(const char *)data, size};

    seed_from(bytes);
    must_be_right(check_decoding(bytes));
    return 0;
}
