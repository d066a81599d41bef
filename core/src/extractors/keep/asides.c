#include "extractors/keep/asides.h"

#include "base/ascii.h"
#include "blocks/marks.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "measure/calls.h"
#include "measure/sentence.h"
#include "page/page.h"

#include <string.h>
#include <strings.h>

/* Characters of a line that leads elsewhere at most. */
#define LINE_MOST 260
/* Characters of a line of profiles at most, and links at least. */
#define FOLLOW_MOST  90
#define FOLLOW_LINKS 2
/* Bytes of a block that are looked at for the name of an offer. */
#define NAMING_MOST 1024
/* Code points of a label that shares the page at most. */
#define SHARE_MOST 32

/* Characters and blocks of a box with a field for an address at most. */
#define BOX_TEXT   400
#define BOX_BLOCKS 8
/* Elements around a form that are tried as its box, and how often its text must stand in the rest.
 */
#define BOX_AROUND 3
#define BOX_TIMES  2

/* Where social networks are; a page of somebody there, or a request to share. */
static const char *const networks[] = {
    "twitter.com/",  "//x.com/",      "facebook.com/",  "instagram.com/", "linkedin.com/",
    "youtube.com/",  "tiktok.com/",   "//t.me/",        "telegram.me/",   "whatsapp.com/",
    "threads.net/",  "bsky.app/",     "pinterest.com/", "//vk.com/",      "news.google.com/",
    "mastodon.",     "flipboard.com", "snapchat.com/",  "weibo.com/",     "//ok.ru/",
    "feedburner.com"};

/* Where a page is shared; the share of a page, not of a text that is quoted, has a short label. */
static const char *const shares[] = {
    "twitter.com/share",      "twitter.com/intent/",      "twitter.com/home?status",
    "//x.com/share",          "//x.com/intent/",          "facebook.com/share",
    "facebook.com/dialog/",   "pinterest.com/pin/create", "linkedin.com/share",
    "reddit.com/submit",      "plus.google.com/share",    "tumblr.com/share",
    "whatsapp.com/send",      "whatsapp://send",          "//t.me/share",
    "//vk.com/share",         "service.weibo.com/share",  "digg.com/submit",
    "stumbleupon.com/submit", "getpocket.com/save",       "connect.ok.ru/offer",
    "line.me/R/msg"};

/* Where readers follow a site: channels of messengers, and the page of a news reader. */
static const char *const channels[] = {"//t.me/",
                                       "//telegram.me/",
                                       "whatsapp.com/channel",
                                       "chat.whatsapp.com/",
                                       "invite.viber.com",
                                       "news.google.com/publications",
                                       "//line.me/R/ti",
                                       "//lin.ee/",
                                       "zalo.me/"};

static void cut(dana__block *block)
{
    if (dana__is_taken(block)) {
        block->decision = DANA__DECISION_CUT;
    }
}

/* The bit of the social network in which an address leads to somebody, or 0; a quoted message is
 * content. */
static uint32_t network_of(dana_view address)
{
    if (memmem(address.data, address.length, "hashtag", 7) != NULL ||
        memmem(address.data, address.length, "/status/", 8) != NULL) {
        return 0;
    }
    for (size_t i = 0; i < sizeof(networks) / sizeof(*networks); i++) {
        if (memmem(address.data, address.length, networks[i], strlen(networks[i])) != NULL) {
            return (uint32_t)1 << i;
        }
    }
    return 0;
}

/* What the links of a block lead to. */
typedef struct {
    size_t count;
    size_t networks; /* to social networks */
    uint32_t which;  /* a bit for each of them */
    size_t logins;   /* to where readers say who they are */
    size_t offers;   /* to where they subscribe */
} destinations;

static bool has_part(dana_view address, const char *const *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (memmem(address.data, address.length, parts[i], strlen(parts[i])) != NULL) {
            return true;
        }
    }
    return false;
}

/* wants_networks: the line may be one of profiles. */
static destinations read_destinations(const dana_page *page, const dana__block *block,
                                      bool wants_networks)
{
    static const char *const logins[] = {"login", "log-in", "signin", "sign-in", "anmeld"};
    static const char *const offers[] = {"subscri", "abonn", "/abo",   "suscri",
                                         "assin",   "/sub",  "paywall"};
    const char *end = page->source.data + block->end;
    const char *p = dana__start_with_tags(page, block);
    destinations out = {0};
    dana_view href;

    while (dana__next_link(&p, end, &href)) {
        if (href.data != NULL) {
            out.count++;
            uint32_t network = wants_networks ? network_of(href) : 0;
            out.networks += network != 0;
            out.which |= network;
            out.logins += has_part(href, logins, sizeof(logins) / sizeof(*logins));
            out.offers += has_part(href, offers, sizeof(offers) / sizeof(*offers));
        }
    }
    return out;
}

