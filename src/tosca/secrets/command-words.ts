/** Commands that take a password as a word of its own, without an option, from their manuals. */

import { passwordReaders } from './command-options.ts';
import { namesSecret } from './names.ts';

/** Which words of a command are passwords: options are not counted. */
interface Place {
  /** counted from behind this word, or the first one like this; absent: from behind the program */
  readonly after?: string | RegExp;
  /** only where another word stands before `after` */
  readonly isLater?: true;
  /**
   * from 0; `next`: the very next one, and no option; `last`: the last one; `named`: each behind a word that names a secret;
   * `pairs`: each `name=secret`
   */
  readonly nth: number | 'next' | 'last' | 'named' | 'pairs';
  /** only where the word before it, or the end of that behind `:` or `/`, names a secret */
  readonly isNamed?: true;
  /** only with an option of these letters, such as `-b` or `-bc` */
  readonly letter?: string;
  /** only together with this word */
  readonly with?: string;
}

const named: readonly Place[] = [{ nth: 1, isNamed: true }];
const set: readonly Place[] = [{ after: 'set', nth: 1, isNamed: true }];
const put: readonly Place[] = [{ after: 'put', nth: 1, isNamed: true }];
const inPairs = (after: string): Place => ({ after, nth: 'pairs' });
const behind = (after: string, nth: Place['nth'] = 0): Place => ({ after, nth });
const eachNamed: readonly Place[] = [{ nth: 'named' }];
/** `//server/share`, also with backslashes */
const behindShare: Place = { after: /^["']?(?:\/\/|\\\\)/, nth: 'next' };

export const placesOfPasswords: { readonly [program: string]: readonly Place[] } = {
  mysqladmin: [behind('password')],
  login: [{ after: 'password', isLater: true, nth: 0 }], // ~/.netrc: `login bob password x`
  rabbitmqctl: ['add_user', 'change_password', 'authenticate_user'].map((one) => behind(one, 1)),
  htpasswd: [
    { nth: 2, letter: 'b' },
    { nth: 1, letter: 'n' },
  ],
  mosquitto_passwd: [{ nth: 2, letter: 'b' }],
  wpa_passphrase: [{ nth: 1 }],
  ...{ 'grafana-cli': [behind('reset-admin-password')], grafana: [behind('reset-admin-password')] },
  vault: [behind('login'), behind('unseal'), behind('rekey'), ...['put', 'patch', 'write'].map(inPairs)],
  nomad: [inPairs('put')],
  flyctl: [inPairs('set')],
  doppler: [inPairs('set')],
  travis: [inPairs('encrypt')],
  cargo: [behind('login')],
  net: [behind('user', 1), behind('use', 2), behindShare],
  smbclient: [behindShare],
  onesixtyone: [{ nth: 1 }],
  'add-user.sh': [{ nth: 1 }],
  iinit: [{ nth: 0 }],
  teamviewer: [behind('passwd')],
  cloudflared: [{ ...behind('install'), with: 'service' }],
  qpdf: [behind('--encrypt'), behind('--encrypt', 1)],
  composer: [
    { after: /^http-basic\./, nth: 1 },
    { after: /^(?:\w+-oauth|\w+-token|bearer)\./, nth: 0 },
  ],
  mc: [behind('set', 3), { ...behind('add', 3), with: 'host' }, { ...behind('add', 2), with: 'user' }],
  ...{ setx: named, setenv: named, ENV: named, ARG: named },
  ...{ aws: set, npm: set, pnpm: set, yarn: set, etcdctl: [...put, ...set], consul: put },
  git: [{ after: 'config', nth: 1, isNamed: true }],
  poetry: [{ after: 'config', nth: 1, isNamed: true }, behind('config', 2)],
  'redis-cli': [behind('AUTH', 'last'), behind('auth', 'last'), ...set, { after: 'SET', nth: 1, isNamed: true }],
  openssl: [behind('passwd', 'last')],
  drush: [behind('user:password', 1)],
  db2: [behind('using')],
  ...{ nmcli: eachNamed, wpa_cli: eachNamed, rclone: [...eachNamed, behind('obscure')], pdftk: eachNamed },
  ngrok: [behind('authtoken'), behind('add-authtoken')],
  nuget: [behind('setapikey'), behind('setApiKey')],
  dotnet: [{ ...behind('set', 1), with: 'user-secrets' }],
  pulumi: [{ ...behind('set', 1), with: '--secret' }],
  'ansible-vault': [behind('encrypt_string')],
  'samba-tool': [{ ...behind('create', 1), with: 'user' }],
  iscsiadm: [{ nth: 'named' }],
  'ConvertTo-SecureString': [{ nth: 0 }],
};

/** `user/password@database` of Oracle's programs. */
const oracle: ReadonlySet<string> = new Set(['sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman', 'tnsping']);
/** They are words of other languages too: only with an option of theirs, or with the name of a database. */
const oldOracle: ReadonlySet<string> = new Set(['exp', 'imp']);
const ofOldOracle =
  /^[ \t]{1,9}["']?(?:userid=|[A-Za-z][\w$#.-]{0,60}\/[^\s@"'/]{1,100}(?:@|["']? (?:as|file|full|owner|tables|log|parfile|fromuser|touser|rows|direct|help)\b))/i;
