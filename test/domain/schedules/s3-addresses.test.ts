import { expect, it } from 'vitest';
import { addressesIn, placeOf } from '../../../src/domain/schedules/s3-addresses.ts';

it.each([
  ['s3://in/a/b.csv', 'in', 'a/b.csv'],
  ['s3a://in/', 'in', ''],
  ['arn:aws:s3:::in/a/*', 'in', 'a/*'],
  ['https://in.s3.amazonaws.com/a/b', 'in', 'a/b'],
  ['https://in.s3.eu-west-1.amazonaws.com/a?X-Amz-Date=1', 'in', 'a'],
  ['https://in.put.s3.dualstack.eu-west-1.amazonaws.com/a', 'in.put', 'a'],
  ['https://in.s3-eu-west-1.amazonaws.com/a', 'in', 'a'],
  ['http://in.s3.cn-north-1.amazonaws.com.cn/a', 'in', 'a'],
  ['https://s3.eu-west-1.amazonaws.com/in/a/b', 'in', 'a/b'],
  ['https://s3.amazonaws.com/in/', 'in', ''],
])('%s is a place in S3', (address, scope, name) => {
  expect(placeOf(address)).toEqual({ scope, name });
  expect(addressesIn(`curl -T x '${address}' && echo "${address}"`)).toEqual([address, address]);
});

it.each(['https://ec2.amazonaws.com/in/a', 'https://in.s3.example.org/a', 'https://example.org/s3://', 's3://in', 'x'])(
  '%s is none',
  (text) => expect(addressesIn(text)).toEqual([]),
);
