#include "commands/run.h"

#include "api/api.h"

int main(int argc, char **argv)
{
    api_init();
    return svc_commands_run(argc, argv);
}