const oracleLogin = /^(["']?(?:userid=)?[A-Za-z][\w$#.-]{0,60}\/)[^\s@"'/][^\s@"']*/;
export const isOracle = (program: string, rest = ''): boolean =>
  oracle.has(program) || (oldOracle.has(program) && ofOldOracle.test(rest));
export const oracleNames: readonly string[] = [...oracle, ...oldOracle];

/** Keeps the user and the database. */
export const withoutOracleLogin = (word: string, mask: string): string => word.replace(oracleLogin, `$1${mask}`);

/** Their options may begin with `/`, which is the beginning of a name for others. */
const withSlashes: ReadonlySet<string> = new Set(['net', 'setx']);
const option = /^--?(?=\w|$)/;
const optionWithSlash = /^[-/]\w/;

const lastName = (text: string): string => text.split(/[:/]/).at(-1) ?? '';

const isBlank = (word: string): boolean => /^(?:\s|\\n)*$/.test(word);

/** Indexes of the words that may be passwords. */
const placesFrom = (program: string, words: readonly string[], from: number): readonly number[] => {
  const isOption = withSlashes.has(program) ? optionWithSlash : option;
  return words.flatMap((word, index) =>
    index < from || isBlank(word) || isOption.test(word) || word === '<<<' ? [] : [index],
  );
};

const isMeant = ({ after, isLater, letter, with: other }: Place, words: readonly string[], from: number): boolean => {
  if (after !== undefined && from === 0) return false;
  if (letter !== undefined && !words.some((word) => /^-\w+$/.test(word) && word.includes(letter))) return false;
  if (other !== undefined && !words.includes(other)) return false;
  return !isLater || words.slice(0, from - 1).some((word) => !isBlank(word));
};

const indexAfter = (after: Place['after'], words: readonly string[]): number => {
  if (after === undefined) return 0;
  return 1 + (typeof after === 'string' ? words.indexOf(after) : words.findIndex((word) => after.test(word)));
};

/** Indexes of the words that are passwords by one place. */
const wordsAt = (place: Place, program: string, words: readonly string[]): readonly number[] => {
  const { after, nth, isNamed } = place;
  const from = indexAfter(after, words);
  if (!isMeant(place, words, from)) return [];
  const places = placesFrom(program, words, from);
  if (nth === 'next') return places.slice(0, 1).filter((at) => at === from + 1); // a blank is between
  if (nth === 'pairs') return places.filter((at) => words[at]?.includes('='));
  const isBehindName = (index: number): boolean => namesSecret(lastName(words[places[index - 1] ?? -1] ?? ''));
  if (nth === 'named') return places.filter((_, index) => isBehindName(index));
  const index = nth === 'last' ? places.length - 1 : nth;
  const at = places[index];
  return at === undefined || (isNamed && !isBehindName(index)) ? [] : [at];
};

/** Whether a command has a word behind which a password of the program stands. */
export const mayHavePlace = (program: string, rest: string): boolean =>
  (placesOfPasswords[program] ?? []).some(({ after }) => typeof after !== 'string' || rest.includes(after));

/** Indexes of words that are passwords, and of those of which only the part behind `=` is one; `words` have blanks between them. */
export const passwordWords = (
  program: string,
  words: readonly string[],
): { readonly whole: readonly number[]; readonly pairs: readonly number[] } => {
  const places = placesOfPasswords[program] ?? [];
  const found = (isPair: boolean): readonly number[] =>
    places.filter(({ nth }) => (nth === 'pairs') === isPair).flatMap((place) => wordsAt(place, program, words));
  return { whole: found(false), pairs: found(true) };
};

/** Options and words with which a command reads a password from its input. */
const readingOptions = String.raw`(?:-stdin\b|-pwstdin\b|--with-token\b|--stdin-password\b|--passphrase-fd 0\b|-pass(?:in)? stdin\b|\bsudo -S\b|\bsecrets? (?:create|put|versions add)\b)`;
const readingPrograms = String.raw`(?:sudo\s{1,9})?(?:[\w/]{0,40}\/)?(?:${passwordReaders.join('|')})(?![\w.-])`;

/** What reads a password that another command prints. */
export const readers = new RegExp(
  String.raw`^(?:\s{0,9};\s{0,9}echo [^\n|;&]{1,200})?\)?\s{0,9}\|(?:[^\n|]{0,200}?${readingOptions}|\s{0,9}${readingPrograms})`,
);

/** Whether a command reads a password from its input. */
export const readsPassword = (line: string): boolean => reading.test(line);
export const reading = new RegExp(String.raw`${readingOptions}|(?<![\w.-])(?:${passwordReaders.join('|')})(?![\w.-])`);

/** The word of `echo x | docker login --password-stdin`; undefined: nobody reads it as a password. */
export const printedPassword = (words: readonly string[], rest: string): number | undefined => {
  const last = words.findLastIndex((word) => !isBlank(word));
  return last >= 0 && !/^["']?[$-]/.test(words[last] ?? '') && readers.test(rest.slice(0, 600)) ? last : undefined;
};
