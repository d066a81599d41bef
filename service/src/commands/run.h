/* What main does. */
#ifndef SVC_COMMANDS_RUN_H
#define SVC_COMMANDS_RUN_H

/* Runs the command that the arguments of main name; serve where they name none. */
int svc_commands_run(int argument_count, char *const *arguments);

#endif
