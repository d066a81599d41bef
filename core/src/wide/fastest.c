#include "wide/fastest.h"

#include "wide/count_plain.h"
#include "wide/count_wide.h"
#include "wide/letters_wide.h"
#include "wide/tag_end_wide.h"

#ifdef DANA__BYTES64

/* Whether the processor has all of DANA__TARGET64. */
static inline bool has_bytes64(void)
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
}

#endif

dana__tag_ender *dana__choose_tag_end(bool is_noted)
{
#ifdef DANA__BYTES64
    if (has_bytes64()) {
        return is_noted ? dana__tag_end_wide : dana__bare_end_wide;
    }
#endif
    (void)is_noted;
    return dana__tag_end;
}

dana__character_run *dana__choose_run(void)
{
#ifdef DANA__BYTES64
    if (has_bytes64()) {
        return dana__run_wide;
    }
#endif
    return dana__run_plain;
}

dana__letters_of *dana__choose_letters(void)
{
#ifdef DANA__BYTES64
    if (has_bytes64()) {
        return dana__letters_wide;
    }
#endif
    return dana__letters_plain;
}
