import { mask } from './mask.ts';

/** `IDENTIFIED BY 'x'`, `WITH PASSWORD 'x'`, `PASSWORD('x')` of SQL. */
const inSql =
  /(\b(?:identified\s{1,9}(?:with\s{1,9}\w{1,40}\s{1,9})?by\s{1,9}|password(?:\s{1,9}|\s{0,9}\(\s{0,9}))\\?')(?:[^'\\\n]|\\.|'')+(?=\\?')/gi;

/** `-password x`: of any command. */
const shortOption = /((?<![\w-])-(?:password|passwd|passphrase|pwd|token|secret)[ \t]{1,99}["']?)[^\s"'-][^\s"']*/g;

/**
 * A sentence of a log that tells a password: `A temporary password is generated for root@localhost: x`, `the password is x`.
 * It has a digit and a letter, since most sentences about passwords tell none; a time and the path of a file are none.
 */
const sentence =
  /(\b(?:password|passphrase|passwort)(?: (?:is|was|for|of|set|changed|reset|generated|user|the|to|[\w.-]{1,64}@[\w.-]{1,64}|["'][\w.@-]{1,64}["'])){0,6}(?: (?:is|was|to)[:=]?|(?: [\w.-]{1,64})?[:=]) {1,9}["']?)(?=[^\s"']{0,99}\d)(?=[^\s"']{0,99}[A-Za-z])(?!\d{4}-\d\d-|\/\w)[^\s"'@]{6,100}(?=["'.,;]?(?:\s|$))/gi;

/** Masks passwords in statements and sentences, and behind options of any command. */
export const statements = (text: string): string =>
  text.replace(inSql, `$1${mask}`).replace(shortOption, `$1${mask}`).replace(sentence, `$1${mask}`);
