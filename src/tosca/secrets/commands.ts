import { fromBase64 } from './base64.ts';
import { passwordWords, placesOfPasswords, printedPassword } from './command-words.ts';
import { mask } from './mask.ts';
import { namesSecret } from './names.ts';

/** How an option gives its value: `-psecret`, `-p secret` or `-p=secret`. */
type Form = 'joined' | 'apart' | 'either';

interface Option {
  readonly option: string;
  readonly form: Form;
  /** the value is `user:password`, `user%password`, `user/password` or `user,password`: only what follows the sign is secret */
  readonly behind?: ':' | '%' | '/' | ',';
  /** only together with this word: `docker login -p secret`, but `docker run -p 80:80` */
  readonly with?: string | undefined;
}

const password = (option: string, form: Form = 'apart'): Option => ({ option, form });
const atLogin: Option = { ...password('-p'), with: 'login' };
const userAndPassword = (option: string, behind: ':' | '%' | '/'): Option => ({ option, form: 'either', behind });

const of = (programs: readonly string[], ...known: readonly Option[]) =>
  Object.fromEntries(programs.map((program) => [program, known]));

/**
 * The options of well-known commands that take a password, from their manuals. The one place for them: no rule set that
 * is kept elsewhere has them (docs/decisions/0016).
 */
const options: { readonly [program: string]: readonly Option[] } = {
  ...of(
    ['mysql', 'mysqldump', 'mysqladmin', 'mysqlimport', 'mysqlshow', 'mysqlcheck', 'mysqlsh'],
    password('-p', 'joined'),
  ),
  ...of(['mariadb', 'mariadb-dump', 'mariadb-admin', 'mariadb-import', 'mycli'], password('-p', 'joined')),
  ...of(['docker', 'podman', 'nerdctl', 'buildah', 'skopeo', 'crane', 'oras', 'helm', 'oc', 'az'], atLogin),
  ...of(['mongo', 'mongosh', 'mongodump', 'mongorestore', 'mongoexport'], password('-p', 'either')),
  ...of(['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldapwhoami'], password('-w', 'either')),
  ...of(['curl'], ...['-u', '-U', '--user', '--proxy-user'].map((one) => userAndPassword(one, ':'))),
  sshpass: [password('-p', 'either')],
  'redis-cli': [password('-a')],
  smbclient: [userAndPassword('-U', '%')],
  sqlcmd: [password('-P', 'either')],
  bcp: [password('-P', 'either')],
  cqlsh: [password('-p')],
  ipmitool: [password('-P')],
  unzip: [password('-P')],
  '7z': [password('-p', 'joined')],
  net: [userAndPassword('-U', '%')],
  rclone: [password('--webdav-pass')],
  keytool: [password('-storepass'), password('-keypass')],
  ...of(['useradd', 'usermod'], password('-p')),
  ...of(['snmpwalk', 'snmpget', 'snmpset'], password('-A', 'either'), password('-X', 'either')),
  ...of(['mosquitto_pub', 'mosquitto_sub'], password('-P')),
  ...of(['http', 'https', 'xh', 'xhs'], userAndPassword('-a', ':'), userAndPassword('--auth', ':')),
  ...of(['ldappasswd', 'ipa-client-install'], password('-w', 'either')),
  ...of(['xfreerdp', 'freerdp', 'wlfreerdp'], password('/p:', 'joined')),
  etcdctl: [userAndPassword('--user', ':')],
  'jenkins-cli': [userAndPassword('-auth', ':')],
  lftp: [{ ...password('-u', 'either'), behind: ',' }],
  'redis-server': [password('--requirepass'), password('--masterauth')],
  slappasswd: [password('-s')],
  twine: [password('-p')],
  zip: [password('-P')],
  jupyter: ['NotebookApp', 'ServerApp', 'IdentityProvider'].map((one) => password(`--${one}.token`, 'either')),
  aws: [{ ...password('--value'), with: 'put-parameter' }],
};

/** They read a password from a text behind them, some only with this word: `sudo -S`, but `sudo tee file`. */
const ofText: ReadonlyMap<string, string | undefined> = new Map([
  ...['passwd', 'kinit', 'cryptsetup', 'realm', 'voms-proxy-init', 'myproxy-logon'].map(
    (one) => [one, undefined] as const,
  ),
  ...([
    ['sudo', '-S'],
    ['gh', 'login'],
    ['docker', 'login'],
    ['podman', 'login'],
  ] as const),
]);
const printing: ReadonlySet<string> = new Set(['echo', 'printf']);
const behindText = password('<<<', 'either');

const programs = new Set([...Object.keys(options), ...Object.keys(placesOfPasswords), ...ofText.keys(), ...printing]);
const names = [...programs].map((name) => name.replaceAll('-', '\\-'));

/** The name of a program, and the rest of its command: up to the end of the line, or to the next command on it. */
const command = new RegExp(`(?<![\\w.-])(${names.join('|')})(?:\\.exe)?(?=\\s)([^\\n|;&]{1,4000})`, 'g');

/** A command in blanks and pieces of words: a quoted part belongs to its word. */
const piece = /\s+|"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?|[^\s"']+/g;

const wordsOf = (text: string): readonly string[] => {
  const words: string[] = [];
  for (const [found] of text.matchAll(piece)) {
    const last = words.at(-1);
    if (last === undefined || /^\s/.test(found) || /^\s/.test(last)) words.push(found);
    else words[words.length - 1] = `${last}${found}`;
  }
  return words;
};

