/**
 * Finds secrets by what they look like, anywhere in a text: keys, tokens, user info of a URL, and values assigned to a
 * name that speaks of a secret. Only the secret itself is masked, so that the text stays readable.
 */

import { assignments, namedPairs } from './assigned.ts';
import { awsSecretKeys } from './aws-secret-keys.ts';
import { fromBase64 } from './base64.ts';
import { commands } from './commands.ts';
import { configurationLines } from './configuration-lines.ts';
import { fedPasswords } from './fed-passwords.ts';
import { listed } from './listed.ts';
import { logins } from './logins.ts';
import { mask } from './mask.ts';
import { namesSecret } from './names.ts';
import { sentences } from './sentences.ts';
import { statements } from './statements.ts';
import { withoutPrefixed } from './tokens.ts';

export { mask };

type Rule = (text: string) => string;

const shape =
  (pattern: RegExp, replacement = mask): Rule =>
  (text) =>
    text.replace(pattern, replacement);

/** RFC 7468, OpenPGP and PuTTY, each with words of its own between BEGIN and PRIVATE KEY. */
const keyBegins = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-/g;
const keyEnds = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;

/** A key that is cut off counts too, and so does all that follows a key of PuTTY. */
const privateKeys: Rule = (text) => {
  if (
    !text.includes('PRIVATE KEY-----') &&
    !text.includes('PRIVATE KEY BLOCK-----') &&
    !text.includes('PuTTY-User-Key-')
  )
    return text;
  const seen: string[] = [];
  let at = 0;
  for (const { 0: begin, index } of text.matchAll(keyBegins)) {
    if (index < at) continue;
    keyEnds.lastIndex = index + begin.length;
    const end = begin.startsWith('PuTTY') ? null : keyEnds.exec(text);
    seen.push(text.slice(at, index));
    at = end === null ? text.length : end.index + end[0].length;
  }
  return at === 0 ? text : `${seen.join(mask)}${mask}${text.slice(at)}`;
};

/** A PEM text in base64, as in a kubeconfig, begins like this. So does a certificate, which is public. */
const encodedPem: Rule = (text) =>
  text.includes('LS0tLS1CRUdJTi')
    ? text.replace(/LS0tLS1CRUdJTi[A-Za-z0-9+/]+={0,2}/g, (found) =>
        fromBase64(found).includes('PRIVATE KEY') ? mask : found,
      )
    : text;

/** JSON Web Tokens, which begin with `{"` in base64url. */
const webTokens = shape(/\beyJ[\w-]{6,}(?:\.[\w-]*){0,4}/g);

const awsKeys = shape(/\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g);

/** Tokens of kubeadm: `abcdef.0123456789abcdef`. Without a digit it may be two words. */
const kubeadmTokens: Rule = (text) =>
  /\.[a-z0-9]{16}/.test(text) // rare, and found faster
    ? text.replace(/(?<![\w./@-])[a-z0-9]{6}\.[a-z0-9]{16}(?![\w.-])/g, (found) =>
        /\d/.test(found.slice(7)) ? mask : found,
      )
    : text;

const knownTokens: Rule = (text) => kubeadmTokens(awsKeys(withoutPrefixed(webTokens(text))));

const hashBegins = /\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|sha\d{1,3}|argon2\w{0,2}|pbkdf2[\w-]{0,12})\$/;

/** Hashes of crypt(3): `$6$salt$digest`. */
const passwordHashes: Rule = (text) =>
  text.replace(/\$[\w./$=,+-]{9,}/g, (found) => {
    const at = found.search(hashBegins);
    return at < 0 || found.length - at < shortestHash ? found : `${found.slice(0, at)}${mask}`;
  });

const shortestHash = 11;

