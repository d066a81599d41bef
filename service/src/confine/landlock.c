#include "confine/landlock.h"

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's interface; headers of 2022 have not all of it. */
#define CREATE_RULESET_VERSION 1u
#define RULE_PATH_BENEATH      1
#define RULE_NET_PORT          2
#define READ_FILE              (1ull << 2)
#define READ_DIR               (1ull << 3)
#define WRITE_FILE             (1ull << 1)
#define BIND_TCP               (1ull << 0)
#define CONNECT_TCP            (1ull << 1)
#define SCOPE_SIGNAL           (1ull << 1)
#define ABI_OF_NET             4
#define ABI_OF_SCOPES          6

typedef struct {
    uint64_t files;
    uint64_t ports;
    uint64_t scopes;
} ruleset;

typedef struct {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed)) path_rule;

typedef struct {
    uint64_t allowed;
    uint64_t port;
} port_rule;

/* How many kinds of access to files each version knows; it has all of those before. */
static const unsigned file_bits[] = {0, 13, 14, 15, 15, 16};

/*
 * What is read after the start. /etc whole, as its files are replaced by others of the same name;
 * libraries, as the C library loads those that look up names.
 */
static const char *const readable[] = {
    "/etc",
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates",
    "/usr/share/zoneinfo",
    "/proc/self",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/dev/random",
    "/dev/urandom",
};

/* Variables that name files of certificates and of OpenSSL's settings. */
static const char *const variables[] = {"SSL_CERT_FILE", "SSL_CERT_DIR", "OPENSSL_CONF",
                                        "OPENSSL_MODULES"};

/* Adds a file, or all below a folder. What is not there needs no rule. */
static void add_path(int rules, const char *path, uint64_t access)
{
    struct stat found;
    path_rule rule = {.allowed = access, .parent = open(path, O_PATH | O_CLOEXEC)};

    if (rule.parent < 0) {
        return;
    }
    if (fstat(rule.parent, &found) == 0 && !S_ISDIR(found.st_mode)) {
        rule.allowed &= READ_FILE | WRITE_FILE;
    }
    syscall(__NR_landlock_add_rule, rules, RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent);
}

/* Adds the folder that a file is in: files are replaced by others. */
static void add_folder_of(int rules, const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - path);

    if (length >= sizeof folder) {
        return;
    }
    memcpy(folder, path, length);
    folder[length] = '\0';
    add_path(rules, slash == NULL ? "." : length == 0 ? "/" : folder, READ_FILE | READ_DIR);
}

/* Adds the folder of a file, and that of the file which it is a link to. */
static void add_file(int rules, const char *path)
{
    char *real = realpath(path, NULL);

    add_folder_of(rules, path);
    if (real != NULL) {
        add_folder_of(rules, real);
    }
    free(real);
}

static void add_paths(int rules, const svc_landlock_needs *needs)
{
    for (size_t i = 0; i < sizeof(readable) / sizeof(readable[0]); i++) {
        add_path(rules, readable[i], READ_FILE | READ_DIR);
    }
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const char *path = getenv(variables[i]);

        if (path != NULL) {
            add_path(rules, path, READ_FILE | READ_DIR);
        }
    }
    add_path(rules, "/dev/null", READ_FILE | WRITE_FILE);
    add_file(rules, "/etc/resolv.conf");
    if (needs->tokens_file[0] != '\0') {
        add_file(rules, needs->tokens_file);
    }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    add_path(rules, "/proc", READ_FILE | READ_DIR); /* of the process that it searches for leaks */
    add_file(rules, "/proc/self/exe");              /* its symbols */
#endif
}

static void add_ports(int rules, const unsigned short *ports, size_t count, uint64_t access)
{
    for (size_t i = 0; i < count; i++) {
        port_rule rule = {.allowed = access, .port = ports[i]};

        syscall(__NR_landlock_add_rule, rules, RULE_NET_PORT, &rule, 0);
    }
}

static ruleset rules_of(int version, const svc_landlock_needs *needs)
{
    int known = (int)(sizeof(file_bits) / sizeof(file_bits[0])) - 1;
    ruleset rules = {.files = (1ull << file_bits[version < known ? version : known]) - 1};

    if (version >= ABI_OF_NET) {
        rules.ports = BIND_TCP | (needs->connects_anywhere ? 0 : CONNECT_TCP);
    }
    if (version >= ABI_OF_SCOPES) {
        rules.scopes = SCOPE_SIGNAL;
    }
    return rules;
}

int svc_landlock_restrict(const svc_landlock_needs *needs)
{
    long version = syscall(__NR_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);

    if (version <= 0) {
        return 0;
    }
    ruleset handled = rules_of((int)version, needs);
    int rules = (int)syscall(__NR_landlock_create_ruleset, &handled, sizeof handled, 0);

    if (rules < 0) {
        return 0;
    }
    add_paths(rules, needs);
    if (handled.ports != 0) {
        add_ports(rules, needs->bind, needs->bind_count, BIND_TCP);
        add_ports(rules, needs->connect, needs->connect_count, handled.ports & CONNECT_TCP);
    }
    bool is_restricted = syscall(__NR_landlock_restrict_self, rules, 0) == 0;

    close(rules);
    return is_restricted ? (int)version : 0;
}
