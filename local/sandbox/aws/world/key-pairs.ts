/** Key pairs as EC2 makes them: the private part in the format that ssh reads. */

import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Json } from '../protocol/json.ts';
import { type Place, thingsOf } from './place.ts';

export function newKeyPair(isEd25519: boolean): { privateKey: string; fingerprint: string } {
  return isEd25519 ? ed25519() : rsa();
}

function rsa() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString().trim(),
    fingerprint: (createHash('sha1').update(der).digest('hex').match(/../g) ?? []).join(':'),
  };
}

/** https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.key: an unencrypted key without a comment. */
function ed25519() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' });
  const [open, secret] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')];
  const blob = Buffer.concat([field('ssh-ed25519'), field(open)]);
  const check = randomBytes(4);
  const inner = Buffer.concat([check, check, blob, field(Buffer.concat([secret, open])), field('')]);
  const padding = Buffer.from(Array.from({ length: (8 - (inner.length % 8)) % 8 }, (_, index) => index + 1));
  const one = Buffer.from([0, 0, 0, 1]);
  const whole = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...[field('none'), field('none'), field(''), one, field(blob), field(Buffer.concat([inner, padding]))],
  ]);
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? [];
  return {
    privateKey: ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----'].join('\n'),
    fingerprint: createHash('sha256').update(blob).digest('base64'),
  };
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The private key in this parameter of Systems Manager; undefined: there is no such parameter. */
export function privateKeyNamed(name: string, place: Place): string | undefined {
  const pair = thingsOf(place, 'AWS::EC2::KeyPair').find(({ facts }) => name === `/ec2/keypair/${facts['keyPairId']}`);
  const key: Json = pair?.facts['privateKey'];
  return typeof key === 'string' ? key : undefined;
}
