import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address may not be reached from here on somebody's behalf: loopback, private, link-local (the clouds'
 * metadata address among them), carrier-grade NAT, multicast, reserved and unspecified ranges (IANA special-purpose
 * registries). Brackets of a URL's host are taken off; what is no plain address (a name, a zone, an octal or short
 * form) counts as private.
 */
export const isPrivateAddress = (ip: string): boolean => {
  const bare = ip.startsWith('[') && ip.endsWith(']') ? ip.slice(1, -1) : ip;
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return true;
  const address = ipaddr.process(bare); // an IPv4-mapped address is judged as the IPv4 address it carries
  if (address instanceof ipaddr.IPv6) return isPrivateV6(address);
  return address.range() !== 'unicast';
};

const globalUnicast = ipaddr.IPv6.parse('2000::');

/** A NAT64 address (RFC 6052), as an IPv6-only network sees an IPv4 host, is judged by the IPv4 address it carries. */
const isPrivateV6 = (address: ipaddr.IPv6): boolean => {
  if (address.range() === 'rfc6052') return isPrivateAddress(address.toByteArray().slice(12).join('.'));
  return address.range() !== 'unicast' || !address.match(globalUnicast, 3);
};
