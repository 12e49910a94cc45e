/**
 * The last of several fences between secrets and the log: lines name their fields one by one, and hold no body, token or credentials.
 * What is masked here came in unseen, in the words of somebody else's error.
 */

const secretName = /password|passwd|secret|token|authorization|credential|private_?key|api_?key/i;

const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{6,}/gi, '$1$2***'],
  // a JSON Web Token: its first part is `{"` in base64url
  [/\beyJ[\w-]{6,}(\.[\w-]*){0,2}/g, '***'],
  // name = value, as in an authorization line, a query or JSON
  [
    /((?:password|passwd|secret|token|private_?key|api_?key)\\?["']?\s*[:=]\s*)(\\?"[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
    '$1***',
  ],
  // the password in https://user:password@host
  [/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1***@'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '***'],
];

/** A text without what looks like a secret. */
export const maskedText = (text: string): string =>
  secrets.reduce((seen, [secret, mask]) => seen.replace(secret, mask), text);

const maskedValue = (name: string, value: unknown): unknown => {
  if (secretName.test(name) && (typeof value === 'string' || typeof value === 'object') && value !== null) return '***';
  return typeof value === 'string' ? maskedText(value) : value;
};

/** A copy, as JSON has it, without secrets: what stands under a name that speaks of one, and what looks like one anywhere. */
export const masked = <T extends object>(fields: T): { readonly [name: string]: unknown } =>
  JSON.parse(JSON.stringify(fields, maskedValue));
