/* What bounds browsers: control groups, in a folder with files like those of the kernel, and limits
 * of processes. */
#include "unit.h"

#include "renderer/browser/group.h"
#include "renderer/browser/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH_SIZE 512
#define MIB       ((size_t)1 << 20)
#define OWN       "/sys/fs/cgroup/unit/"

typedef struct {
    const char *path;
    const char *text;
} file;

static const file usual[] = {
    {"/proc/self/cgroup", "4:cpu:/other\n0::/unit\n"},
    {OWN "cgroup.controllers", "cpuset cpu io memory hugetlb pids\n"},
    {OWN "cgroup.subtree_control", ""},
    {OWN "renderer/cgroup.procs", ""},
    {OWN "browser-0/cgroup.procs", ""},
    {OWN "browser-0/cgroup.kill", ""},
    {OWN "browser-0/memory.events", "low 0\nmax 7\noom 2\noom_kill 3\noom_group_kill 1\n"},
    {OWN "browser-0/memory.max", ""},
    {OWN "browser-0/memory.swap.max", ""},
    {OWN "browser-0/memory.oom.group", ""},
    {OWN "browser-0/cpu.max", ""},
    {OWN "browser-0/pids.max", ""},
    {OWN "browser-1/cgroup.procs", ""},
    {OWN "browser-1/memory.events", "oom_kill 0\n"},
    {OWN "browser-1/memory.max", ""},
};

#define USUAL_COUNT (sizeof usual / sizeof usual[0])

static void write_file(const char *root, const file *f)
{
    char path[PATH_SIZE];

    snprintf(path, sizeof path, "%s%s", root, f->path);
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *out = fopen(path, "we");
    assert_non_null(out);
    assert_true(fputs(f->text, out) >= 0);
    fclose(out);
}

static void expect(const char *root, const char *name, const char *wanted)
{
    char path[PATH_SIZE];
    char text[256];

    snprintf(path, sizeof path, "%s%s", root, name);
    FILE *in = fopen(path, "re");
    assert_non_null(in);
    size_t length = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[length] = '\0';
    assert_string_equal(text, wanted);
}

/* A folder with the usual files, but for one that has another text, or (text NULL) is not there. */
static void make_root(char root[], const char *path, const char *text)
{
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < USUAL_COUNT; i++) {
        bool other = path != NULL && strcmp(usual[i].path, path) == 0;
        const file f = {usual[i].path, other ? text : usual[i].text};

        if (f.text != NULL) {
            write_file(root, &f);
        }
    }
}

static void remove_root(const char *root)
{
    char command[PATH_SIZE];

    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
}

static const svc_group_limits limits = {.memory_max = 300 * MIB, .cpu_percent = 150};

static void bounds_each_browser(void **state)
{
    char root[] = "/tmp/danad-group-XXXXXX";
    char error[SVC_GROUP_ERROR_SIZE];
    svc_group groups[2] = {{.is_there = false}};

    (void)state;
    make_root(root, NULL, NULL);
    assert_true(svc_group_make_all(root, groups, 2, &limits, error));
    expect(root, OWN "renderer/cgroup.procs", "0"); /* this process steps aside */
    /* +memory, +cpu and +pids over one another, in a file that keeps what is longer */
    expect(root, OWN "cgroup.subtree_control", "+pidsry");
    expect(root, OWN "browser-0/memory.max", "314572800");
    expect(root, OWN "browser-0/memory.swap.max", "0");
    expect(root, OWN "browser-0/memory.oom.group", "1");
    expect(root, OWN "browser-0/cpu.max", "150000 100000");
    expect(root, OWN "browser-0/pids.max", "1024");
    expect(root, OWN "browser-1/memory.max", "314572800"); /* though it has nothing for CPU */

    assert_true(svc_group_enter(&groups[0]));
    expect(root, OWN "browser-0/cgroup.procs", "0");
    svc_group_kill(&groups[0]);
    expect(root, OWN "browser-0/cgroup.kill", "1");
    svc_group_kill(&groups[1]); /* an old kernel has no such file */
    assert_int_equal(svc_group_memory_kills(&groups[0]), 3);
    write_file(root, &(file){OWN "browser-0/memory.events", "oom_kill 12\n"});
    assert_int_equal(svc_group_memory_kills(&groups[0]), 12);
    assert_int_equal(svc_group_memory_kills(&groups[1]), 0);
    remove_root(root);
}

