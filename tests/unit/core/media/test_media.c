/* Addresses of pictures, names of their files, players and the pages of what they play. */
#include "support.h"
#include "unit.h"

#include "base/ascii.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/links.h"
#include "media/address.h"
#include "media/players.h"

static void expect_view(dana_view found, const char *expected)
{
    assert_true(dana__same_text(found, view(expected)));
}

static void a_picture_has_the_address_that_a_reader_sees(void **state)
{
    static const struct {
        const char *tag;
        const char *address; /* empty: none */
    } cases[] = {
        {"<img src=a.jpg>", "a.jpg"},
        {"<img src=photo>", "photo"},
        {"<img src='image.php?id=3'>", "image.php?id=3"},
        {"<img src=a.jpg data-src=b.jpg>", "b.jpg"},
        {"<img data-src='true' src=a.jpg>", "a.jpg"},
        {"<img data-src='/{width}/b.jpg' src=a.jpg>", "a.jpg"},
        {"<img src='data:image/gif;base64,R0' data-original=/b.png>", "/b.png"},
        {"<img src=/s/blank.gif data-lazy-src=/b.png>", "/b.png"},
        {"<img src=/s/1x1.png>", ""},
        {"<img src=/lazy-placeholder-16x9.svg>", ""},
        {"<img src=/white-house.jpg>", "/white-house.jpg"},
        {"<img src=/blank-space.jpg>", "/blank-space.jpg"},
        {"<img src='blob:x'>", ""},
        {"<img src=''>", ""},
        {"<img>", ""},
        {"<img src='/a.jpg?w=40&h=30' srcset='/a.jpg?w=400 400w'>", "/a.jpg?w=400"},
        {"<img src='/a.jpg?w=40'>", "/a.jpg?w=40"},
        {"<img src='/a.jpg?w=400' srcset='/b.jpg 800w'>", "/a.jpg?w=400"},
        {"<img srcset='a.jpg 320w, b.jpg 1280w, c.jpg 3000w'>", "b.jpg"},
        {"<img srcset='a.jpg 3000w, b.jpg 4000w'>", "a.jpg"},
        {"<img srcset='a.jpg, b.jpg 1.5x, c.jpg 2x, d.jpg 3x'>", "c.jpg"},
        {"<img srcset='/w_1,h_2/a.jpg 1x,/w_2,h_4/a.jpg 2x'>", "/w_2,h_4/a.jpg"},
        {"<img srcset='data:image/png;base64,AA== 2x, b.jpg 1x'>", "b.jpg"},
        {"<img srcset=' , ,'>", ""},
        {"<img DATA-SRCSET='b.jpg 2x' src=a.jpg>", "b.jpg"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect_view(dana__picture_address(view(cases[i].tag)), cases[i].address);
    }
}

static void versions_of_a_file_have_one_name(void **state)
{
    (void)state;
    expect_view(dana__file_stem(view("https://h/a.b/photo-300x200.jpg?x=/y.png")), "photo");
    expect_view(dana__file_stem(view("photo.large.jpg#x")), "photo.large");
    expect_view(dana__file_stem(view("/a/")), "");
    expect_view(dana__file_stem(view("/a/1234.jpg")), "1234");
    expect_view(dana__file_stem(view("")), "");
    expect_view(dana__file_stem((dana_view){NULL, 0}), "");
}

static const struct {
    const char *address;
    const char *name; /* NULL: no player */
    const char *page; /* NULL: none */
} played[] = {
    {"https://www.youtube.com/embed/abc-_123456?x=y", "YouTube",
     "https://www.youtube.com/watch?v=abc-_123456"},
    {"//www.youtube-nocookie.com/embed/abc", "YouTube", "https://www.youtube.com/watch?v=abc"},
    {"http://www.youtube.com/v/abc&hl=en", "YouTube", "https://www.youtube.com/watch?v=abc"},
    {"https://youtu.be/abc", "YouTube", "https://www.youtube.com/watch?v=abc"},
    {"https://www.youtube.com/embed/videoseries?list=PL1", "YouTube", NULL},
    {"https://www.youtube.com/embed/a\"b", "YouTube", NULL},
    {"https://player.vimeo.com/video/123?h=1", "Vimeo", "https://vimeo.com/123"},
    {"https://geo.dailymotion.com/player.html?video=x1", "Dailymotion",
     "https://www.dailymotion.com/video/x1"},
    {"https://open.spotify.com/embed/episode/1a?u=1", "Spotify",
     "https://open.spotify.com/episode/1a"},
    {"https://www.facebook.com/plugins/video.php?width=1&href=https%3A%2F%2Ffb.example%2Fv%2F1",
     "Facebook", "https://fb.example/v/1"},
    {"https://platform.twitter.com/embed/Tweet.html?id=12", "X (Twitter)",
     "https://x.com/i/status/12"},
    {"https://players.brightcove.net/1/default_default/index.html?videoId=2", "Brightcove", NULL},
    {"https://www.aparat.com/video/video/embed/videohash/XyZ/vt/frame", "Aparat",
     "https://www.aparat.com/v/XyZ"},
    {"https://youtube.com.evil.example/embed/x", NULL, NULL},
    {"https://notyoutube.com/embed/x", NULL, NULL},
    {"https://www.youtube.com/user/x", NULL, NULL},
    {"https://ads.example/?u=https://www.youtube.com/embed/x", NULL, NULL},
    {"/embed/x", NULL, NULL},
    {"javascript://www.youtube.com/embed/x", NULL, NULL},
};

static void a_player_leads_to_the_page_of_what_it_plays(void **state)
{
    dana_arena *arena = dana_arena_new(1 << 20, NULL);

    (void)state;
    for (size_t i = 0; i < sizeof(played) / sizeof(played[0]); i++) {
        const dana__player *player = dana__player_of(view(played[i].address));
        dana_error err;
        dana_view page;

        assert_int_equal(player != NULL, played[i].name != NULL);
        if (player == NULL) {
            continue;
        }
        assert_string_equal(player->name, played[i].name);
        assert_int_equal(dana__player_page(arena, player, view(played[i].address), &page, &err),
                         DANA_OK);
        assert_int_equal(page.data != NULL, played[i].page != NULL);
        if (page.data != NULL) {
            expect_view(page, played[i].page);
        }
    }
    dana_arena_free(arena);
}

static void expect_first_image(dana_page *page, const dana_result *result, const char *base,
                               const char *src)
{
    const dana_image *images;
    size_t count;

    assert_int_equal(dana_result_images(page, result, view(base), &images, &count, NULL), DANA_OK);
    assert_int_equal(count, 1);
    expect_view(images[0].src, src);
}

/* What was found for one address of the page is not taken for another. */
static void addresses_are_those_of_the_base(void **state)
{
    static const char *const bases[] = {"https://a.example/x/", "https://b.example/"};
    dana_page *page = open_page("<p>The harbour reopened on Monday.<img src=pier.jpg></p>");
    const dana_algorithm *lqf = dana_algorithm_find(DANA_KIND_CONTENT, "lqf", 3);
    dana_result result;

    (void)state;
    assert_int_equal(dana_extract(page, lqf, NULL, &result, NULL), DANA_OK);
    for (int i = 0; i < 2; i++) {
        expect_first_image(page, &result, bases[0], "https://a.example/x/pier.jpg");
        expect_first_image(page, &result, bases[0], "https://a.example/x/pier.jpg");
        expect_first_image(page, &result, bases[1], "https://b.example/pier.jpg");
    }
    dana_page_close(page);
}

/* A drawing that a script answers is a button. */
static void buttons_are_no_pictures(void **state)
{
    dana_page *page = open_page("<p>The harbour reopened on Monday.<img src=copy.svg "
                                "onclick='copy()'><img src=pier.jpg onclick='enlarge()'></p>");
    const dana_algorithm *lqf = dana_algorithm_find(DANA_KIND_CONTENT, "lqf", 3);
    dana_result result;

    (void)state;
    assert_int_equal(dana_extract(page, lqf, NULL, &result, NULL), DANA_OK);
    expect_first_image(page, &result, "https://a.example/", "https://a.example/pier.jpg");
    dana_page_close(page);
}

static bool markdown_names(dana_page *page, const dana_result *result, const char *alt)
{
    dana_view text;

    assert_int_equal(dana_render_markdown(page, result, view("https://a.example/"), &text, NULL),
                     DANA_OK);
    return memmem(text.data, text.length, alt, strlen(alt)) != NULL;
}

/* A document says its headline above its pictures; what is extracted into the same place later is
 * none. */
static void a_document_alone_says_its_headline_for_its_pictures(void **state)
{
    static const char source[] =
        "<title>a</title><div><p>The ferry sails at six from the quay, as it did before the "
        "war.</p>"
        "<p>The pilots wait for the tide.</p><img src=pier.jpg alt='Lamp of the outer mole'>"
        "<p>The crossing takes two hours if the wind is in the west, and three if not.</p></div>";
    const dana_algorithm *lqf = dana_algorithm_find(DANA_KIND_CONTENT, "lqf", 3);
    dana_page *page = open_page(source);
    dana_result plain, shown;

    (void)state;
    assert_int_equal(dana_extract(page, lqf, NULL, &plain, NULL), DANA_OK);
    assert_int_equal(
        dana_result_with_headline(page, &plain, view("Lamp of the outer mole"), &shown, NULL),
        DANA_OK);
    assert_true(markdown_names(page, &plain, "Lamp of the outer mole"));
    assert_false(markdown_names(page, &shown, "Lamp of the outer mole"));
    assert_int_equal(dana_extract(page, lqf, NULL, &shown, NULL), DANA_OK);
    assert_true(markdown_names(page, &shown, "Lamp of the outer mole"));
    dana_page_close(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_has_the_address_that_a_reader_sees),
        cmocka_unit_test(versions_of_a_file_have_one_name),
        cmocka_unit_test(a_player_leads_to_the_page_of_what_it_plays),
        cmocka_unit_test(addresses_are_those_of_the_base),
        cmocka_unit_test(buttons_are_no_pictures),
        cmocka_unit_test(a_document_alone_says_its_headline_for_its_pictures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
