"""The address guard's table, read from its source. Manifests are compared with it."""
import ipaddress
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


def guarded():
    """The networks that the fetcher rejects: (IPv4, IPv6 inside 2000::/3)."""
    with open(os.path.join(ROOT, "service/src/system/special_networks.c"), encoding="utf-8") as source:
        body = re.search(r"\[\] = \{\n(.*?)\n\};", source.read(), re.S).group(1)
    rows = [ipaddress.ip_network(row) for row in re.findall(r'\{"([0-9a-f:./]+)",', body)]
    return ([row for row in rows if row.version == 4],
            [row for row in rows if row.version == 6 and row.subnet_of(GLOBAL_UNICAST)])


def collapsed(networks):
    """The shortest equivalent list of networks, as text."""
    return [str(network) for version in (4, 6) for network in ipaddress.collapse_addresses(
        network for network in networks if network.version == version)]


def differences(name, found, wanted):
    """The differences between two sets of networks, as lines."""
    found, wanted = set(collapsed(found)), set(collapsed(wanted))
    return ([f"{name}: {network} is missing" for network in sorted(wanted - found)] +
            [f"{name}: {network} is not in the guard's table" for network in sorted(found - wanted)])
