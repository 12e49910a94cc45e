import { describe, expect, it } from 'vitest';
import { addressRange, coverage } from '../../../src/domain/cloudformation/networks/address-range.ts';

const covered = (text: string): string | undefined => {
  const range = addressRange(text);
  return range && coverage(range);
};

describe('a range of addresses', () => {
  it.each([
    ['::/0', '0:0:0:0:0:0:0:0/0'],
    ['::/0', '2001:db8::1/0'],
    ['2001:db8::/32', '2001:0DB8:0:0::ffff/32'],
    ['::ffff:10.0.0.1', '::ffff:a00:1/128'],
    ['1::8', '1:0:0:0:0:0:0:8'],
    ['10.0.0.0/8', '10.1.2.3/8'],
    ['0.0.0.0/0', '192.0.2.1/0'],
    ['10.0.0.1', '10.0.0.1/32'],
  ])('%s is %s', (one, other) => {
    expect(covered(one)).toBe(covered(other));
  });

  it.each([
    ['::/0', '0.0.0.0/0'],
    ['::/0', '::/1'],
    ['2001:db8::/32', '2001:db9::/32'],
    ['10.0.0.0/8', '10.0.0.0/9'],
    ['10.0.0.0', '10.0.0.1'],
    ['::1', '::2'],
  ])('%s is not %s', (one, other) => {
    expect(covered(one)).not.toBe(covered(other));
  });

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
