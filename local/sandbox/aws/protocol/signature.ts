/** Signature Version 4 of a request whose secret key the sandbox gave out itself. */

import { createHash, createHmac } from 'node:crypto';
import type { Headers } from './caller.ts';
import { AwsRefusal } from './refusal.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Every header of AWS has to be signed. */
const mustBeSigned = (name: string): boolean => name === 'host' || name.startsWith('x-amz-');

const wrong = (): AwsRefusal =>
  new AwsRefusal(
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
  );

export function checkSignature(headers: Headers, body: string, secretKey: string): void {
  const authorization = String(headers['authorization'] ?? '');
  const [, scope = ''] = /Credential=[^/]+\/([^,\s]+)/.exec(authorization) ?? [];
  const [, names = ''] = /SignedHeaders=([^,\s]+)/.exec(authorization) ?? [];
  const [, signature] = /Signature=([0-9a-f]+)/.exec(authorization) ?? [];
  const signed = names.split(';');
  if (
    !Object.keys(headers)
      .filter(mustBeSigned)
      .every((name) => signed.includes(name))
  )
    throw wrong();
  const lines = signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('');
  const request = ['POST', '/', '', lines, names, digest(body)].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest(request)].join('\n');
  const [date = '', region = '', service = '', end = ''] = scope.split('/');
  const key = [date, region, service, end].reduce<string | Buffer>(keyed, `AWS4${secretKey}`);
  if (keyed(key, text).toString('hex') !== signature) throw wrong();
}
