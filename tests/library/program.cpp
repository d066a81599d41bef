/* A program in C++ with operators new and delete of its own, which fail when they are told to. */
#include <dana/dana.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

static bool is_full = false;

void *operator new(std::size_t size)
{
    void *block = is_full ? NULL : std::malloc(size > 0 ? size : 1);

    if (!block) {
        throw std::bad_alloc();
    }
    return block;
}

void operator delete(void *block) noexcept
{
    std::free(block);
}

void operator delete(void *block, std::size_t) noexcept
{
    std::free(block);
}

static int share_of(const char *text)
{
    const dana_view view = {text, std::strlen(text)};
    int share = 0;

    return dana_detect_language(view, &share) != NULL || share != 0 ? share : -2;
}

int main()
{
    const char *text = "After nine dry weeks the first rain fell on the valley on Monday morning, and the river rose by an inch.";
    bool threw = false;
    int before = share_of(text);

    is_full = true;
    int meanwhile = share_of(text);
    try {
        std::printf("%s", std::string(99, ' ').c_str());
    } catch (const std::bad_alloc &) {
        threw = true;
    }
    is_full = false;
    std::printf("%d %d %d %d\n", before > 0, meanwhile, threw, share_of(text) == before);
    return 0;
}
