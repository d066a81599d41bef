#include "commands/commands.h"

#include "base/version.h"
#include "commands/arguments.h"
#include "config/load.h"
#include "config/show.h"
#include "manual/manual.h"
#include "renderer/process.h"
#include "server/confinement.h"
#include "server/drain.h"
#include "server/server.h"
#include "server/watch.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How long one wait for a signal takes; there is another one after it. */
#define WATCH_MS 60000.0

static bool wants_help(int argument_count, char *const *arguments)
{
    for (int i = 0; i < argument_count; i++) {
        if (svc_arguments_is_help(arguments[i])) {
            return true;
        }
    }
    return false;
}

/* SIGINT comes from somebody at a terminal, who does not want to wait; SIGHUP from a terminal that
 * goes. */
static bool drain(svc_server *server, const svc_config *config, int signal_number,
                  const sigset_t *signals, svc_notifier *notifier)
{
    const svc_drain_settings settings = {.delay_ms = (double)config->drain_delay_ms,
                                         .timeout_ms = (double)config->drain_timeout_ms,
                                         .hurry = signal_number == SIGINT ||
                                                  signal_number == SIGHUP};

    return svc_drain(server, &settings, signals, notifier);
}

/* Waits for a signal to stop; until then SIGHUP means new tokens, where tokens are asked for. */
static int wait_for_end(svc_server *server, svc_notifier *notifier, const sigset_t *awaited)
{
    int signal_number = 0;

    while (signal_number == 0 || (signal_number == SIGHUP && server->http.api.auth)) {
        signal_number = svc_watch(server, notifier, awaited, WATCH_MS);
        if (signal_number == SIGHUP && server->http.api.auth) {
            svc_server_reload(server);
        }
    }
    return signal_number;
}

/* Adds SIGHUP to what is waited for, but where nohup has it ignored and there is nothing to read
 * again. */
static void add_hangup(sigset_t *signals, const svc_config *config)
{
    struct sigaction now;

    if (config->auth_tokens_file[0] != '\0' || sigaction(SIGHUP, NULL, &now) != 0 ||
        now.sa_handler != SIG_IGN) {
        sigaddset(signals, SIGHUP);
    }
}

/* Signals are waited for, never handled, so that no handler has to be safe. */
static int serve(const svc_config *config)
{
    const char *warning = svc_config_warning(config);
    svc_notifier notifier;
    svc_server server;
    sigset_t stop_signals;
    sigset_t signals;
    static svc_log log; /* as long as the process: the watcher of system calls has it */

    log = (svc_log){.fd = STDERR_FILENO,
                    .level = (svc_log_level)config->log_level,
                    .format = (svc_log_format)config->log_format};

    if (warning != NULL) {
        svc_log_message(&log, SVC_LOG_WARN, warning);
    }
    sigemptyset(&stop_signals);
    sigaddset(&stop_signals, SIGTERM);
    sigaddset(&stop_signals, SIGINT);
    signals = stop_signals;
    add_hangup(&signals, config);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    svc_confinement_start(config, &log);
    if (!svc_server_start(&server, config, &log, svc_version())) {
        return 1;
    }
    svc_notifier_open(&notifier);
    svc_notifier_send(&notifier, "READY=1\nSTATUS=serving");
    int signal_number = wait_for_end(&server, &notifier, &signals);

    if (!drain(&server, config, signal_number, &stop_signals, &notifier)) {
        _exit(1);
    }
    svc_notifier_close(&notifier);
    return 0;
}

/* No exit status: the command goes on. */
#define RUNS (-1)

/* Reads the settings of a command. Returns RUNS, or the exit status where the settings are wrong or
 * only help or the settings were asked for, which it prints. */
static int read_settings(const char *command, int argument_count, char *const *arguments,
                         svc_config *config)
{
    char error[SVC_CONFIG_ERROR_SIZE];

    if (wants_help(argument_count, arguments)) {
        svc_manual_print(command, stdout);
        return 0;
    }
    if (!svc_config_load(config, environ, argument_count, arguments, error)) {
        fprintf(stderr, "danad: %s\n", error);
        return 2;
    }
    if (config->print_only) {
        svc_config_print(config, stdout);
        return 0;
    }
    return RUNS;
}

int svc_command_serve(int argument_count, char *const *arguments)
{
    svc_config config;
    int status = read_settings("serve", argument_count, arguments, &config);

    if (status != RUNS) {
        return status;
    }
    return serve(&config);
}

int svc_command_renderer(int argument_count, char *const *arguments)
{
    svc_config config;
    svc_log log;
    int status = read_settings("renderer", argument_count, arguments, &config);

    if (status != RUNS) {
        return status;
    }
    if (config.renderer[0] == '\0') {
        fputs("danad: DANAD_RENDERER names no socket, such as unix:/run/danad/renderer\n", stderr);
        return 2;
    }
    log = (svc_log){.fd = STDERR_FILENO,
                    .level = (svc_log_level)config.log_level,
                    .format = (svc_log_format)config.log_format};
    return svc_renderer_run(&config, &log);
}
