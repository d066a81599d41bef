#include "system/special_networks.h"

/* IPv6 rows outside 2000::/3 would be refused anyway: they tell why. */
const svc_special_network svc_special_networks[] = {
    {"0.0.0.0/8", "this network (RFC 791); reaches the machine itself"},
    {"10.0.0.0/8", "private (RFC 1918)"},
    {"100.64.0.0/10", "carrier-grade NAT (RFC 6598); Alibaba metadata"},
    {"127.0.0.0/8", "loopback (RFC 1122)"},
    {"168.63.129.16/32", "Azure wire server"},
    {"169.254.0.0/16", "link-local (RFC 3927); cloud metadata"},
    {"172.16.0.0/12", "private (RFC 1918)"},
    {"192.0.0.0/24", "IETF protocol assignments (RFC 6890); Oracle metadata"},
    {"192.0.2.0/24", "documentation (RFC 5737)"},
    {"192.88.99.0/24", "6to4 relay (RFC 7526)"},
    {"192.168.0.0/16", "private (RFC 1918)"},
    {"198.18.0.0/15", "benchmarking (RFC 2544)"},
    {"198.51.100.0/24", "documentation (RFC 5737)"},
    {"203.0.113.0/24", "documentation (RFC 5737)"},
    {"224.0.0.0/4", "multicast (RFC 5771)"},
    {"240.0.0.0/4", "reserved (RFC 1112), broadcast"},
    {"::/128", "unspecified (RFC 4291)"},
    {"::1/128", "loopback (RFC 4291)"},
    {"::/96", "IPv4-compatible (RFC 4291)"},
    {"::ffff:0:0:0/96", "IPv4-translated (RFC 2765)"},
    {"64:ff9b::/96", "NAT64 (RFC 6052)"},
    {"64:ff9b:1::/48", "local NAT64 (RFC 8215)"},
    {"100::/64", "discard (RFC 6666)"},
    {"100:0:0:1::/64", "dummy prefix (RFC 9780)"},
    {"2001::/23", "IETF protocol assignments (RFC 2928): Teredo, ORCHID, benchmarking"},
    {"2001:db8::/32", "documentation (RFC 3849)"},
    {"2002::/16", "6to4 (RFC 3056)"},
    {"2620:4f:8000::/48", "AS112 (RFC 7534)"},
    {"3fff::/20", "documentation (RFC 9637)"},
    {"5f00::/16", "segment routing (RFC 9602)"},
    {"fc00::/7", "unique local (RFC 4193); cloud metadata"},
    {"fe80::/10", "link-local (RFC 4291)"},
    {"fec0::/10", "site-local (RFC 3879)"},
    {"ff00::/8", "multicast (RFC 4291)"},
};

const size_t svc_special_network_count = sizeof svc_special_networks /
                                         sizeof svc_special_networks[0];
