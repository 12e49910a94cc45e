import { mask } from './mask.ts';

/** `IDENTIFIED BY 'x'`, `WITH PASSWORD 'x'`, `PASSWORD('x')` of SQL. */
const inSql =
  /(\b(?:identified\s{1,9}(?:with\s{1,9}\w{1,40}\s{1,9})?by\s{1,9}|password(?:\s{1,9}|\s{0,9}[=(]\s{0,9}))N?\\?')(?:[^'\\\n]|\\.|'')+(?=\\?')/gi;

/** `-password x`: of any command. */
const shortOption =
  /((?<![\w-])-(?:[Pp]assword|passwd|passphrase|pwd|pw|pass|token|secret|decryption_key)[ \t]{1,99}["']?)(?!pass:)[^\s"'(<>|;&-][^\s"']*/g;

/** The same in quotes of other kinds: `IDENTIFIED BY "x"`, `PASSWORD $$x$$`. */
const inOtherQuotes =
  /(\b(?:identified\s{1,9}(?:with\s{1,9}\w{1,40}\s{1,9})?by|password)\s{1,9}(\\{0,3}"|\$\$))[^"\\$\n]{1,200}(?=\2)/gi;

/** `connect to x user bob using y` of Db2. */
const connecting = /(\bconnect to [^\s"']{1,64} user [^\s"']{1,64} using )[^\s"']{1,200}/gi;

/** `db.auth("bob", "x")` of MongoDB. */
const ofMongo =
  /(\b(?:auth|changeUserPassword)\(\s{0,9}["'][^"'\n]{1,64}["']\s{0,9},\s{0,9}["'])[^"'\n]{1,200}(?=["'])/g;

const masked = (text: string, rule: RegExp): string => text.replace(rule, `$1${mask}`);

/** Masks passwords in statements, and behind options of any command. */
export const statements = (text: string): string => {
  const seen = masked(masked(masked(text, inSql), inOtherQuotes), shortOption);
  const connected = /connect to /i.test(seen) ? masked(seen, connecting) : seen;
  return /auth\(|changeUserPassword\(/.test(connected) ? masked(connected, ofMongo) : connected;
};
