#include "renderer/browser/browser.h"

#include "base/clock.h"
#include "renderer/browser/family.h"
#include "renderer/browser/limits.h"

#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Descriptors of --remote-debugging-pipe. */
#define PIPE_IN  3
#define PIPE_OUT 4
/* Above those that the child places. */
#define FREE_DESCRIPTOR 10
#define START_MS        30000.0
/* A page's process gets out of the way of who answers. */
#define NICE 10

/* The first that is there. The shell is a browser without windows: smaller and faster. */
static const char *const programs[] = {
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
};

/*
 * Whatever the browser would ask the network for by itself is off. It has no network; the addresses
 * and the proxy are a second wall, and make requests fail at once.
 */
static const char *const flags[] = {
    "--headless",
    "--remote-debugging-pipe",
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--dns-prefetch-disable",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--no-pings",
    "--no-first-run",
    "--no-default-browser-check",
    "--block-new-web-contents",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-audio-output",
    "--disable-speech-api",
    "--disable-file-system",
    "--disable-notifications",
    "--mute-audio",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--lang=en-US",
    "--js-flags=--max-old-space-size=512",
    /* Frames are in the process of their page: one session tells of all their requests. */
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter,"
    "BackForwardCache,Prerender2,AutofillServerCommunication,"
    "CertificateTransparencyComponentUpdater,"
    "DialMediaRouteProvider,InterestFeedContentSuggestions,WebRtcHideLocalIpsWithMdns",
};

#define FLAG_COUNT (sizeof flags / sizeof flags[0])
/* The program, the folder, --no-sandbox, the page, NULL. */
#define OTHER_ARGUMENTS 5
#define PROFILE_FLAG    "--user-data-dir="

const char *svc_browser_find(void)
{
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        if (access(programs[i], X_OK) == 0) {
            return programs[i];
        }
    }
    return NULL;
}

static int remove_file(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status;
    (void)type;
    (void)where;
    remove(path);
    return 0;
}

static void remove_folder(const char *path)
{
    nftw(path, remove_file, 16, FTW_DEPTH | FTW_PHYS);
}

/* All but what ends in our own process: only calls that a child of threads may make. */
static void become_browser(const svc_browser *b, const int theirs[2], char *const *arguments,
                           char *const *environment)
{
    sigset_t none;
    int null = open("/dev/null", O_RDWR);

    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    svc_limits_set(b->settings->memory_max);
    if (!svc_group_enter(b->group)) {
        _exit(126);
    }
    setpriority(PRIO_PROCESS, 0, NICE);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    for (int fd = 0; fd <= STDERR_FILENO; fd++) {
        dup2(null, fd);
    }
    dup2(theirs[0], PIPE_IN);
    dup2(theirs[1], PIPE_OUT);
    close_range(PIPE_OUT + 1, ~0U, 0);
    execve(arguments[0], arguments, environment);
    _exit(127);
}

