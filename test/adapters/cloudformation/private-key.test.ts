import { describe, expect, it } from 'vitest';
import { privateKeyOf } from '../../../src/adapters/cloudformation/keys.ts';
import { fakeSession, refused } from './fake-session.ts';

const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc';

/** The key that Parameter Store answers with. */
const read = (answer: () => object, id: string | undefined = 'key-1') => {
  const { session, asked } = fakeSession({ GetParameter: answer });
  return { key: privateKeyOf(session, id), asked };
};

describe('the private key of the machines', () => {
  it('is read from the parameter that EC2 has named', async () => {
    const one = read(() => ({ Parameter: { Value: key } }));
    expect(await one.key).toBe(key);
    expect(one.asked).toEqual([{ call: 'GetParameter', input: { Name: '/ec2/keypair/key-1', WithDecryption: true } }]);
  });

  it('is not there where the stack has none', async () => {
    const { session, asked } = fakeSession({});
    await expect(privateKeyOf(session, undefined)).rejects.toMatchObject({
      ...{ name: 'ProviderFailedError', message: 'the stack has no key pair' },
    });
    expect(asked).toEqual([]);
  });

  it('is lost when somebody has deleted it, and not when AWS only does not answer', async () => {
    const gone = read(() => {
      throw refused('ParameterNotFound');
    });
    await expect(gone.key).rejects.toMatchObject({
      ...{
        name: 'ProviderFailedError',
        message: expect.stringMatching(/has deleted the parameter \/ec2\/keypair\/key-1$/),
      },
    });
    const away = read(() => {
      throw refused('ThrottlingException');
    });
    await expect(away.key).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });

  it('is nothing else that lies there, which no error quotes', async () => {
    for (const answer of [{ Parameter: { Value: `sesame ${key}` } }, { Parameter: {} }, {}]) {
      const error: Error = await read(() => answer).key.then(
        () => new Error('a key'),
        (reason) => reason,
      );
      expect(error.name).toBe('ProviderUnavailableError');
      expect(error.message).not.toContain('sesame');
    }
  });
});