/* Whether all links of a block lead to social networks, and not to one alone: an address that is
 * set in pieces has several links. */
static bool leads_to_networks(const dana__block *block, const destinations *to)
{
    return block->text <= FOLLOW_MOST && to->count >= FOLLOW_LINKS && to->networks == to->count &&
           (to->which & (to->which - 1)) != 0;
}

/* Whether a block is a label that shares the page and nothing else: "Tweet", "Pin It". */
static bool is_share_label(const dana_page *page, const dana__block *block)
{
    const char *end = page->source.data + block->end;
    size_t links = 0;
    dana_view href;

    if (block->text > SHARE_MOST || block->text > block->link_text) {
        return false;
    }
    const char *p = dana__start_with_tags(page, block);

    while (dana__next_link(&p, end, &href)) {
        if (href.data == NULL || !has_part(href, shares, sizeof(shares) / sizeof(*shares))) {
            return false;
        }
        links++;
    }
    return links > 0;
}

/* Code points of a call to follow a channel at most, and outside its links where all is link. */
#define CHANNEL_MOST 160
#define CHANNEL_MARK 4

/* Whether an address leads to a channel, and to none of its messages: those are quoted. */
static bool leads_to_channel(dana_view href)
{
    size_t at = href.length;

    while (at > 0 && dana__is_digit(href.data[at - 1])) {
        at--;
    }
    bool is_message = at < href.length && at > 0 && href.data[at - 1] == '/';

    return href.data != NULL && !is_message &&
           has_part(href, channels, sizeof(channels) / sizeof(*channels)) &&
           !has_part(href, shares, sizeof(shares) / sizeof(*shares));
}

/* Whether all links of a block lead to channels, and it is nothing else, or no sentence at the end.
 */
static bool calls_to_channel(const dana_page *page, const dana__block *block, bool is_last)
{
    const char *end = page->source.data + block->end;
    const char *p = dana__start_with_tags(page, block);
    size_t links = 0;
    dana_view href;

    if (block->text > CHANNEL_MOST || block->links == 0 ||
        !((is_last && !dana__ends_sentence(page, block)) ||
          dana__text_outside_links(block) <= CHANNEL_MARK)) {
        return false;
    }
    while (dana__next_link(&p, end, &href)) {
        if (!leads_to_channel(href)) {
            return false;
        }
        links++;
    }
    return links > 0;
}

/* Whether a form asks for an address of mail, and for little else. */
static bool asks_for_mail(const dana_page *page, const dana__blocks *blocks, size_t form)
{
    size_t next = blocks->nodes[form].end;
    const char *p = page->source.data + blocks->nodes[form].start;
    const char *end = page->source.data +
                      (next < blocks->node_count ? blocks->nodes[next].start : page->source.length);
    size_t fields = 0;
    bool mail = false;
    dana__markup tag;
    dana_view type;

    for (p = dana__find_markup(p, end); p < end; p = dana__find_markup(p, end)) {
        dana__read_markup(p, end, &tag);
        p = tag.end > p ? tag.end : p + 1;
        if (tag.kind == DANA__END_TAG && dana__kind_of(tag.flags) == DANA__KIND_FORM) {
            break;
        }
        if (tag.kind != DANA__START_TAG || tag.name.length != 5 ||
            tag.name.key != DANA__NAME_KEY('i', 'n', 'p', 'u', 't')) {
            continue;
        }
        dana_view view = {tag.start, (size_t)(tag.end - tag.start)};

        if (!dana_tag_attribute(view, "type", &type) || dana__is_text(type, "text") ||
            dana__is_text(type, "email")) {
            fields++;
            mail |= memmem(view.data, view.length, "mail", 4) != NULL;
        }
    }
    return mail && fields <= 2;
}