static bool make_pipe(int ends[2])
{
    int low[2];

    if (pipe2(low, O_CLOEXEC) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, FREE_DESCRIPTOR);
        close(low[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

/* The text after '=' of each must not outlive the profile. */
static void run_child(const svc_browser *b, const int theirs[2])
{
    char profile[sizeof PROFILE_FLAG + sizeof b->profile];
    char home[sizeof b->profile + 8];
    char temporary[sizeof b->profile + 8];
    char *arguments[FLAG_COUNT + OTHER_ARGUMENTS];
    char path[] = "PATH=/usr/bin:/bin";
    char zone[] = "TZ=UTC";
    char *environment[] = {home, temporary, path, zone, NULL};
    size_t count = 0;

    snprintf(profile, sizeof profile, PROFILE_FLAG "%s", b->profile);
    snprintf(home, sizeof home, "HOME=%s", b->profile);
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", b->profile);
    arguments[count++] = (char *)(size_t)b->settings->program;
    for (size_t i = 0; i < FLAG_COUNT; i++) {
        arguments[count++] = (char *)(size_t)flags[i];
    }
    arguments[count++] = profile;
    if (!b->settings->sandbox) {
        arguments[count++] = (char *)(size_t) "--no-sandbox";
    }
    arguments[count++] = (char *)(size_t) "about:blank";
    arguments[count] = NULL;
    become_browser(b, theirs, arguments, environment);
}

static bool start_process(svc_browser *b)
{
    int to_browser[2] = {-1, -1};
    int from_browser[2] = {-1, -1};

    if (!make_pipe(to_browser) || !make_pipe(from_browser)) {
        return false;
    }
    const int theirs[2] = {to_browser[0], from_browser[1]};

    b->pid = fork();
    if (b->pid == 0) {
        run_child(b, theirs);
    }
    close(theirs[0]);
    close(theirs[1]);
    b->pipe = (svc_pipe){.in = from_browser[0], .out = to_browser[1]};
    fcntl(b->pipe.in, F_SETFL, O_NONBLOCK);
    fcntl(b->pipe.out, F_SETFL, O_NONBLOCK);
    return b->pid > 0;
}

/* Waits for the answer to the first command. */
static bool is_answering(svc_browser *b)
{
    double end_ms = svc_now_ms() + START_MS;
    long id = svc_pipe_send(&b->pipe, "", "Browser.getVersion", NULL, end_ms);
    svc_pipe_status status = id > 0 ? SVC_PIPE_IDLE : SVC_PIPE_CLOSED;
    json_t *message = NULL;

    while (status != SVC_PIPE_CLOSED && svc_now_ms() < end_ms) {
        struct pollfd in = {.fd = b->pipe.in, .events = POLLIN};

        poll(&in, 1, 100);
        status = svc_pipe_take(&b->pipe, &message);
        if (status == SVC_PIPE_MESSAGE) {
            bool answered = json_integer_value(json_object_get(message, "id")) == id;

            json_decref(message);
            if (answered) {
                return true;
            }
        }
    }
    return false;
}

bool svc_browser_start(svc_browser *b, const svc_browser_settings *settings, const svc_group *group)
{
    const char *folder = getenv("TMPDIR");

    *b = (svc_browser){.settings = settings,
                       .group = group,
                       .memory_kills = svc_group_memory_kills(group),
                       .pipe = {.in = -1, .out = -1}};
    snprintf(b->profile, sizeof b->profile, "%.40s/danad-page-XXXXXX",
             folder != NULL ? folder : "/tmp");
    if (mkdtemp(b->profile) == NULL) {
        b->profile[0] = '\0';
        svc_log_message(settings->log, SVC_LOG_ERROR, "cannot make a folder for the browser");
        return false;
    }
    double began_ms = svc_now_ms();
    svc_log_line line;

    if (start_process(b) && is_answering(b)) {
        svc_log_begin(&line, settings->log, SVC_LOG_INFO, "browser started");
        svc_log_integer(&line, "pid", b->pid);
        svc_log_ms(&line, "duration_ms", svc_now_ms() - began_ms);
        svc_log_end(&line);
        return true;
    }
    svc_log_begin(&line, settings->log, SVC_LOG_ERROR, "the browser does not start");
    svc_log_string(&line, "program", settings->program);
    svc_log_end(&line);
    svc_browser_stop(b);
    return false;
}

void svc_browser_stop(svc_browser *b)
{
    if (b->pid > 0) {
        svc_group_kill(b->group);
        svc_family_kill(b->pid);
        waitpid(b->pid, NULL, 0);
    }
    svc_pipe_close(&b->pipe);
    if (b->profile[0] != '\0') {
        remove_folder(b->profile);
    }
    b->pid = 0;
    b->profile[0] = '\0';
}

size_t svc_browser_memory(const svc_browser *b)
{
    return b->pid > 0 ? svc_family_memory(b->pid) : 0;
}

bool svc_browser_ran_out(const svc_browser *b)
{
    return svc_group_memory_kills(b->group) > b->memory_kills;
}
