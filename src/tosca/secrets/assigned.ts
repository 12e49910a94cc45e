/** Values that are assigned to a name that speaks of a secret, in headers, JSON, YAML, URLs and commands. */

import { mask } from './mask.ts';
import { isBehindSecretName, valueKey } from './named-pairs.ts';
import { namesSecret } from './names.ts';

/** A name that is given a value, where it begins in the text, and where the sign between them ends. */
type Assigned = (name: string, start: number, end: number) => void;

/**
 * Looks back from each sign of an assignment for the name: there are fewer signs in a text than words. Hours and minutes are no
 * names, and each line of a log has them.
 */
const eachAssigned = (text: string, visit: Assigned): void => {
  for (let at = 0; at < text.length; at += 1) {
    const length = signAt(text, at);
    if (length === 0 || text.charCodeAt(at + length) === 10) continue; // YAML has its values on the next lines
    const name = nameBefore(text, at);
    at += length - 1;
    if (name === undefined) continue;
    visit(text.slice(name.start, name.end), name.start, at + 1);
    if (isBehindLineBreak(text, name.start)) visit(text.slice(name.start + 1, name.end), name.start + 1, at + 1);
  }
};

/** Within JSON, the line before ends with `\\n`, whose letter is no part of the name. */
const isBehindLineBreak = (text: string, start: number): boolean =>
  text.charCodeAt(start - 1) === 92 && /[nrt]/.test(text.charAt(start));

/** What may stand between the sign and the value. */
const behindSign = /[^\S\n]*(?:(?:bearer|basic) +)?/iy;

/** The length of `=`, `=>`, `:`, `:=`, `->` before a blank, or one of the first two in a URL; 0: none is here. */
const signAt = (text: string, at: number): number => {
  switch (text.charCodeAt(at)) {
    case 61:
      return text.charCodeAt(at + 1) === 62 ? 2 : 1;
    case 58:
      return text.charCodeAt(at + 1) === 61 ? 2 : 1;
    case 45:
      return text.charCodeAt(at + 1) === 62 && /\s/.test(text.charAt(at + 2)) ? 2 : 0;
    case 37:
      return /^%3[ad]/i.test(text.slice(at, at + 3)) ? 3 : 0;
    default:
      return 0;
  }
};

/** Letters, digits, and what may stand between them in a name. */
const isOfName = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 46 ||
  (code >= 0xc0 && code <= 0x24f);

const isBlank = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (
    code === 32 || code === 9 || (code > 9 && code !== 10 && !(code > 32 && code < 127) && /\s/.test(text.charAt(at)))
  );
};

/** JSON within JSON has so many backslashes before a quotation mark, at most. */
const mostBackslashes = 7;

/** A blank may be part of these names. */
const beforeKey = /(?<![\w.À-ɏ-])(?:private|secret|access|api|account) $/i;
const longestBeforeKey = 9;

const nameBefore = (text: string, sign: number): { readonly start: number; readonly end: number } | undefined => {
  let end = sign;
  while (isBlank(text, end - 1)) end -= 1;
  if (text.charCodeAt(end - 1) === 93) end -= 1;
  if (text.charCodeAt(end - 1) === 34 || text.charCodeAt(end - 1) === 39) end -= 1;
  const quoted = end;
  while (text.charCodeAt(end - 1) === 92) end -= 1;
  let start = end;
  while (isOfName(text.charCodeAt(start - 1))) start -= 1;
  if (start === end || quoted - end > mostBackslashes) return undefined;
  if (text.charCodeAt(start - 1) === 32 && /[estiESTI]/.test(text.charAt(start - 2))) {
    const before = beforeKey.exec(text.slice(Math.max(0, start - longestBeforeKey), start))?.[0];
    if (before !== undefined) return { start: start - before.length, end };
  }
  return end === sign && isTime(text, start, end) && text.charCodeAt(sign) === 58 ? undefined : { start, end };
};

