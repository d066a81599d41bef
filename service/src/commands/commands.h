/* The subcommands of danad. Each returns the exit status: 0 done, 1 failed, 2 wrong usage. */
#ifndef SVC_COMMANDS_COMMANDS_H
#define SVC_COMMANDS_COMMANDS_H

/* danad serve: arguments after the name of the command; runs until it is told to stop. */
int svc_command_serve(int argument_count, char *const *arguments);

/* danad healthcheck: asks a running server whether it lives; 0 it does, 1 it does not. */
int svc_command_healthcheck(int argument_count, char *const *arguments);

/* danad extract: documents from files or standard input to standard output. */
int svc_command_extract(int argument_count, char *const *arguments);

/* danad plot: pictures of documents. */
int svc_command_plot(int argument_count, char *const *arguments);

/* danad trend: queries over dated documents. */
int svc_command_trend(int argument_count, char *const *arguments);

/* danad renderer: renders pages for servers, in browsers without a network. */
int svc_command_renderer(int argument_count, char *const *arguments);

/* danad evaluate: extractors over corpora with gold standards. */
int svc_command_evaluate(int argument_count, char *const *arguments);

#endif
