/* JSON of requests and base64, each against a plain reader. */
#include "api/api.h"
#include "check_json.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dana_view text = {(const char *)data, size};

    must_be_right(check_json(text));
    if (size <= CHECK_BASE64_MAX) {
        must_be_right(check_base64(text));
    }
    return 0;
}