/** The options with a password that a program has in this command. */
const optionsOf = (program: string, rest: string): readonly Option[] => {
  const own = options[program] ?? [];
  const all = ofText.has(program) ? [...own, { ...behindText, with: ofText.get(program) }] : own;
  return all.filter((one) => one.with === undefined || rest.includes(` ${one.with} `));
};

/** The program that a word names: `sudo /usr/bin/mysql` runs two. */
const programIn = (word: string): string | undefined => {
  const name = word.slice(word.lastIndexOf('/') + 1).replace(/\.exe$/, '');
  return programs.has(name) ? name : undefined;
};

/** Words behind a program within another command in which its password is looked for, so that many take no more time. */
const mostWords = 60;

/** Indexes of words that are passwords by their place, of the program and of those that it runs. */
const placedIn = (program: string, words: readonly string[]): ReadonlySet<number> => {
  const found = new Set(passwordWords(program, words));
  for (const [index, word] of words.entries()) {
    const inner = programIn(word);
    if (inner === undefined || placesOfPasswords[inner] === undefined) continue;
    const from = index + 1;
    for (const place of passwordWords(inner, words.slice(from, from + mostWords))) found.add(from + place);
  }
  return found;
};

const ofProgram = (found: string, program: string, rest: string, at: number, whole: string): string => {
  const words = wordsOf(rest);
  const passwords = placedIn(program, words);
  const isPrinted = printing.has(program) || words.some((word) => printing.has(word));
  const printed = isPrinted
    ? printedPassword(words, whole.slice(at + found.length, at + found.length + 300))
    : undefined;
  const seen = new Set([program]);
  const known = [...optionsOf(program, rest)];
  let valueOfOption: Option | undefined;
  const shown = words.map((text, index) => {
    if (/^\s/.test(text)) return text;
    if (passwords.has(index) || index === printed) return maskedIn(text, alone);
    const before = valueOfOption;
    valueOfOption = undefined;
    if (before !== undefined)
      return text.startsWith('-') && before.behind === undefined ? text : maskedIn(text, before);
    const inner = programIn(text);
    if (inner !== undefined && !seen.has(inner)) known.push(...optionsOf(inner, rest));
    if (inner !== undefined) seen.add(inner);
    valueOfOption = known.find(({ option, form }) => text === option && form !== 'joined');
    const joined = known.find(({ option, form }) => text !== option && text.startsWith(option) && form !== 'apart');
    return joined && valueOfOption === undefined
      ? `${joined.option}${maskedIn(text.slice(joined.option.length), joined)}`
      : text;
  });
  return `${found.slice(0, found.length - rest.length)}${shown.join('')}`;
};

const alone = password('');

/** Keeps a `=` and quotes, and the name of the user. */
const maskedIn = (text: string, { behind }: Option): string => {
  const [sign = ''] = /^=?["']?/.exec(text) ?? [];
  const quote = /["']$/.exec(sign)?.[0] ?? '';
  const value = text.slice(sign.length);
  const end = quote !== '' && value.endsWith(quote) ? quote : '';
  if (behind === undefined) return `${sign}${mask}${end}`;
  const at = value.indexOf(behind);
  return at < 0 || at + 1 + end.length >= value.length ? text : `${sign}${value.slice(0, at + 1)}${mask}${end}`;
};

/** `-u user:password` of any command. Numbers, and a name twice, are a user and a group; a path is a volume. */
const anyUser = /(?<![\w-])-u[ \t=]*["']?([^\s"']+)/g;

const withoutUser = (found: string, word: string): string => {
  const [, user, secret] = /^([\w.@-]+):([^:/]+)$/.exec(word) ?? [];
  const isGroup = secret === undefined || /^\d+$/.test(secret) || secret === user;
  return isGroup ? found : `${found.slice(0, -secret.length)}${mask}`;
};

/** `"auth": "dXNlcjpwYXNzd29yZA=="` of a registry, in the configuration of Docker. */
const registryAuth = /\bauth\\{0,7}["']?[ \t]*[:=][ \t]*\\{0,7}["']?([A-Za-z0-9+/]{6,}={0,2})/g;

/** `-passin pass:secret` of OpenSSL. */
const passArgument = /(-pass(?:in|out)?[ \t]{1,9}pass:)[^\s"']+/g;

/** `--password x`: of any command, by the name of the option. */
const longOption = /((?<![\w-])--([a-z][\w-]{0,60})[ \t]{1,99})("[^"]*"|'[^']*'|[^\s"'-][^\s"']*)/gi;

/** Those that take a password without one. */
const anyProgram = new RegExp(`(?<![\\w.-])(?:${[...Object.keys(placesOfPasswords), ...printing].join('|')})\\s`);

/** Few texts have an option at all. */
const anyOption = /(?<![\w-])--?[A-Za-z]|\s\/p:|<<</;

const ofOptions = (text: string): string =>
  text
    .replace(longOption, (found, before: string, name: string) => (namesSecret(name) ? `${before}${mask}` : found))
    .replace(command, ofProgram)
    .replace(anyUser, withoutUser);

/** Masks passwords in commands. */
export const commands = (text: string): string =>
  (anyOption.test(text) || anyProgram.test(text) ? ofOptions(text) : text)
    .replace(passArgument, `$1${mask}`)
    .replace(registryAuth, (found, encoded: string) =>
      fromBase64(encoded).includes(':') ? `${found.slice(0, -encoded.length)}${mask}` : found,
    );
