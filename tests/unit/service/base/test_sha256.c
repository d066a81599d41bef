/* SHA-256 against the examples of FIPS 180-4 (NIST's "SHA_All" and the one-million-a message). */
#include "unit.h"

#include "base/sha256.h"

#include <stdio.h>

static void check(const char *data, size_t length, const char *expected)
{
    unsigned char digest[SVC_SHA256_SIZE];
    char hex[2 * SVC_SHA256_SIZE + 1];

    svc_sha256(data, length, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    }
    assert_string_equal(hex, expected);
}

static void knows_the_examples(void **state)
{
    (void)state;
    check("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void knows_a_million_letters(void **state)
{
    size_t length = 1000000;
    char *letters = malloc(length);

    (void)state;
    assert_non_null(letters);
    memset(letters, 'a', length);
    check(letters, length, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    /* Lengths that fit into the last block together with the length field, and lengths that do not.
     */
    check(letters, 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    check(letters, 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
    check(letters, 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
    free(letters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_the_examples),
        cmocka_unit_test(knows_a_million_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
