/** No secret is anywhere but where it belongs: in the headers of the calls that need it. */

import type { House } from './house.ts';

/** JSON Web Tokens, and Vault's. */
const forms = [/eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/, /\bhvs\.[\w-]{8,}/];

/** Problems: which secret was seen where. */
export const secretsIn = (house: House, texts: readonly string[]): readonly string[] => {
  const values = Object.values(house.sandbox.secrets)
    .flatMap((secret) => Object.entries(secret))
    .filter(([key]) => /password|secret|key|externalId/i.test(key))
    .map(([, value]) => value);
  const canaries = [...new Set(values.flatMap((value) => [value, Buffer.from(value).toString('base64')]))];
  const stored = house.wire.sent.filter(({ to }) => isKept(to, house)).map(({ to, text }) => `${to} ${text}`);
  return [...stored, ...texts, ...house.receiver.received].flatMap((text) => {
    const form = forms.find((one) => one.test(text));
    const canary = form ? form.exec(text)?.[0] : canaries.find((one) => text.includes(one));
    return canary === undefined ? [] : [`a secret (${canary.slice(0, 8)}…) stands in: ${around(text, canary)}`];
  });
};

/** Tables, files and executions. */
const isKept = (to: string, { engine }: House): boolean =>
  to.startsWith(`PUT ${engine.endpoints.s3}`) || / (DynamoDB|AWSStepFunctions)/.test(to);

const around = (text: string, canary: string): string => {
  const at = text.indexOf(canary);
  return text.slice(Math.max(0, at - 120), at + 12).replaceAll('\n', ' ');
};