static void goes_without(void **state)
{
    static const struct {
        const char *path;
        const char *text;
        const char *reason;
    } cases[] = {
        {"/proc/self/cgroup", NULL, "there is no cgroup v2"},
        {"/proc/self/cgroup", "4:memory:/a\n10::/unit\n", "there is no cgroup v2"},
        {"/proc/self/cgroup", "0::/elsewhere\n", "no memory controller"},
        {OWN "cgroup.controllers", "cpu pids hugememory memory2\n", "no memory controller"},
        {OWN "renderer/cgroup.procs", NULL, "cannot go into the group renderer"},
        {OWN "cgroup.subtree_control", NULL, "cannot hand down memory"},
        {OWN "browser-0/memory.max", NULL, "cannot make the group browser-0"},
        {OWN "browser-1/memory.max", NULL, "cannot make the group browser-1"},
        {OWN "browser-1/cgroup.procs", NULL, "cannot open the files of browser-1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char root[] = "/tmp/danad-group-XXXXXX";
        char error[SVC_GROUP_ERROR_SIZE] = "";
        svc_group groups[2] = {{.is_there = false}};

        make_root(root, cases[i].path, cases[i].text);
        bool made = svc_group_make_all(root, groups, 2, &limits, error);

        remove_root(root);
        if (made || strstr(error, cases[i].reason) == NULL) {
            fail_msg("%s: \"%s\"", cases[i].reason, error);
        }
        assert_false(groups[0].is_there || groups[1].is_there);
        assert_true(svc_group_enter(&groups[0])); /* none: nothing is to be done */
        assert_int_equal(svc_group_memory_kills(&groups[0]), 0);
    }
    assert_true(svc_group_enter(NULL));
    assert_int_equal(svc_group_memory_kills(NULL), 0);
}

/* The group of a container is the root of what it sees. */
static void takes_the_top(void **state)
{
    static const file files[] = {
        {"/proc/self/cgroup", "0::/\n"},
        {"/sys/fs/cgroup/cgroup.controllers", "memory"},
        {"/sys/fs/cgroup/cgroup.subtree_control", ""},
        {"/sys/fs/cgroup/renderer/cgroup.procs", ""},
        {"/sys/fs/cgroup/browser-0/cgroup.procs", ""},
        {"/sys/fs/cgroup/browser-0/memory.events", ""},
        {"/sys/fs/cgroup/browser-0/memory.max", ""},
    };
    char root[] = "/tmp/danad-group-XXXXXX";
    char error[SVC_GROUP_ERROR_SIZE] = "";
    svc_group group = {.is_there = false};

    (void)state;
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        write_file(root, &files[i]);
    }
    assert_true(svc_group_make_all(root, &group, 1, &limits, error));
    expect(root, "/sys/fs/cgroup/cgroup.subtree_control", "+memory");
    assert_int_equal(svc_group_memory_kills(&group), 0);
    remove_root(root);
}

/* What a child finds that has its limits: 0, or the number of what is wrong. */
static int judge_limits(void)
{
    struct rlimit found;

    svc_limits_set(300 * MIB);
    if (getrlimit(RLIMIT_CORE, &found) != 0 || found.rlim_max != 0) {
        return 1;
    }
    if (getrlimit(RLIMIT_DATA, &found) != 0 || found.rlim_max != 300 * MIB + 1024 * MIB) {
        return 2;
    }
    if (getrlimit(RLIMIT_FSIZE, &found) != 0 || found.rlim_max != 300 * MIB) {
        return 3;
    }
    if (getrlimit(RLIMIT_CPU, &found) != 0 || found.rlim_max != 600) {
        return 4;
    }
    void *reserved = mmap(NULL, 4096 * MIB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *data = mmap(NULL, 1500 * MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return reserved == MAP_FAILED ? 5 : data != MAP_FAILED ? 6 : 0; /* addresses may be had */
}

static void limits_processes(void **state)
{
    int status = 0;
    pid_t pid = fork();

    (void)state;
    if (pid == 0) {
        _exit(judge_limits());
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* A limit that is lower already stays. */
static void keeps_lower_limits(void **state)
{
    int status = 0;
    pid_t pid = fork();

    (void)state;
    if (pid == 0) {
        const struct rlimit low = {100, 100};
        struct rlimit found = {0, 0};

        setrlimit(RLIMIT_CPU, &low);
        svc_limits_set(300 * MIB);
        getrlimit(RLIMIT_CPU, &found);
        _exit(found.rlim_max == 100 ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_each_browser), cmocka_unit_test(goes_without),
        cmocka_unit_test(takes_the_top),       cmocka_unit_test(limits_processes),
        cmocka_unit_test(keeps_lower_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
