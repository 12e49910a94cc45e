import { describe, expect, it } from 'vitest';
import { refuseCallback } from '../../../../src/domain/deployments/accepting/callback-address.ts';

describe('a callback address', () => {
  it.each([
    'https://client.example/cb',
    'http://client.example:8080/cb?x=1#y',
    'HTTPS://client.example',
    'https://8.8.8.8/cb',
    'https://[2606:4700::1111]/cb',
    'https://localhost.example/',
    'https://5.example7/',
    'https://example.9x/',
    `https://client.example/${'x'.repeat(2048 - 23)}`,
  ])('%s is allowed', (address) => {
    expect(refuseCallback(address, false)).toBeUndefined();
  });

  it.each([
    ['', 'must be a complete'],
    ['client.example/cb', 'must be a complete'],
    ['ftp://client.example', 'must be a complete'],
    ['file:///etc/passwd', 'must be a complete'],
    ['https:client.example', 'must be a complete'],
    ['http://', 'must be a complete'],
    [' https://client.example', 'must be a complete'],
    ['https://user:word@client.example', 'must not carry'],
    ['https://user@client.example', 'must not carry'],
    ['https://:word@client.example', 'must not carry'],
    ['ftp://client.example/?to=http://x', 'must be a complete http or https URL'],
    ['https://client.example/ä', 'percent-encoded'],
    [`https://client.example/${'x'.repeat(2049 - 23)}`, 'is 2049 characters long'],
    [`https://client.example/${'x'.repeat(2048)}`, 'at most 2048'],
  ])('%s is refused everywhere', (address, reason) => {
    expect(refuseCallback(address, false)).toContain(reason);
    expect(refuseCallback(address, true)).toContain(reason);
  });

  it('is refused for its scheme first, even if it holds another address', () => {
    const reason = 'must be a complete http or https URL';
    expect(refuseCallback('ftp://client.example/http://ä', false)).toBe(reason);
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://localhost../',
    'http://0.0.0.0/',
    'http://10.0.0.7/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://localhost:8080/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://metadata.google.internal/',
    'http://printer.local/',
  ])('%s is refused unless private addresses are allowed', (address) => {
    expect(refuseCallback(address, false)).toContain('a private address');
    expect(refuseCallback(address, true)).toBeUndefined();
  });
});
