#include "media/players.h"

#include "base/ascii.h"
#include "base/url_parts.h"
#include "dana/scan.h"
#include "html/attribute.h"
#include "html/letters.h"

/* Longest id of what a player plays. */
#define ID_MAX 200

static const dana__player players[] = {
#define PLAYER(host, path, query, name, page, kind)                                                \
    {host, path, query, name, page, DANA_MEDIA_##kind, false},
#define DEEP(host, path, query, name, page, kind)                                                  \
    {host, path, query, name, page, DANA_MEDIA_##kind, true},
#include "media/players.def"
#undef PLAYER
#undef DEEP
};

/* Elements that a script turns into a player. */
static const struct {
    const char *name;
    const char *attribute;
    const char *host; /* of the player whose id the attribute holds; NULL: it holds an address */
} elements[] = {
    {"lite-youtube", "videoid", "youtube.com"},
    {"amp-youtube", "data-videoid", "youtube.com"},
    {"youtube-video", "src", NULL},
    {"lite-vimeo", "videoid", "player.vimeo.com"},
    {"amp-vimeo", "data-videoid", "player.vimeo.com"},
    {"vimeo-video", "src", NULL},
    {"amp-dailymotion", "data-videoid", "dailymotion.com"},
    {"amp-twitter", "data-tweetid", "platform.twitter.com"},
    {"amp-instagram", "data-shortcode", "instagram.com"},
    {"amp-facebook", "data-href", "facebook.com"},
    {"amp-bandcamp", "data-src", NULL},
};

/* Attributes in which a frame has its address, before it is loaded too. */
static const char *const frame_sources[] = {"src",
                                            "data-src",
                                            "data-lazy-src",
                                            "data-original",
                                            "data",
                                            "data-litespeed-src",
                                            "data-cmp-src",
                                            "data-consent-src",
                                            "data-src-cmplz",
                                            "data-cookieblock-src",
                                            "data-cmplz-src",
                                            "data-iframe-src"};

/* Splits an address into its host and what follows it. false: it is none of the web. */
static bool split(dana_view address, dana_view *host, dana_view *rest)
{
    size_t length = 0;

    if (dana__begins_with(address, "http:")) {
        address = dana__skip(address, 5);
    } else if (dana__begins_with(address, "https:")) {
        address = dana__skip(address, 6);
    }
    if (!dana__begins_with(address, "//")) {
        return false;
    }
    address = dana__skip(address, 2);
    while (length < address.length && strchr("/?#:", address.data[length]) == NULL) {
        length++;
    }
    *host = (dana_view){address.data, length};
    *rest = dana__skip(address, length);
    return length > 0;
}

/* Whether a host is `name`, or below it. */
static bool is_host(dana_view host, const char *name)
{
    size_t length = strlen(name);

    return host.length >= length && dana__is_text(dana__skip(host, host.length - length), name) &&
           (host.length == length || host.data[host.length - length - 1] == '.');
}

const dana__player *dana__player_of(dana_view address)
{
    dana_view host;
    dana_view rest;

    if (!split(address, &host, &rest)) {
        return NULL;
    }
    for (size_t i = 0; i < DANA__COUNT(players); i++) {
        if (is_host(host, players[i].host) && dana__begins_with(rest, players[i].path)) {
            return &players[i];
        }
    }
    return NULL;
}

dana_view dana__frame_address(dana_view tag, const dana__player **player)
{
    *player = NULL;
    for (size_t i = 0; i < DANA__COUNT(frame_sources); i++) {
        dana_view value;

        if (!dana_tag_attribute(tag, frame_sources[i], &value)) {
            continue;
        }
        value = dana__original_url(dana__trim(value), NULL);
        *player = dana__player_of(value);
        if (*player != NULL) {
            return value;
        }
    }
    return (dana_view){"", 0};
}

/* The player of a host that the table of elements names. */
static const dana__player *player_of_host(const char *host)
{
    size_t i = 0;

    while (strcmp(players[i].host, host) != 0) {
        i++;
    }
    return &players[i];
}

/* Whether a tag mentions YouTube: most have no "ube" at all. */
static bool mentions_youtube(dana_view tag)
{
    return dana__may_be_player(tag) && memmem(tag.data, tag.length, "outube", 6) != NULL;
}

/* The id of a div of the kind <div class="youtube-player" data-id="...">. */
static bool youtube_div(const dana__markup *tag, dana_view *id)
{
    static const char *const names[] = {"data-id", "data-youtube-id", "data-video-id",
                                        "data-videoid", "data-embed"};
    dana_view text = dana__tag_view(tag);
    dana_view value;

    if (dana__kind_of(tag->flags) != DANA__KIND_DIV || tag->is_bare || !mentions_youtube(text) ||
        !dana_tag_attribute(text, "class", &value) ||
        memmem(value.data, value.length, "outube", 6) == NULL) {
        return false;
    }
    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        if (dana_tag_attribute(text, names[i], id) && id->length == 11) {
            return true;
        }
    }
    return false;
}

const dana__player *dana__player_of_element(const dana__markup *tag, dana_view *id)
{
    dana_view name = {tag->name_text, tag->name.length};
    dana_view text = dana__tag_view(tag);

    if (youtube_div(tag, id)) {
        return player_of_host("youtube.com");
    }
    for (size_t i = 0; tag->flags == 0 && i < DANA__COUNT(elements); i++) {
        if (dana__is_text(name, elements[i].name) &&
            dana_tag_attribute(text, elements[i].attribute, id)) {
            return elements[i].host != NULL ? player_of_host(elements[i].host)
                                            : dana__player_of(dana__trim(*id));
        }
    }
    return NULL;
}

/* The value of a member of a query; data NULL: it has none. */
static dana_view member_of(dana_view rest, const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i + length + 1 < rest.length; i++) {
        if ((rest.data[i] == '?' || rest.data[i] == '&') &&
            dana__begins_with(dana__skip(rest, i + 1), name) && rest.data[i + 1 + length] == '=') {
            dana_view value = dana__skip(rest, i + length + 2);
            size_t end = 0;

            while (end < value.length && value.data[end] != '&' && value.data[end] != '#') {
                end++;
            }
            return (dana_view){value.data, end};
        }
    }
    return (dana_view){NULL, 0};
}

