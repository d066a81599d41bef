#include "commands.h"

int main(int argc, char **argv)
{
    return svc_commands_run(argc, argv);
}
