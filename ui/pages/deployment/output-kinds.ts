/** How an output is shown: by what it is, not by what its template calls it. */

import { holdsSecret } from '../../../src/tosca/secrets/values.ts';

export type Shape =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'link'; readonly text: string }
  | { readonly is: 'masked' }
  | { readonly is: 'secret'; readonly text: string }
  /** a text that programs read from a file, such as a private key */
  | { readonly is: 'file'; readonly text: string; readonly file: string; readonly what: string }
  | { readonly is: 'data'; readonly text: string };

/** What the service writes in the place of a secret for those who may not see it. */
const mask = '********';

/** The form of an output. Only owner and administrators get values of secrets; even for them they are hidden first. */
export const shapeOf = (name: string, value: unknown): Shape => {
  if (value === mask) return { is: 'masked' };
  if (typeof value !== 'string') return shapeOfData(name, value);
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(value))
    return {
      is: 'file',
      text: value.endsWith('\n') ? value : `${value}\n`,
      file: `${fileName(name)}.pem`,
      what: 'private key',
    };
  if (/^apiVersion:\s*v1\b/m.test(value) && /^kind:\s*Config\b/m.test(value))
    return { is: 'file', text: value, file: 'kubeconfig.yaml', what: 'kubeconfig' };
  if (holdsSecret(name, value)) return { is: 'secret', text: value };
  if (isLink(value)) return { is: 'link', text: value };
  return { is: value.length > longestText ? 'data' : 'text', text: value };
};

/** In characters. A longer text, such as a report of 100 kB, would push away all that stands below it: it is folded. */
const longestText = 2_000;

const shapeOfData = (name: string, value: unknown): Shape => {
  const isData = typeof value === 'object' && value !== null;
  const text = isData ? JSON.stringify(value, undefined, 2) : `${value}`;
  return { is: holdsSecret(name, value) ? 'secret' : isData ? 'data' : 'text', text };
};

/** Only addresses of the web: a link with another scheme could run a program. */
const isLink = (text: string): boolean => {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
};

const fileName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 60) || 'output';