/* The id in what follows the path's beginning. */
static dana_view id_in_path(const dana__player *player, dana_view rest)
{
    size_t end = 0;

    while (end < rest.length && strchr("?&#", rest.data[end]) == NULL &&
           (player->is_deep || rest.data[end] != '/')) {
        end++;
    }
    return (dana_view){rest.data, end};
}

static bool is_id(dana_view id)
{
    for (size_t i = 0; i < id.length; i++) {
        if (!dana__is_alphanumeric(id.data[i]) && strchr("-_./", id.data[i]) == NULL) {
            return false;
        }
    }
    return id.length > 0 && id.length <= ID_MAX && !dana__is_text(id, "videoseries");
}

static int hex_value(char c)
{
    return dana__is_digit(c)                                      ? c - '0'
           : dana__to_lower(c) >= 'a' && dana__to_lower(c) <= 'f' ? dana__to_lower(c) - 'a' + 10
                                                                  : -1;
}

/* Decodes the percent escapes of an address that another one holds. */
static size_t unescape(dana_view text, char *out)
{
    size_t length = 0;

    for (size_t i = 0; i < text.length; i++) {
        bool is_escape = text.data[i] == '%' && i + 2 < text.length &&
                         hex_value(text.data[i + 1]) >= 0 && hex_value(text.data[i + 2]) >= 0;

        out[length++] = is_escape
                            ? (char)(hex_value(text.data[i + 1]) * 16 + hex_value(text.data[i + 2]))
                            : text.data[i];
        i += is_escape ? 2 : 0;
    }
    return length;
}

dana_status dana__player_page(dana_arena *arena, const dana__player *player, dana_view decoded,
                              dana_view *out, dana_error *err)
{
    dana_view host;
    dana_view rest;
    dana_view id = decoded;

    *out = (dana_view){NULL, 0};
    if (player->page == NULL) {
        return DANA_OK;
    }
    if (split(decoded, &host, &rest) && is_host(host, player->host)) {
        id = player->query != NULL && dana__begins_with(rest, player->path)
                 ? member_of(rest, player->query)
             : dana__begins_with(rest, player->path)
                 ? id_in_path(player, dana__skip(rest, strlen(player->path)))
                 : decoded;
    }
    bool is_address = player->page[0] == '\0';

    if (id.length == 0 || (!is_address && !is_id(id))) {
        return DANA_OK;
    }
    size_t length = strlen(player->page);
    char *room = dana_arena_alloc(arena, length + id.length + 1, err);

    if (room == NULL) {
        return err->status;
    }
    memcpy(room, player->page, length);
    if (is_address) {
        length = unescape(id, room);
    } else {
        memcpy(room + length, id.data, id.length);
        length += id.length;
    }
    *out = (dana_view){room, length};
    return DANA_OK;
}
