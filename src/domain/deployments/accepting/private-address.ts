import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Whether the service must not call an IP address for a user: loopback, private, link-local (with the clouds' metadata
 * address), carrier-grade NAT, multicast, reserved and unspecified ranges (IANA special-purpose registries). Ignores the
 * brackets of a URL's host. Anything that is no plain address (a name, a zone, an octal or short form) counts as private.
 */
export const isPrivateAddress = (ip: string): boolean => {
  const bare = ip.startsWith('[') && ip.endsWith(']') ? ip.slice(1, -1) : ip;
  if (isIPv4(bare)) return special.check(bare, 'ipv4');
  if (!isIPv6(bare) || bare.includes('%')) return true;
  return special.check(bare, 'ipv6') || !reachable.check(bare, 'ipv6');
};

const special4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and the clouds' metadata
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation, like 198.51.100.0/24 and 203.0.113.0/24 below
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnelling
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16',
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

/** Ranges within global unicast; addresses outside global unicast are refused anyway. */
const special6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

/**
 * The prefix of NAT64 (RFC 6052), through which an IPv6-only network reaches IPv4 hosts. The IPv4 address after it
 * decides.
 */
const nat64 = '64:ff9b::';

const listOf = (ranges: readonly (readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'])[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) list.addSubnet(...range);
  return list;
};

const parts = (range: string): readonly [string, number] => {
  const [address = '', bits] = range.split('/');
  return [address, Number(bits)];
};

// BlockList itself checks an IPv4-mapped IPv6 address against the IPv4 ranges
const special = listOf([
  ...special4
    .map(parts)
    .flatMap(([address, bits]) => [
      [address, bits, 'ipv4'] as const,
      [`${nat64}${address}`, 96 + bits, 'ipv6'] as const,
    ]),
  ...special6.map(parts).map(([address, bits]) => [address, bits, 'ipv6'] as const),
]);

const reachable = listOf([
  ['2000::', 3, 'ipv6'],
  [nat64, 96, 'ipv6'],
  ['0.0.0.0', 0, 'ipv4'],
]);
