/*
 * Detection by Compact Language Detector 2 (Apache 2.0), whose tables are part of its library: no
 * file is read, and calls share nothing that changes. Its interface is C++ with types that C has
 * too; the names that the linker knows it by are declared here (the ABI of all compilers on Linux),
 * so that the build needs no compiler of C++.
 */
#include "dana/language.h"

#include "base/ascii.h"
#include "base/foreign.h"
#include "base/utf8.h"
#include "language/letters.h"

#include <stddef.h>

/* Shorter texts are not judged; a letter of three bytes counts as three. Of the gold texts of 44
 * languages, cut there, 97.5 % get the right answer and 1 % a wrong one; at 20 it is 5 %. */
#define TEXT_LEAST ((size_t)60)

/* The library's number of no language. */
#define UNKNOWN_LANGUAGE 26

/* Percent of a text's letters that are of one script, where its letters tell its language. */
#define MIXED_SHARE 50

/* Number of languages that it finds in a text at most. */
#define FOUND_MAX 3

/* CLD2::ExtDetectLanguageSummaryCheckUTF8. hints, scores and chunks may be NULL. */
int dana__cld2_detect(const char *text, int length, bool is_plain, const void *hints, int flags,
                      int *languages, int *percents, double *scores, void *chunks, int *bytes,
                      bool *reliable,
                      int *valid) __asm__("_ZN4CLD233ExtDetectLanguageSummaryCheckUTF8"
                                          "EPKcibPKNS_8CLDHintsEiPNS_8LanguageEPiPd"
                                          "PSt6vectorINS_11ResultChunkESaISA_EES7_"
                                          "PbS7_");

/* CLD2::LanguageCode */
const char *dana__cld2_code(int language) __asm__("_ZN4CLD212LanguageCodeENS_8LanguageE");

/* Codes that were replaced since. */
static const struct {
    const char *old;
    const char *tag;
} renamed[] = {{"iw", "he"}, {"jw", "jv"}, {"in", "id"}, {"mo", "ro"}, {"zh-TW", "zh-Hant"}};

static const char *tag_of(int language)
{
    const char *code = dana__cld2_code(language);

    for (size_t i = 0; i < DANA__COUNT(renamed); i++) {
        if (strcmp(code, renamed[i].old) == 0) {
            return renamed[i].tag;
        }
    }
    return code;
}

/* How much text a sample is. */
static size_t weight_of(const char *data, size_t length)
{
    size_t weight = dana__utf8_count(data, length);

    for (size_t i = 0; i < length; i++) {
        weight += (unsigned char)data[i] >= 0xE0 ? 2 : 0;
    }
    return weight;
}

/* What is asked of the library, and its answer. */
typedef struct {
    const char *text;
    size_t length;
    int found;
    int percents[FOUND_MAX];
    bool reliable;
} question;

static void ask(void *arg)
{
    question *q = arg;
    int languages[FOUND_MAX];
    double scores[FOUND_MAX];
    int bytes;
    int valid;

    q->found = dana__cld2_detect(q->text, (int)q->length, true, NULL, 0, languages, q->percents,
                                 scores, NULL, &bytes, &q->reliable, &valid);
}

const char *dana_detect_language(dana_view text, int *share)
{
    size_t length = text.length < DANA_DETECT_BYTES ? text.length : DANA_DETECT_BYTES;

    *share = 0;
    while (length > 0 && length < text.length &&
           dana__utf8_continues((unsigned char)text.data[length])) {
        length--;
    }
    if (weight_of(text.data, length) < TEXT_LEAST) {
        return NULL;
    }
    const char *own = dana__language_of_letters((dana_view){text.data, length}, share);

    if (own != NULL && *share >= MIXED_SHARE) {
        return own;
    }
    question q = {.text = text.data, .length = length};

    *share = 0;
    if (!dana__call_foreign(ask, &q)) {
        *share = -1;
        return NULL;
    }
    if (!q.reliable || q.found == UNKNOWN_LANGUAGE) {
        return NULL;
    }
    *share = q.percents[0];
    return tag_of(q.found);
}
