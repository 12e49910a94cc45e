/** How an output is shown: by what it is, not by what its template calls it. */

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

const secretName = /pass(word|phrase)?|secret|token|credential|private|api_?key/i;

/** The form of an output. Only owner and administrators get values of secrets; even for them they are hidden first. */
export const shapeOf = (name: string, value: unknown): Shape => {
  if (value === mask) return { is: 'masked' };
  if (typeof value !== 'string')
    return typeof value === 'object' && value !== null
      ? dataShape(name, JSON.stringify(value, undefined, 2))
      : { is: 'text', text: `${value}` };
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(value))
    return {
      is: 'file',
      text: value.endsWith('\n') ? value : `${value}\n`,
      file: `${fileName(name)}.pem`,
      what: 'private key',
    };
  if (/^apiVersion:\s*v1\b/m.test(value) && /^kind:\s*Config\b/m.test(value))
    return { is: 'file', text: value, file: 'kubeconfig.yaml', what: 'kubeconfig' };
  if (isLink(value)) return { is: 'link', text: value };
  return secretName.test(name) ? { is: 'secret', text: value } : { is: 'text', text: value };
};

const dataShape = (name: string, text: string): Shape =>
  secretName.test(name) || secretName.test(text) ? { is: 'secret', text } : { is: 'data', text };

/** Only addresses of the web: a link with another scheme could run a program. */
const isLink = (text: string): boolean => {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  return ['http:', 'https:'].includes(new URL(text).protocol);
};

const fileName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 60) || 'output';
