/** How an output is shown: by what it is, not by what its template calls it. */

import { holdsSecret } from '../../../../src/tosca/secrets/values.ts';

export type Shape =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'link'; readonly text: string }
  | { readonly is: 'masked' }
  | { readonly is: 'secret'; readonly text: string }
  /** a text that programs read from a file, such as a private key */
  | { readonly is: 'file'; readonly text: string; readonly file: string; readonly what: string; readonly use?: string }
  | { readonly is: 'data'; readonly text: string };

/** What the service writes in the place of a secret for those who may not see it. */
const mask = '********';

/** The form of an output. Only owner and administrators get values of secrets; even for them they are hidden first. */
export const shapeOf = (name: string, value: unknown, address?: string): Shape => {
  if (value === mask) return { is: 'masked' };
  if (typeof value !== 'string') return shapeOfData(name, value, address);
  if (isKey(value)) return keyFile(name, value);
  if (/^apiVersion:\s*v1\b/m.test(value) && /^kind:\s*Config\b/m.test(value))
    return {
      is: 'file',
      text: value,
      file: 'kubeconfig.yaml',
      what: 'kubeconfig',
      use: 'chmod 600 kubeconfig.yaml && kubectl --kubeconfig kubeconfig.yaml get nodes',
    };
  if (holdsSecret(name, value)) return { is: 'secret', text: value };
  if (isLink(value)) return { is: 'link', text: value };
  return { is: value.length > longestText ? 'data' : 'text', text: value };
};

/** In characters. A longer text, such as a report of 100 kB, would push away all that stands below it: it is folded. */
const longestText = 2_000;

const shapeOfData = (name: string, value: unknown, address: string | undefined): Shape => {
  const { token, user } = isCredential(value) ? value : {};
  if (typeof token === 'string' && isKey(token))
    return keyFile(name, token, `${typeof user === 'string' ? user : 'USER'}@${address ?? 'ADDRESS'}`);
  const isData = typeof value === 'object' && value !== null;
  const text = isData ? JSON.stringify(value, undefined, 2) : `${value}`;
  return { is: holdsSecret(name, value) ? 'secret' : isData ? 'data' : 'text', text };
};

const isKey = (text: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);

/** A value of TOSCA's type Credential. */
const isCredential = (value: unknown): value is { readonly token?: unknown; readonly user?: unknown } =>
  typeof value === 'object' && value !== null && 'token' in value;

/** Programs refuse a key that others can read, and a browser cannot say who may read what it stores. */
const keyFile = (name: string, text: string, login = 'USER@ADDRESS'): Shape => {
  const file = `${fileName(name)}.pem`;
  return {
    ...{ is: 'file', text: text.endsWith('\n') ? text : `${text}\n`, file, what: 'private key' },
    use: `chmod 600 ${file} && ssh -i ${file} ${login}`,
  };
};

/**
 * The address to which a credential belongs: the output that is called like it, such as `server_ip` for `server_credential`, else
 * the only address among the outputs, else that of the only machine.
 */
export const addressFor = (
  name: string,
  outputs: { readonly [name: string]: unknown },
  machines: readonly string[] = [],
): string | undefined => {
  const addresses = Object.entries(outputs).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && /^[\d.]{7,15}$|^[\da-f:]{3,39}$/i.test(one[1]),
  );
  const start = (text: string): string => text.replace(/_[a-z]{1,20}$/i, '');
  const named = addresses.filter(([other]) => start(other) === start(name));
  const written = (named.length > 0 ? named : addresses).map(([, address]) => address);
  const [one, ...others] = written.length > 0 ? written : machines;
  return others.length === 0 ? one : undefined;
};

/** Only addresses of the web: a link with another scheme could run a program. */
const isLink = (text: string): boolean => {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
};

const fileName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 60) || 'output';
