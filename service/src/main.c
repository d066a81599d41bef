#include "commands/run.h"
#include "system/process.h"

#include "api/api.h"

int main(int argc, char **argv)
{
    if (!svc_process_hold_standard()) {
        return 1;
    }
    api_init();
    return svc_commands_run(argc, argv);
}
