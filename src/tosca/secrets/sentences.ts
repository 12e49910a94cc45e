/** Sentences of logs that tell a password, and lines of files that hold one. */

import { mask } from './mask.ts';
import { isNoWord } from './no-word.ts';

/**
 * `A temporary password is generated for root@localhost: x`, `the password is x`. It has a digit and a letter, since most
 * sentences about passwords tell none; a time and the path of a file are none.
 */
const inSentence =
  /(\b(?:password|passphrase|passwort)(?: (?:for|of) [\w.@-]{1,64})?(?: (?:is|was|for|of|set|changed|reset|generated|user|the|to|[\w.-]{1,64}@[\w.-]{1,64}|["'][\w.@-]{1,64}["'])){0,6}(?: (?:is|was|to)[:=]?|(?: [\w.-]{1,64})?[:=]) {1,9}["']?)(?=[^\s"']{0,99}\d)(?=[^\s"']{0,99}[A-Za-z])(?!\d{4}-\d\d-|\/\w)[^\s"'@]{6,100}(?=["'.,;]?(?:\s|$))/gi;

/** `user bob with password x`, `password "x" accepted`, `the token is x`, `credentials bob:x`, `AUTH PLAIN x`. */
const behindWord =
  /(\b(?:(?:password|passphrase|passwort|kennwort|passcode)(?:\s{0,9},)?|(?:token|secret|api key|access key) (?:is|was)|(?:with|using) (?:the )?token|credentials?:? [\w.-]{1,64} ?[:/]|log(?:in|ged in) (?:with|as) [\w.-]{1,64} ?\/|auth(?: plain| login| [\w.-]{1,64})?)\s{1,3}["']?|\bcredentials? [\w.-]{1,64}:)([^\s"'(),;:-]{8,100})(?=["'.,;)]?(?:\s|$))/gi;

/** ` is the password`, ` as your new token`. */
const namesWord = / (?:is|as) (?:the|your|a|its|my)(?: [a-z]{1,20}){0,3} (?:password|passphrase|token|secret)\b/g;
const longestWord = 100;
const endsInWord = /(?:^|[\s"'(])([^\s"'(),;:-]{8,100})["']?$/;

/** `host:port:database:user:password` of ~/.pgpass. */
const fields = /(?<![^\s"'])[a-z\d*][^\s"':]{0,99}:(?:\d{1,5}|\*):[^\s"']{3,400}/gi;

/**
 * An address of a network card or of IPv6 has only digits of base 16 between its colons, and a line that begins with a time only
 * digits before the first one.
 */
const withoutPgpass = (line: string): string => {
  const [host = '', port = '', database = '', user = '', ...rest] = line.split(':');
  const isLine = /[g-z*.]/i.test(host + database + user) && /\D/.test(host) && /^[\w*$-]+$/.test(database);
  if (!isLine || !/^[\w.*@-]+$/.test(user) || rest.join(':').length < shortest) return line;
  return `${[host, port, database, user].join(':')}:${mask}`;
};
const shortest = 4;

/** `jdbc:oracle:thin:user/password@host`. */
const oracle = /\bjdbc:oracle:[^\s"']{1,400}/gi;

const withoutOracle = (address: string): string => {
  const [from, to] = [address.indexOf('/') + 1, address.indexOf('@')];
  return from === 0 || to <= from ? address : `${address.slice(0, from)}${mask}${address.slice(to)}`;
};

/** `requirepass x` of Redis. */
const redis = /(\b(?:requirepass|masterauth)[ \t]{1,9}["']?)(?![-$])[^\s"']{1,200}/g;

const mayTell = /passw|passp|passc|kennw|requirep|mastera/i;
const mayBeBehind = /pass|kennw|token|secret|[is] key|credential|log(?:in|ged in) |auth /i;

const withoutSentences = (text: string): string => text.replace(inSentence, `$1${mask}`).replace(redis, `$1${mask}`);

const withoutBehind = (text: string): string =>
  text.replace(behindWord, (found, before: string, word: string) => (isNoWord(word) ? `${before}${mask}` : found));

/** `x is the password`, `use x as the token`. */
const withoutBefore = (text: string): string => {
  const seen: string[] = [];
  let at = 0;
  for (const { index } of text.matchAll(namesWord)) {
    const before = text.slice(Math.max(at, index - longestWord - 2), index);
    const word = endsInWord.exec(before)?.[1];
    if (word === undefined || !isNoWord(word)) continue;
    const start = index - before.length + before.lastIndexOf(word);
    seen.push(text.slice(at, start), mask);
    at = start + word.length;
  }
  return at === 0 ? text : `${seen.join('')}${text.slice(at)}`;
};

/** By what must be in a text for the rule to find anything, since most texts have nothing of it. */
const rules: readonly (readonly [RegExp, (text: string) => string])[] = [
  [mayTell, withoutSentences],
  [mayBeBehind, (text) => withoutBefore(withoutBehind(text))],
  [/:(?:\d{1,5}|\*):[\w*$-]{1,64}:[\w.*@-]{1,64}:/, (text) => text.replace(fields, withoutPgpass)],
  [/:oracle:/i, (text) => text.replace(oracle, withoutOracle)],
];

/** Masks passwords that sentences tell, and those of lines of a few files. */
export const sentences = (text: string): string =>
  rules.reduce((seen, [needed, rule]) => (needed.test(seen) ? rule(seen) : seen), text);
