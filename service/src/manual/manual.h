/* The help of the command line, as data: commands.def. */
#ifndef SVC_MANUAL_MANUAL_H
#define SVC_MANUAL_MANUAL_H

#include <stdbool.h>
#include <stdio.h>

/* Prints the commands with what they do, a line each. */
void svc_manual_list(FILE *out);

/* Prints the help of a command: usage, what it does, its flags, its exit statuses. Returns false,
 * and prints nothing, where there is no such command. */
bool svc_manual_print(const char *command, FILE *out);

#endif
