/*
 * Decodes documents for encodings.py. Reads from its input, again and again, a line "LABEL LENGTH"
 * and so many bytes; writes a line "NAME LENGTH" and so many bytes of UTF-8.
 */
#include "dana/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)1 << 30)

int main(void)
{
    char label[64];
    size_t length;

    while (scanf("%63s %zu", label, &length) == 2 && getchar() == '\n') {
        char *bytes = malloc(length + 1);
        dana_decoded decoded;
        dana_view view = {label, strlen(label)};

        if (bytes == NULL || fread(bytes, 1, length, stdin) != length ||
            dana_decode(bytes, length, view, MAX_BYTES, NULL, &decoded, NULL) != DANA_OK) {
            return 1;
        }
        printf("%s %zu\n", decoded.name, decoded.text.length);
        fwrite(decoded.text.data, 1, decoded.text.length, stdout);
        dana_decoded_clear(&decoded);
        free(bytes);
    }
    return 0;
}
