#include "confine/confine.h"

#include "confine/filter.h"
#include "confine/watcher.h"

#include <sys/prctl.h>

const char *svc_seccomp_name(long long value)
{
    static const char *const names[] = {"off", "on", "log"};

    return value >= SVC_SECCOMP_OFF && value <= SVC_SECCOMP_LOG ? names[value] : "";
}

static bool filter(svc_seccomp seccomp, const svc_log *log)
{
    bool watches = seccomp == SVC_SECCOMP_LOG;
    int asked;

    if (watches && !svc_watcher_start(log)) {
        return false;
    }
    if (!svc_filter_install(watches ? SVC_FILTER_ASK : SVC_FILTER_REFUSE, &asked)) {
        return false;
    }
    if (watches) {
        svc_watcher_watch(asked);
    }
    return true;
}

void svc_confine(const svc_confine_settings *settings, const svc_log *log)
{
    svc_log_line line;

    if ((settings->landlock || settings->seccomp != SVC_SECCOMP_OFF) &&
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        svc_log_message(log, SVC_LOG_WARN, "not confined: PR_SET_NO_NEW_PRIVS is refused");
        return;
    }
    int version = settings->landlock ? svc_landlock_restrict(&settings->needs) : 0;

    if (settings->landlock && version == 0) {
        svc_log_message(log, SVC_LOG_DEBUG, "the kernel has no Landlock: files are not confined");
    }
    if (settings->seccomp != SVC_SECCOMP_OFF && !filter(settings->seccomp, log)) {
        svc_log_message(log, SVC_LOG_WARN, "system calls are not confined: no seccomp here");
        return;
    }
    svc_log_begin(&line, log, SVC_LOG_DEBUG, "confined");
    svc_log_string(&line, "seccomp", svc_seccomp_name(settings->seccomp));
    svc_log_integer(&line, "landlock", version);
    svc_log_end(&line);
}
