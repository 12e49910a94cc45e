/**
 * What the Infrastructure Manager opens for the protocol of an endpoint. RADL knows `tcp` and `udp` only; the standard takes
 * any protocol of the OSI layers 4 to 7, and its examples are `http` and `https` (1.3 section 5.5.6).
 */
export type Opened =
  | { readonly is: 'same' }
  | { readonly is: 'written' | 'narrowed'; readonly as: 'tcp' | 'udp' }
  | { readonly is: 'unknown' };

/** Transports, and what runs beside them: they have no ports that RADL could open. */
const others = new Set([
  ...[
    'igmp',
    'icmp',
    'icmpv6',
    'ipv6-icmp',
    'sctp',
    'dccp',
    'udplite',
    'gre',
    'esp',
    'ah',
    'ipip',
    'ip',
    'ospf',
    'vrrp',
  ],
]);

/** Services that IANA registers for udp alone, and those whose usual transport is udp. */
const overUdp = new Set([
  ...['ntp', 'tftp', 'syslog', 'bootps', 'bootpc', 'dhcp', 'mdns', 'isakmp', 'snmp', 'snmptrap', 'radius', 'coap'],
  ...[
    'quic',
    'http/3',
    'h3',
    'rtp',
    'wireguard',
    'dns',
    'domain',
    'stun',
    'dtls',
    'coaps',
    'netbios-ns',
    'netbios-dgm',
  ],
]);

export const opened = (protocol: string): Opened => {
  if (protocol === 'tcp' || protocol === 'udp') return { is: 'same' };
  const name = protocol.trim().toLowerCase();
  if (name === 'tcp' || name === 'udp') return { is: 'written', as: name };
  if (others.has(name) || !/^[a-z][a-z0-9+./_-]*$/.test(name)) return { is: 'unknown' };
  return { is: 'narrowed', as: overUdp.has(name) ? 'udp' : 'tcp' };
};
