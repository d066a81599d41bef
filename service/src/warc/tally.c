#include "warc/tally.h"

#include <inttypes.h>
#include <strings.h>

static const char *const type_names[] = {
#define TYPE_NAME(name, text) [SVC_WARC_##name] = text,
    SVC_WARC_TYPE_LIST(TYPE_NAME)
#undef TYPE_NAME
};

static const char *const skip_names[] = {
#define SKIP_NAME(name, text) [SVC_WARC_SKIP_##name] = text,
    SVC_WARC_SKIP_LIST(SKIP_NAME)
#undef SKIP_NAME
};

svc_warc_type svc_warc_type_of(const char *name)
{
    svc_warc_type type = SVC_WARC_RESPONSE;

    while (type < SVC_WARC_OTHER && strcasecmp(type_names[type], name) != 0) {
        type++;
    }
    return type;
}

static uint64_t sum(const uint64_t *counts, size_t count)
{
    uint64_t all = 0;

    for (size_t i = 0; i < count; i++) {
        all += counts[i];
    }
    return all;
}

static bool add_object(svc_buffer *out, const char *name, const char *const *names,
                       const uint64_t *counts, size_t from, size_t to)
{
    bool fine = svc_buffer_addf(out, "\"%s\":{", name);

    for (size_t i = from; fine && i < to; i++) {
        fine = svc_buffer_addf(out, "%s\"%s\":%" PRIu64, i > from ? "," : "", names[i], counts[i]);
    }
    return fine && svc_buffer_add(out, "},", 2);
}

bool svc_warc_tally_json(const svc_warc_tally *tally, bool complete, double seconds,
                         svc_buffer *out)
{
    return svc_buffer_addf(out,
                           "{\"complete\":%s,\"files\":%" PRIu64 ",\"unreadable_files\":%" PRIu64
                           ",\"bytes\":%" PRIu64 ",\"records\":%" PRIu64 ",",
                           complete ? "true" : "false", tally->files, tally->unreadable_files,
                           tally->bytes, sum(tally->types, SVC_WARC_TYPES)) &&
           add_object(out, "types", type_names, tally->types, 0, SVC_WARC_TYPES) &&
           svc_buffer_addf(out,
                           "\"broken\":%" PRIu64 ",\"pages\":%" PRIu64 ",\"ok\":%" PRIu64
                           ",\"failed\":%" PRIu64 ",",
                           tally->broken, tally->ok + tally->failed, tally->ok, tally->failed) &&
           add_object(out, "skipped", skip_names, tally->skipped, SVC_WARC_SKIP_NONE + 1,
                      SVC_WARC_SKIPS) &&
           svc_buffer_addf(out, "\"page_bytes\":%" PRIu64 ",\"seconds\":%.3f}\n", tally->page_bytes,
                           seconds);
}

/* Appends "danad: TITLE: 3 this, 1 that" where one of the counts is not 0. */
static bool add_line(svc_buffer *out, const char *title, const char *const *names,
                     const uint64_t *counts, size_t count)
{
    const char *before = title;
    bool fine = true;

    for (size_t i = 0; fine && i < count; i++) {
        if (counts[i] > 0) {
            fine = svc_buffer_addf(out, "%s%" PRIu64 " %s", before, counts[i], names[i]);
            before = ", ";
        }
    }
    return fine && (before == title || svc_buffer_add(out, "\n", 1));
}

bool svc_warc_tally_text(const svc_warc_tally *tally, double seconds, svc_buffer *out)
{
    uint64_t pages = tally->ok + tally->failed;
    double rate = seconds > 0.0 ? 1.0 / seconds : 0.0;

    return svc_buffer_addf(out,
                           "danad: %" PRIu64 " records in %" PRIu64 " files, %" PRIu64
                           " pages: %" PRIu64 " ok, %" PRIu64 " failed; %.1f s, %.0f pages a "
                           "second, %.1f MB a second of HTML\n",
                           sum(tally->types, SVC_WARC_TYPES), tally->files, pages, tally->ok,
                           tally->failed, seconds, (double)pages * rate,
                           (double)tally->page_bytes * rate / 1e6) &&
           add_line(out, "danad: records: ", type_names, tally->types, SVC_WARC_TYPES) &&
           add_line(out, "danad: skipped: ", skip_names, tally->skipped, SVC_WARC_SKIPS) &&
           (tally->broken == 0 ||
            svc_buffer_addf(out, "danad: broken: %" PRIu64 " places, passed over\n",
                            tally->broken));
}
