import { mask } from './mask.ts';

/** Secret access keys of AWS have so many characters of base64. */
const length = 40;

const isOfKey = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 47 && code <= 57) || (code >= 65 && code <= 90) || code === 43;

/** Beside a key stands nothing that would make it a part of a longer word. */
const joins = /[=_.-]/;

/** Digests are hexadecimal and words have no digits, so neither is a key. */
const isKey = (found: string): boolean =>
  /^[^/]/.test(found) && /[A-Z]/.test(found) && /[a-z]/.test(found) && /\d/.test(found);

/**
 * Masks them. Of a key one character stands at each fortieth place, so only these are looked at, and what stands around one. All
 * texts that are shown pass here, and most have no key.
 */
export const awsSecretKeys = (text: string): string => {
  const seen: string[] = [];
  let at = 0;
  for (let probe = length - 1; probe < text.length; probe += length) {
    if (!isOfKey(text.charCodeAt(probe))) continue;
    let [start, end] = [probe, probe + 1];
    while (start > 0 && probe - start < length && isOfKey(text.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && isOfKey(text.charCodeAt(end))) end += 1;
    probe = end;
    if (end - start !== length || joins.test(`${text[start - 1] ?? ''}${text[end] ?? ''}`)) continue;
    if (!isKey(text.slice(start, end))) continue;
    seen.push(text.slice(at, start), mask);
    at = end;
  }
  return at === 0 ? text : `${seen.join('')}${text.slice(at)}`;
};
