import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFor, shapeOf } from '../../ui/pages/deployment/outputs/output-kinds.ts';

const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----';

describe('an output', () => {
  it('is shown by what it is', () => {
    expect(shapeOf('endpoint', 'https://example.org/x')).toEqual({ is: 'link', text: 'https://example.org/x' });
    expect(shapeOf('address', '10.0.0.1')).toEqual({ is: 'text', text: '10.0.0.1' });
    expect(shapeOf('nodes', ['a'])).toEqual({ is: 'data', text: '[\n  "a"\n]' });
    expect(shapeOf('count', 3)).toEqual({ is: 'text', text: '3' });
    expect(shapeOf('key', key)).toMatchObject({ is: 'file', file: 'key.pem', text: `${key}\n` });
    expect(shapeOf('x/../y', key)).toMatchObject({ file: 'x-..-y.pem' });
    expect(shapeOf('k8s', 'apiVersion: v1\nclusters: []\nkind: Config\n')).toMatchObject({
      is: 'file',
      file: 'kubeconfig.yaml',
    });
  });

  it('of the type Credential is the key as a file, with the line that uses it', () => {
    const credential = { user: 'cloudadm', token: key, token_type: 'private_key' };
    const outputs = { web_ip: '192.0.2.1', db_ip: '192.0.2.2', web_credential: credential };
    expect(addressFor('web_credential', outputs)).toBe('192.0.2.1');
    expect(shapeOf('web_credential', credential, '192.0.2.1')).toEqual({
      ...{ is: 'file', file: 'web_credential.pem', what: 'private key', text: `${key}\n` },
      use: 'chmod 600 web_credential.pem && ssh -i web_credential.pem cloudadm@192.0.2.1',
    });
    expect(addressFor('credential', outputs), 'one of two').toBeUndefined();
    expect(addressFor('login', { url: 'http://192.0.2.9/' }, ['192.0.2.9']), 'of the only machine').toBe('192.0.2.9');
    expect(addressFor('login', {}, ['192.0.2.9', '192.0.2.10']), 'of one of two machines').toBeUndefined();
    expect(shapeOf('password', { user: 'a', token: 'b', token_type: 'password' }).is).toBe('secret');
  });

  it('is folded when it is long, so that what stands below it is found', () => {
    expect(shapeOf('report', 'line\n'.repeat(400)).is).toBe('text');
    expect(shapeOf('report', 'A'.repeat(100_000)).is).toBe('data');
  });

  it('is hidden when it may be a secret, and has no value at all for those who may not see it', () => {
    for (const name of ['admin_password', 'apiKey', 'token', 'client_secret', 'Passphrase'])
      expect(shapeOf(name, 'x').is, name).toBe('secret');
    expect(shapeOf('login', { user: 'a', password: 'b' }).is).toBe('secret');
    expect(shapeOf('admin_password', '********')).toEqual({ is: 'masked' });
    for (const name of ['db_pwd', 'hasło', 'connection_string']) expect(shapeOf(name, 'x').is, name).toBe('secret');
    expect(shapeOf('database', 'postgres://app:hunter2@db/x').is).toBe('secret');
    expect(shapeOf('site', 'https://admin:hunter2@example.org/').is).toBe('secret');
    expect(shapeOf('pin', 1234)).toEqual({ is: 'secret', text: '1234' });
  });

  it('is shown when only its name sounds like a secret', () => {
    for (const name of ['server_private_ip', 'private_address', 'token_count', 'compass'])
      expect(shapeOf(name, '10.0.0.1')).toEqual({ is: 'text', text: '10.0.0.1' });
    expect(shapeOf('nodes', { private_ip: '10.0.0.1' }).is).toBe('data');
  });

  it('is a link only to the web: no other scheme can be clicked', () => {
    const schemes = fc.constantFrom(
      'javascript:',
      'data:text/html,',
      'vbscript:',
      'file:///',
      'blob:',
      ' javascript:',
      'java\nscript:',
    );
    fc.assert(fc.property(schemes, fc.string(), (scheme, rest) => shapeOf('out', `${scheme}${rest}`).is !== 'link'));
  });
});
