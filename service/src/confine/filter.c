#include "confine/filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define X32_BIT      0x40000000u
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0 /* no filter */
#endif

#define VALUES_MAX       8
#define INSTRUCTIONS_MAX 512
/* Of Linux 5.17. Later ones do not exist for us: the C library then does without. */
#define NEWEST_CALL 450
#define NEW_NAMESPACES                                                                             \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |  \
     CLONE_NEWNET)
/* Names a mapping, for /proc; glibc and allocators do that. */
#define NAME_MAPPING 0x53564d41u

static const uint32_t calls[] = {
#define CALL(name) __NR_##name,
#include "confine/calls.def"
#undef CALL
};

/* Calls that are made where an argument, masked, has one of some values. */
static const struct {
    uint32_t call;
    unsigned argument;
    uint32_t mask;
    size_t count;
    uint32_t values[VALUES_MAX];
} checked_calls[] = {
    {__NR_socket, 0, UINT32_MAX, 4, {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK}},
    {__NR_clone, 0, CLONE_THREAD | NEW_NAMESPACES, 1, {CLONE_THREAD}}, /* no process */
    {__NR_mmap, 2, PROT_WRITE | PROT_EXEC, 3, {0, PROT_WRITE, PROT_EXEC}},
    {__NR_mprotect, 2, PROT_EXEC, 1, {0}},
    {__NR_prctl, 0, UINT32_MAX, 3, {PR_SET_NAME, PR_GET_NAME, NAME_MAPPING}},
    {__NR_ioctl,
     1,
     UINT32_MAX,
     7,
     {FIONREAD, FIONBIO, TCGETS, TIOCGWINSZ, TIOCOUTQ, SIOCGIFNAME, SIOCGIFINDEX}},
    {__NR_prlimit64, 0, UINT32_MAX, 1, {0}}, /* its own limits */
};

/* Calls without which the C library does, if they are missing rather than refused. */
static const uint32_t missing_calls[] = {__NR_clone3, __NR_openat2};

typedef struct {
    struct sock_filter instructions[INSTRUCTIONS_MAX];
    unsigned short count;
} program;

static void add(program *p, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false)
{
    p->instructions[p->count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void load(program *p, size_t offset)
{
    add(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void end_with(program *p, uint32_t action)
{
    add(p, BPF_RET | BPF_K, action, 0, 0);
}

/* Ends with an action where what is loaded equals a value. */
static void end_if(program *p, uint32_t value, uint32_t action)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    end_with(p, action);
}

/* Calls of another architecture have other numbers: no program of ours makes them. */
static void add_architecture(program *p)
{
    load(p, offsetof(struct seccomp_data, arch));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    end_with(p, SECCOMP_RET_KILL_PROCESS);
    load(p, offsetof(struct seccomp_data, nr));
#ifdef X32_BIT
    add(p, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
    end_with(p, SECCOMP_RET_KILL_PROCESS);
#endif
}

/* The low half of an argument tells: all that are checked are int, or flags of 32 bits. */
static void add_checked_call(program *p, size_t row, uint32_t otherwise)
{
    uint8_t length = (uint8_t)(3 + 2 * checked_calls[row].count);

    add(p, BPF_JMP | BPF_JEQ | BPF_K, checked_calls[row].call, 0, length);
    load(p, offsetof(struct seccomp_data, args) + sizeof(uint64_t) * checked_calls[row].argument);
    add(p, BPF_ALU | BPF_AND | BPF_K, checked_calls[row].mask, 0, 0);
    for (size_t i = 0; i < checked_calls[row].count; i++) {
        end_if(p, checked_calls[row].values[i], SECCOMP_RET_ALLOW);
    }
    end_with(p, otherwise);
}

/* A signal to itself, as abort() sends it. */
static void add_own_signal(program *p, uint32_t otherwise)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4);
    load(p, offsetof(struct seccomp_data, args));
    end_if(p, (uint32_t)getpid(), SECCOMP_RET_ALLOW);
    end_with(p, otherwise);
}

static void write_program(program *p, uint32_t otherwise)
{
    add_architecture(p);
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        end_if(p, calls[i], SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < sizeof(missing_calls) / sizeof(missing_calls[0]); i++) {
        end_if(p, missing_calls[i], SECCOMP_RET_ERRNO | ENOSYS);
    }
    add(p, BPF_JMP | BPF_JGT | BPF_K, NEWEST_CALL, 0, 1);
    end_with(p, SECCOMP_RET_ERRNO | ENOSYS);
    for (size_t i = 0; i < sizeof(checked_calls) / sizeof(checked_calls[0]); i++) {
        add_checked_call(p, i, otherwise);
    }
    add_own_signal(p, otherwise);
    end_with(p, otherwise);
}

bool svc_filter_install(svc_filter_rule rule, int *asked)
{
    bool asks = rule == SVC_FILTER_ASK;
    program p = {.count = 0};

    if (ARCHITECTURE == 0) {
        return false;
    }
    write_program(&p, asks ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog filter = {p.count, p.instructions};
    long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER,
                          asks ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0, &filter);

    *asked = asks ? (int)result : -1;
    return result >= 0;
}
