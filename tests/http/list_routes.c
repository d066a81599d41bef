/*
 * Prints the server's own table of routes, a line each: path, tab, methods. contract.py compares it
 * with openapi.yaml.
 */
#include "api/api.h"

#include <stdio.h>

static void print_route(const char *path, const char *methods, void *arg)
{
    FILE *out = arg;

    fprintf(out, "%s\t%s\n", path, methods);
}

int main(void)
{
    api_routes_each(print_route, stdout);
    return 0;
}