/* Whether a text of a box names a newsletter. */
static bool names_newsletter(const dana_page *page, const dana__blocks *blocks, size_t box)
{
    const dana__node *node = &blocks->nodes[box];
    const char *source = page->source.data;

    for (size_t i = node->first_block; i < node->end_block; i++) {
        uint32_t length = blocks->blocks[i].end - blocks->blocks[i].start;
        const char *start = source + blocks->blocks[i].start;
        const char *end = start + (length < NAMING_MOST ? length : NAMING_MOST);

        for (const char *p = start; p + 10 <= end; p++) {
            if ((*p | 0x20) == 'n' && strncasecmp(p, "newsletter", 10) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool is_small_box(const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];

    return node->text <= BOX_TEXT && node->end_block - node->first_block <= BOX_BLOCKS &&
           BOX_TIMES * (uint64_t)node->text <= blocks->text && !node->holds_main &&
           node->kind != DANA__KIND_BODY && index != 0;
}

/* Cuts the largest small box around an element, and the element itself. */
static void cut_box(dana__blocks *blocks, size_t index)
{
    size_t box = index;

    for (int i = 0; i < BOX_AROUND && is_small_box(blocks, blocks->nodes[box].parent); i++) {
        box = blocks->nodes[box].parent;
    }
    for (size_t i = blocks->nodes[box].first_block;
         is_small_box(blocks, box) && i < blocks->nodes[box].end_block; i++) {
        cut(&blocks->blocks[i]);
    }
}

/* Cuts the small box around a button where it offers a newsletter, with a word of its own for it.
 */
static void cut_offer(const dana_page *page, dana__blocks *blocks, size_t button)
{
    size_t box = blocks->nodes[button].parent;

    for (int i = 0; i < BOX_AROUND && blocks->nodes[button].text > 0 && is_small_box(blocks, box);
         i++) {
        if (names_newsletter(page, blocks, box)) {
            cut_box(blocks, box);
            return;
        }
        box = blocks->nodes[box].parent;
    }
}

/* Whether a block is short, of some links, and no menu. */
static bool may_ask(const dana__block *block, bool taken)
{
    return block->text <= FOLLOW_MOST && block->links >= FOLLOW_LINKS &&
           (taken || 4 * (uint64_t)block->link_text <= 3 * (uint64_t)block->text);
}

/* Whether a line does nothing but lead elsewhere. last: the end of what is taken. */
static bool leads_away(const dana_page *page, const dana__blocks *blocks, const dana__block *block,
                       size_t last)
{
    bool is_last = (size_t)(block - blocks->blocks) + 1 >= last;

    return block->heading == 0 &&
           (is_share_label(page, block) || dana__calls_to_read(page, blocks, block) ||
            calls_to_channel(page, block, is_last));
}

/* Cuts a line that leads elsewhere, and the box of an offer to subscribe: readers who have done so
 * log in there. */
static void cut_by_links(const dana_page *page, dana__blocks *blocks, dana__block *block,
                         size_t last)
{
    bool taken = dana__is_taken(block);

    if (block->links == 0 || block->text > LINE_MOST ||
        (!taken && block->decision != DANA__DECISION_REFUSED)) {
        return;
    }
    if (taken && leads_away(page, blocks, block, last)) {
        cut(block);
        return;
    }
    if (!may_ask(block, taken)) {
        return;
    }
    destinations to = read_destinations(page, block, taken);

    if (to.logins > 0 && to.offers > 0) {
        cut_box(blocks, block->node);
    } else if (taken && block->heading == 0 && leads_to_networks(block, &to)) {
        cut(block);
    }
}

void dana__cut_asides(const dana_page *page, dana__blocks *blocks)
{
    size_t first = 0;
    size_t last = dana__last_taken(blocks, blocks->block_count);
    size_t end = last + BOX_BLOCKS;

    while (first < blocks->block_count && !dana__is_taken(&blocks->blocks[first])) {
        first++;
    }
    for (size_t i = first; i < blocks->block_count && i < end; i++) {
        cut_by_links(page, blocks, &blocks->blocks[i], last);
    }
    bool has_boxes = dana__has_kind(blocks, DANA__KIND_BIT(FORM) | DANA__KIND_BIT(BUTTON));

    for (size_t i = 1; has_boxes && i < blocks->node_count; i++) {
        if (blocks->nodes[i].kind == DANA__KIND_FORM && asks_for_mail(page, blocks, i)) {
            cut_box(blocks, i);
        } else if (blocks->nodes[i].kind == DANA__KIND_BUTTON) {
            cut_offer(page, blocks, i);
        }
    }
}