const isTime = (text: string, start: number, end: number): boolean =>
  end - start <= 2 && /^\d+$/.test(text.slice(start, end));

/**
 * A quoted text, also in JSON within JSON; one that is cut off, to the end of its line; a block of YAML, a list or map on
 * one line, or a word.
 */
const value =
  /(?<escape>\\{1,7})"[\s\S]{0,4000}?(?<!\\)\k<escape>"|"(?:[^"\\]|\\.)*"|'[^']*'|\\{0,7}"[^"\n]*|'[^'\n]*|[|>][+-]?[^\S\n]*(?:\n[^\S\n]+[^\n]*)+|\{[^}]*\}?|\[[^\]]*\]?|[^\s,;&}"']+/y;

const startOfValue = (text: string, at: number): number => {
  behindSign.lastIndex = at;
  behindSign.test(text);
  return behindSign.lastIndex;
};

const valueAt = (text: string, at: number): string | undefined => {
  value.lastIndex = at;
  return value.exec(text)?.[0];
};

/** `{ type: string, required: false }` of a template says what a password is, and holds none. */
const isDefinition = (found: string): boolean =>
  /^\{(?:\s{0,9}["']?(?:type|required|status)["']?:\s{0,9}["']?[\w.]{1,99}["']?\s{0,9}[,}]){1,3}$/.test(found);

/** `PWD=/home/bob` is the folder that a command runs in: sudo logs it for each one. */
const isFolder = (name: string, found: string): boolean => /^(?:OLD)?PWD$/.test(name) && /^["']?[/~]/.test(found);

/** `expect "password:"` has no value: the quotation mark ends a text that began on this line. */
const endsQuote = (text: string, sign: number, at: number): boolean => {
  const quote = text.charAt(at);
  if (sign !== at || !/^["'](?:[\s;)}\]]|$)/.test(text.slice(at, at + 2)) || !/\w/.test(text.charAt(sign - 2)))
    return false;
  const before = text.slice(Math.max(0, sign - longestQuoted), sign);
  return before.slice(before.lastIndexOf('\n') + 1).split(quote).length % 2 === 0;
};
const longestQuoted = 200;

/** `password = 'x'`, `"token": "x"`, `?access_token=x`, `--password=x`. */
export const assignments = (text: string): string => {
  const seen: string[] = [];
  let at = 0;
  const judged = new Map<string, boolean>(); // a log has the same names again and again
  eachAssigned(text, (name, start, end) => {
    let isSecret = judged.get(name);
    if (isSecret === undefined) {
      isSecret = namesSecret(name);
      judged.set(name, isSecret);
    }
    if (!isSecret || start < at) return;
    const from = startOfValue(text, end);
    const found = endsQuote(text, end, from) ? undefined : valueAt(text, from);
    if (found === undefined || isDefinition(found) || isFolder(name, found)) return;
    seen.push(text.slice(at, from), inQuotesOf(found));
    at = from + found.length;
  });
  return at === 0 ? text : `${seen.join('')}${text.slice(at)}`;
};

/** `{"name": "DB_PASSWORD", "value": "x"}`, and the same in YAML, XML and commands. */
export const namedPairs = (text: string): string => {
  if (!/value/i.test(text)) return text;
  const seen: string[] = [];
  let at = 0;
  for (const { 0: before, index } of text.matchAll(valueKey)) {
    const start = index + before.length;
    const found = index >= at && isBehindSecretName(text, index) ? valueAt(text, start) : undefined;
    if (found === undefined) continue;
    seen.push(text.slice(at, start), inQuotesOf(found));
    at = start + found.length;
  }
  return at === 0 ? text : `${seen.join('')}${text.slice(at)}`;
};

/** Keeps the quotes, so that JSON stays JSON. */
const inQuotesOf = (found: string): string => {
  const quote = /^\\{0,7}["']/.exec(found)?.[0] ?? '';
  return `${quote}${mask}${found.length > quote.length && found.endsWith(quote) ? quote : ''}`;
};
