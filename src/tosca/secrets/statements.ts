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

/** `sp_addlogin 'bob', 'x'` and `sp_password 'old', 'new'` of SQL Server. */
const ofSqlServer = /\bsp_(?:addlogin|addremotelogin|password)\b/;
const itsTexts = /(\bsp_(?:addlogin|addremotelogin|password)\b)([^\n;]*)/g;

/** The first text of others is a name. */
const withoutItsTexts = (text: string): string =>
  text.replace(itsTexts, (_, name: string, rest: string) => {
    const from = name === 'sp_password' ? 0 : rest.indexOf("'", rest.indexOf("'") + 1) + 1;
    return `${name}${rest.slice(0, from)}${rest.slice(from).replace(/'[^']+'/g, `'${mask}'`)}`;
  });

const masked = (text: string, rule: RegExp): string => text.replace(rule, `$1${mask}`);

/** Few texts have any of these words, and they are found fast. */
const rules: readonly (readonly [needed: RegExp, rules: readonly RegExp[]])[] = [
  [/identified|password/i, [inSql, inOtherQuotes]],
  [/-[a-zA-Z]/, [shortOption]],
  [/connect to /i, [connecting]],
  [/auth\(|changeUserPassword\(/, [ofMongo]],
];

/** Masks passwords in statements, and behind options of any command. */
export const statements = (text: string): string =>
  rules.reduce(
    (seen, [needed, some]) => (needed.test(seen) ? some.reduce(masked, seen) : seen),
    ofSqlServer.test(text) ? withoutItsTexts(text) : text,
  );