/** `Authorization: Token 0123abcd`: of any scheme. Without a digit it may be a sentence. */
const otherScheme =
  /(\bauthorization\\{0,7}["']?[^\S\n]*[:=][^\S\n]*["']?[a-z][\w-]{0,40} +)(?=[^\s"',;]*\d)[^\s"',;]{8,}/gi;

const headers: Rule = (text) =>
  text
    .replace(/\b(bearer\s+)[\w.~+/=-]{6,}/gi, `$1${mask}`)
    .replace(/\b(basic\s+)([\w+/-]{6,}={0,2})/gi, (found, scheme: string, credentials: string) =>
      fromBase64(credentials).includes(':') ? `${scheme}${mask}` : found,
    )
    .replace(otherScheme, `$1${mask}`);

/** What stands before `://`, at most; and what may follow it. */
const longestScheme = 31;
const addressBehind = /[^\s"'<>`\\]+/y;

interface Address {
  readonly scheme: string;
  readonly rest: string;
  /** where the rest begins */
  readonly at: number;
}

/** The addresses of a text. Most texts have none, and `://` is found fast. */
function* addressesIn(text: string): Generator<Address> {
  let from = 0;
  for (let colon = text.indexOf('://'); colon >= 0; colon = text.indexOf('://', Math.max(from, colon + 1))) {
    const scheme = schemeBefore(text, Math.max(from, colon - longestScheme), colon);
    addressBehind.lastIndex = colon + 3;
    const [rest] = addressBehind.exec(text) ?? [];
    if (scheme === '' || rest === undefined) continue;
    yield { scheme, rest, at: colon + 3 };
    from = colon + 3 + rest.length;
  }
}

/** A letter, and all behind it up to the colon that may be in a scheme. */
const schemeBefore = (text: string, from: number, colon: number): string => {
  let start = colon;
  while (start > from && /[a-z0-9+.-]/i.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, colon).replace(/^[^a-z]+/i, '');
};

const mayBeToken = (scheme: string): boolean => /^https?$/i.test(scheme);

/** `scheme://user:password@host`. A user without a password is a token in a URL of a website, else only a name. */
const userInfo: Rule = (text) => {
  let shown = '';
  let seen = 0;
  for (const { scheme, rest, at } of addressesIn(text)) {
    const end = endOfUserInfo(rest);
    const user = rest.slice(0, Math.max(end, 0));
    const isSecret = /:./.test(user) || (user !== '' && !user.includes(':') && mayBeToken(scheme));
    if (!isSecret) continue;
    shown += `${text.slice(seen, at)}${mask}`;
    seen = at + end;
  }
  return seen === 0 ? text : shown + text.slice(seen);
};

/** A shorter user without a password is mostly a name, such as git or admin: masking it would make all texts unreadable. */
const shortestToken = 12;

/** The passwords and tokens in the user info of URLs: a text that is made of parts of one no longer looks like it. */
export const passwordsIn = (text: string): readonly string[] =>
  [...addressesIn(text)].flatMap(({ scheme, rest }) => {
    const [user = '', ...password] = rest.slice(0, Math.max(endOfUserInfo(rest), 0)).split(':');
    const isToken = password.length === 0 && mayBeToken(scheme) && user.length >= shortestToken;
    const secret = isToken ? user : password.join(':');
    return secret === '' ? [] : [secret];
  });

/** The position of the `@` of user info, or -1. A password may contain an unencoded slash; then the last `@` counts. */
const endOfUserInfo = (rest: string): number => {
  const authority = rest.split(/[/?#]/, 1)[0] ?? '';
  const at = authority.lastIndexOf('@');
  const isPassword = !authority.startsWith('[') && /^[^:]*:(?!\d{0,5}$)/.test(authority);
  return at < 0 && isPassword ? rest.lastIndexOf('@') : at;
};

/** Signatures in URLs that give access to anyone who has the URL. */
const signedAddresses = shape(/([?&#;](?:sig|signature|x-\w+-signature|authz)=)[^\s&#"']+/gi, `$1${mask}`);

/** `<password>x</password>` in XML. */
const elements: Rule = (text) =>
  text.includes('</')
    ? text.replace(/(<([\w.:-]{1,100})(?:\s[^<>]{0,1000})?>)[^<>]+(?=<\/)/g, (found, before: string, name: string) =>
        namesSecret(name) || namesSecret(attributeIn(before)) ? `${before}${mask}` : found,
      )
    : text;

/** The name that an element of XML has in an attribute: `<entry key="password">x</entry>`. */
const attributeIn = (element: string): string => /\s(?:name|key|id)=["']([^"']{1,100})/i.exec(element)?.[1] ?? '';

/** `user:password` for chpasswd: in a pipe, a here string, or an indented list of cloud-init. */
const chpasswd: Rule = (text) =>
  text.includes('chpasswd')
    ? text
        .replace(
          /((?<![\w.-])[\w.-]{1,64}:)[^\s"'|:]{1,200}(["']? {0,9}\| {0,9}(?:sudo )?(?:[\w/]{0,40}\/)?chpasswd)/g,
          `$1${mask}$2`,
        )
        .replace(/(chpasswd <<< ?["']?[\w.-]{1,64}:)[^\s"']+/g, `$1${mask}`)
        .replace(/chpasswd:[^\S\n]*\n(?:[^\S\n]+[^\n]*(?:\n|$))+/g, (block) =>
          block.replace(/^([ \t]*(?:-[ \t]+)?["']?[\w.-]+:)[^\s"']+/gm, `$1${mask}`),
        )
    : text;

const rules: readonly Rule[] = [
  privateKeys,
  encodedPem,
  headers,
  userInfo,
  logins,
  signedAddresses,
  chpasswd,
  commands,
  listed,
  fedPasswords,
  configurationLines,
  statements,
  sentences,
  elements,
  assignments,
  namedPairs,
  knownTokens,
  awsSecretKeys,
  passwordHashes,
];

/** Masks only tokens, for texts that machines write and that must stay unchanged otherwise. */
export const withoutTokens = (text: string): string => knownTokens(headers(text));

/** Most texts are one word: a name, a type, an id. All other rules look for a sign or a blank, which it does not have. */
const word = /^[\w.-]*$/;
const rulesOfWords: readonly Rule[] = [encodedPem, knownTokens, awsSecretKeys];
/** `eyJ` and six more: no rule finds a secret in less, if it is one word. */
const shortestWord = 9;

/** Masks everything that looks like a secret. */
export const withoutSecretText = (text: string): string => {
  if (!word.test(text)) return rules.reduce((seen, rule) => rule(seen), text);
  return text.length < shortestWord ? text : rulesOfWords.reduce((seen, rule) => rule(seen), text);
};
