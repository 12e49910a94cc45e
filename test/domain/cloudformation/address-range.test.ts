import { describe, expect, it } from 'vitest';
import { addressRange } from '../../../src/domain/cloudformation/networks/address-range.ts';

describe('a range of addresses', () => {
  it.each([
    ['10.0.0.0/8', { CidrIp: '10.0.0.0/8' }],
    [' 10.0.0.1 ', { CidrIp: '10.0.0.1/32' }],
    ['0.0.0.0/0', { CidrIp: '0.0.0.0/0' }],
    ['2001:db8::/32', { CidrIpv6: '2001:db8::/32' }],
    ['2001:db8::1', { CidrIpv6: '2001:db8::1/128' }],
    ['::/0', { CidrIpv6: '::/0' }],
  ])('is %j', (text, range) => {
    expect(addressRange(text)).toEqual(range);
  });

  it.each([
    ...['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/ 8', '10.0.0.0/+8', '10.0.0.0/1e1', '10.0.0.0/8/8', '10.0.0/8'],
    ...['2001:db8::/129', '::/0x10', 'everybody', ''],
  ])('is not %j', (text) => {
    expect(addressRange(text)).toBeUndefined();
  });
});
