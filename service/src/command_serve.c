#include "commands.h"

#include "config.h"
#include "drain.h"
#include "server.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

static bool wants_help(int argument_count, char *const *arguments)
{
    for (int i = 0; i < argument_count; i++) {
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static int print_help(void)
{
    puts("usage: danad serve [FLAG]...\n\nAnswers HTTP requests until SIGTERM or SIGINT. A flag "
         "wins "
         "over its variable.\n");
    svc_config_help(stdout);
    puts("  --print-config\n      print the effective settings and exit");
    return 0;
}

/* Waits for a signal to stop; until then SIGHUP means new tokens, where tokens are asked for. */
static void wait_for_end(svc_server *server, const sigset_t *stop_signals)
{
    sigset_t awaited = *stop_signals;
    int signal_number = SIGHUP;

    if (server->api.auth) {
        sigaddset(&awaited, SIGHUP);
    }
    while (signal_number == SIGHUP) {
        sigwait(&awaited, &signal_number);
        if (signal_number == SIGHUP) {
            svc_server_reload(server);
        }
    }
}

/* Without tokens SIGHUP ends the process, as it does when a terminal goes. */
static void block_signals(const sigset_t *stop_signals, const svc_config *config)
{
    sigset_t blocked = *stop_signals;

    if (config->auth_tokens_file[0] != '\0') {
        sigaddset(&blocked, SIGHUP);
    }
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
}

/* Signals are waited for, never handled, so that no handler has to be safe. */
static int serve(const svc_config *config)
{
    svc_log log = {.fd = STDERR_FILENO, .level = (svc_log_level)config->log_level};
    svc_server server;
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    block_signals(&signals, config);
    if (!svc_server_start(&server, config, &log, svc_version())) {
        return 1;
    }
    wait_for_end(&server, &signals);
    if (!svc_drain(&server, &signals)) {
        _exit(1);
    }
    return 0;
}

int svc_command_serve(int argument_count, char *const *arguments)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    if (wants_help(argument_count, arguments)) {
        return print_help();
    }
    if (!svc_config_load(&config, environ, argument_count, arguments, error)) {
        fprintf(stderr, "danad: %s\n", error);
        return 2;
    }
    if (config.print_only) {
        svc_config_print(&config, stdout);
        return 0;
    }
    return serve(&config);
}
