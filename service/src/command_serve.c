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

/* Signals are waited for, never handled, so that no handler has to be safe. */
static int serve(const svc_config *config)
{
    svc_log log = {.fd = STDERR_FILENO,
                   .level = (svc_log_level)config->log_level,
                   .format = (svc_log_format)config->log_format};
    svc_server server;
    sigset_t signals;
    int signal_number = 0;

    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (!svc_server_start(&server, config, &log, svc_version())) {
        return 1;
    }
    sigwait(&signals, &signal_number);
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
