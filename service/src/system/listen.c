#include "system/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BACKLOG  1024
#define PORT_MAX 65535

/* A TCP header's flags (RFC 9293, 3.1). */
#define FLAGS_OFFSET 13
#define FLAG_SYN     0x02
#define FLAG_ACK     0x10

/* Digits only, up to 65535; -1 where it is no port. */
static long parse_port(const char *text)
{
    long port = 0;

    if (*text == '\0') {
        return -1;
    }
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9') {
            return -1;
        }
        port = port * 10 + (*text - '0');
        if (port > PORT_MAX) {
            return -1;
        }
    }
    return port;
}

static bool parse_ip6(const char *host, size_t length, unsigned short port, svc_listen_address *out)
{
    struct sockaddr_in6 ip6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    char address[INET6_ADDRSTRLEN];

    if (length < 2 || host[0] != '[' || host[length - 1] != ']' || length - 2 >= sizeof address) {
        return false;
    }
    memcpy(address, host + 1, length - 2);
    address[length - 2] = '\0';
    if (inet_pton(AF_INET6, address, &ip6.sin6_addr) != 1) {
        return false;
    }
    memcpy(&out->address, &ip6, sizeof ip6);
    out->length = sizeof ip6;
    return true;
}

static bool parse_ip4(const char *host, size_t length, unsigned short port, svc_listen_address *out)
{
    struct sockaddr_in ip4 = {.sin_family = AF_INET, .sin_port = htons(port)};
    char address[INET_ADDRSTRLEN];

    if (length >= sizeof address) {
        return false;
    }
    memcpy(address, host, length);
    address[length] = '\0';
    if (inet_pton(AF_INET, address, &ip4.sin_addr) != 1) {
        return false;
    }
    memcpy(&out->address, &ip4, sizeof ip4);
    out->length = sizeof ip4;
    return true;
}

bool svc_listen_parse(const char *text, svc_listen_address *out)
{
    const char *colon = strrchr(text, ':');

    *out = (svc_listen_address){.length = 0};
    if (colon == NULL) {
        return false;
    }
    long port = parse_port(colon + 1);
    size_t length = (size_t)(colon - text);
    if (port < 0) {
        return false;
    }
    if (length == 1 && text[0] == '*') {
        return parse_ip6("[::]", 4, (unsigned short)port, out);
    }
    if (text[0] == '[') {
        return parse_ip6(text, length, (unsigned short)port, out);
    }
    return parse_ip4(text, length, (unsigned short)port, out);
}

static bool bind_and_listen(int fd, const svc_listen_address *address, bool shared)
{
    int on = 1;
    int off = 0;

    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (shared) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    }
    if (address->address.ss_family == AF_INET6) {
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    }
    return bind(fd, (const struct sockaddr *)&address->address, address->length) == 0 &&
           listen(fd, BACKLOG) == 0;
}

int svc_listen_open(const svc_listen_address *address, bool shared)
{
    int fd = socket(address->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0) {
        return -1;
    }
    if (!bind_and_listen(fd, address, shared)) {
        int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

void svc_listen_limit_unsent(int fd, unsigned ms)
{
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &ms, sizeof ms); /* connections inherit it */
}

void svc_listen_ignore_new(int fd)
{
    /* SYN without ACK is dropped, all else passes whole. */
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, FLAGS_OFFSET),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, FLAG_SYN | FLAG_ACK),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FLAG_SYN, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, 0xFFFFFFFF),
    };
    const struct sock_fprog program = {.len = sizeof steps / sizeof steps[0], .filter = steps};

    setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

bool svc_listen_is_local(int fd)
{
    struct sockaddr_storage bound = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof bound;

    getsockname(fd, (struct sockaddr *)&bound, &length);
    if (bound.ss_family == AF_INET6) {
        struct sockaddr_in6 ip6;
        memcpy(&ip6, &bound, sizeof ip6);
        return IN6_IS_ADDR_LOOPBACK(&ip6.sin6_addr);
    }
    struct sockaddr_in ip4;
    memcpy(&ip4, &bound, sizeof ip4);
    return bound.ss_family != AF_INET || ntohl(ip4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

bool svc_listen_is_every(int fd)
{
    struct sockaddr_storage bound = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof bound;
    struct sockaddr_in ip4;
    struct sockaddr_in6 ip6;

    getsockname(fd, (struct sockaddr *)&bound, &length);
    memcpy(&ip4, &bound, sizeof ip4);
    memcpy(&ip6, &bound, sizeof ip6);
    return bound.ss_family == AF_INET6  ? IN6_IS_ADDR_UNSPECIFIED(&ip6.sin6_addr)
           : bound.ss_family == AF_INET ? ip4.sin_addr.s_addr == INADDR_ANY
                                        : false;
}

void svc_listen_url(int fd, char *out, size_t size)
{
    struct sockaddr_storage bound = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof bound;
    char host[INET6_ADDRSTRLEN] = "";

    getsockname(fd, (struct sockaddr *)&bound, &length);
    if (bound.ss_family == AF_INET6) {
        struct sockaddr_in6 ip6;
        memcpy(&ip6, &bound, sizeof ip6);
        inet_ntop(AF_INET6, &ip6.sin6_addr, host, sizeof host);
        snprintf(out, size, "http://[%s]:%u", host, (unsigned)ntohs(ip6.sin6_port));
        return;
    }
    struct sockaddr_in ip4;
    memcpy(&ip4, &bound, sizeof ip4);
    inet_ntop(AF_INET, &ip4.sin_addr, host, sizeof host);
    snprintf(out, size, "http://%s:%u", host, (unsigned)ntohs(ip4.sin_port));
}
