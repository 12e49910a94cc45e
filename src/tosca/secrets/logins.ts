/** `user:password@host` without a scheme before it. */

import { mask } from './mask.ts';

const isOfPassword = /[^\s:@/"'<>(){}[\],;]/;
const [shortest, longest] = [3, 200];
const host = /[a-z\d.-]{1,253}|\[[\da-f:.]{2,45}\]/iy;
/** The name of the user ends before the colon. */
const longestUser = 64;
const user = /^[a-z][\w.+-]*$/i;
const isOfUser = /[\w.+-]/;
/** What a name may not stand behind: a part of a path, of a URL, or of a longer name. */
const joins = /[/:@%$]/;

/** What stands before an address or the version of a package, and is no user. */
const isLabel =
  /^(?:mailto|sips?|xmpp|acct|e-?mail|from|to|b?cc|reply-to|contact|author|owner|maintainer|user|principal|member|serviceaccount|upn|npm|pkg|jsr|node|docker|image|workspace|urn|tag|ssh|git|https?|sha\d+)$/i;

/** `image:1.25@sha256` and `name:1.0@registry`. */
const isVersion = /^v?\d[\d.]*(?:-[\w.]+)?$|^latest$|^stable$/i;
const isDigest = /^sha\d{3}$|^md5$/i;

/** A port, a function of Go's drivers, or a path: no address of mail has them behind its host. */
const ofServer = /\(|:\d{1,5}\b|:{1,2}[\w~/.-]|\//y;

const isServer = (text: string, found: string, at: number): boolean => {
  ofServer.lastIndex = at;
  return ofServer.test(text) || /^(?:\d{1,3}\.){3}\d{1,3}$|^localhost$|^\[/i.test(found);
};

const userBefore = (text: string, colon: number): string | undefined => {
  let start = colon;
  while (colon - start <= longestUser && isOfUser.test(text.charAt(start - 1))) start -= 1;
  const name = text.slice(start, colon);
  const isAlone = !joins.test(text.charAt(start - 1)) || text.slice(0, start).endsWith(':pserver:');
  return isAlone && user.test(name) && !isLabel.test(name) ? name : undefined;
};

/** Whether the text between the colon and the sign before the host, at these places, is a password. */
const isPassword = (text: string, word: string, colon: number, sign: number): boolean => {
  if (isVersion.test(word) || /^[$*]/.test(word) || userBefore(text, colon) === undefined) return false;
  host.lastIndex = sign + 1;
  const found = host.exec(text)?.[0].replace(/[.-]$/, '') ?? '';
  if (found === '' || isDigest.test(found)) return false;
  return isServer(text, found, sign + 1 + found.length) || (/[\d!#%&*^~=?$]/.test(word) && found.includes('.'));
};

/** The colon before the text that ends at this sign; undefined: there is none, or the text is too short or too long. */
const colonBefore = (text: string, sign: number): number | undefined => {
  let start = sign;
  while (sign - start <= longest && isOfPassword.test(text.charAt(start - 1))) start -= 1;
  const length = sign - start;
  return text.charAt(start - 1) === ':' && length >= shortest && length <= longest ? start - 1 : undefined;
};

/** Masks the passwords. */
export const logins = (text: string): string => {
  const seen: string[] = [];
  let at = 0;
  for (let sign = text.indexOf('@'); sign >= 0; sign = text.indexOf('@', sign + 1)) {
    const colon = colonBefore(text, sign);
    if (colon === undefined || colon < at || !isPassword(text, text.slice(colon + 1, sign), colon, sign)) continue;
    seen.push(text.slice(at, colon + 1), mask);
    at = sign;
  }
  return at === 0 ? text : `${seen.join('')}${text.slice(at)}`;
};
