import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrivateAddress } from '../../../../src/domain/deployments/accepting/private-address.ts';

const privates = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '[::1]'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00:ec2::254', '::ffff:10.0.0.1'],
  'link-local and metadata': ['169.254.169.254', '169.254.170.2', 'fe80::1', '::ffff:a9fe:a9fe'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  'reserved and documentation': ['192.0.2.1', '198.18.0.1', '203.0.113.9', '240.0.0.1', '2001:db8::1'],
  'tunnels to IPv4': ['64:ff9b::a9fe:a9fe', '64:ff9b::10.0.0.1', '2002:0a00:0001::', '2001::1'],
  'outside global unicast': ['fec0::1', '::7f00:1', '64:ff9b:1::1', '4000::1'],
  'not a plain address': [
    '',
    'localhost',
    'example.org',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '010.0.0.1',
    'fe80::1%eth0',
    '2606:4700::1111%eth0',
    '[2606:4700::1111',
    '2606:4700::1111]',
  ],
};

describe('a private address', () => {
  for (const [kind, addresses] of Object.entries(privates)) {
    it.each(addresses)(`is ${kind}: %s`, (address) => {
      expect(isPrivateAddress(address)).toBe(true);
    });
  }

  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '[2606:4700::1111]',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('is not %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it('is the same written as IPv4, as IPv4-mapped IPv6 and behind NAT64', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(isPrivateAddress(`::ffff:${ip}`)).toBe(isPrivateAddress(ip));
        expect(isPrivateAddress(`64:ff9b::${ip}`)).toBe(isPrivateAddress(ip));
      }),
    );
  });
});
