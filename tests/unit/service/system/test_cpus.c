/* CPUs from control groups, read from trees of files that look like /proc and /sys. */
#include "unit.h"

#include "system/cpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 512

/* A file of a tree. */
typedef struct {
    const char *path;
    const char *text;
} file;

/* Files (path NULL at the end), and their quota in CPUs; 0: no quota. */
typedef struct {
    const char *name;
    file files[5];
    int cpus;
} tree;

static const tree trees[] = {
    {"no control groups", {{NULL, NULL}}, 0},
    {"v2 without a quota",
     {{"/proc/self/cgroup", "0::/a/b\n"}, {"/sys/fs/cgroup/a/b/cpu.max", "max 100000\n"}},
     0},
    {"v2, own group",
     {{"/proc/self/cgroup", "0::/a/b\n"}, {"/sys/fs/cgroup/a/b/cpu.max", "100000 100000\n"}},
     1},
    {"v2, a group above is tighter",
     {{"/proc/self/cgroup", "0::/a/b\n"},
      {"/sys/fs/cgroup/a/b/cpu.max", "max 100000\n"},
      {"/sys/fs/cgroup/a/cpu.max", "50000 100000\n"}},
     1},
    {"v2 in a container: only the top is mounted",
     {{"/proc/self/cgroup", "0::/\n"}, {"/sys/fs/cgroup/cpu.max", "20000 100000\n"}},
     1},
    {"v2 in a container that sees the host's path",
     {{"/proc/self/cgroup", "0::/kubepods/pod1/x\n"}, {"/sys/fs/cgroup/cpu.max", "90000 100000\n"}},
     1},
    {"v1",
     {{"/proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/a\n0::/\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "100000\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n"}},
     1},
    {"v1 without a quota",
     {{"/proc/self/cgroup", "1:cpu:/\n"},
      {"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n"},
      {"/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}},
     0},
    {"v1, another controller's quota does not count",
     {{"/proc/self/cgroup", "1:cpuset:/\n"},
      {"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n"},
      {"/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}},
     0},
    {"nonsense",
     {{"/proc/self/cgroup", "0::/a\nnonsense\n::\n"},
      {"/sys/fs/cgroup/a/cpu.max", "many\n"},
      {"/sys/fs/cgroup/cpu.max", "100000\n"}},
     0},
};

static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

static void write_file(const char *root, const file *f)
{
    char path[PATH_SIZE];

    snprintf(path, sizeof path, "%s%s", root, f->path);
    make_folders(path);
    FILE *out = fopen(path, "we");
    assert_non_null(out);
    assert_true(fputs(f->text, out) >= 0);
    fclose(out);
}

/* On a machine with one CPU a quota of one has no effect that could be tested. */
static void reads_every_tree(void **state)
{
    int all = svc_cpus_usable("/nowhere");

    (void)state;
    assert_true(all >= 1);
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        char root[] = "/tmp/danad-cpus-XXXXXX";
        char command[PATH_SIZE];
        assert_non_null(mkdtemp(root));
        for (const file *f = trees[i].files; f->path != NULL; f++) {
            write_file(root, f);
        }
        int cpus = svc_cpus_usable(root);
        int wanted = trees[i].cpus != 0 && trees[i].cpus < all ? trees[i].cpus : all;
        snprintf(command, sizeof command, "rm -r %s", root);
        assert_int_equal(system(command), 0);
        if (cpus != wanted) {
            fail_msg("%s: %d instead of %d", trees[i].name, cpus, wanted);
        }
    }
}

/* A quota is rounded up: a little more than one CPU becomes two, if the machine has two. */
static void rounds_up(void **state)
{
    const file files[] = {{"/proc/self/cgroup", "0::/\n"},
                          {"/sys/fs/cgroup/cpu.max", "100001 100000\n"}};
    char root[] = "/tmp/danad-cpus-XXXXXX";
    char command[PATH_SIZE];
    int all = svc_cpus_usable("/nowhere");

    (void)state;
    assert_non_null(mkdtemp(root));
    write_file(root, &files[0]);
    write_file(root, &files[1]);
    assert_int_equal(svc_cpus_usable(root), all < 2 ? all : 2);
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_tree),
        cmocka_unit_test(rounds_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
