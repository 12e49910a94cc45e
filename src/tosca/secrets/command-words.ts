/** Commands that take a password as a word of its own, without an option, from their manuals. */

import { namesSecret } from './names.ts';

/** Which word of a command is a password: options are not counted. */
interface Place {
  /** counted from behind this word; absent: from behind the program */
  readonly after?: string;
  /** only where another word stands before `after` */
  readonly isLater?: true;
  /** from 0 */
  readonly nth: number;
  /** only where the word before it, or the end of that behind `:` or `/`, names a secret */
  readonly isNamed?: true;
  /** only with an option of these letters, such as `-b` or `-bc` */
  readonly letter?: string;
}

const named: readonly Place[] = [{ nth: 1, isNamed: true }];
const set: readonly Place[] = [{ after: 'set', nth: 1, isNamed: true }];

export const placesOfPasswords: { readonly [program: string]: readonly Place[] } = {
  mysqladmin: [{ after: 'password', nth: 0 }],
  nmcli: [{ after: 'password', nth: 0 }],
  login: [{ after: 'password', isLater: true, nth: 0 }], // ~/.netrc: `login bob password x`
  rabbitmqctl: [
    { after: 'add_user', nth: 1 },
    { after: 'change_password', nth: 1 },
  ],
  htpasswd: [{ nth: 2, letter: 'b' }],
  mosquitto_passwd: [{ nth: 2, letter: 'b' }],
  wpa_passphrase: [{ nth: 1 }],
  'grafana-cli': [{ after: 'reset-admin-password', nth: 0 }],
  vault: [{ after: 'login', nth: 0 }],
  cargo: [{ after: 'login', nth: 0 }],
  net: [{ after: 'user', nth: 1 }],
  mc: [{ after: 'set', nth: 3 }],
  ...{ setx: named, setenv: named, ENV: named, ARG: named },
  ...{ aws: set, npm: set },
};

const lastName = (text: string): string => text.split(/[:/]/).at(-1) ?? '';

/** Indexes of words that are passwords; `words` have blanks between them. */
export const passwordWords = (program: string, words: readonly string[]): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const { after, isLater, nth, isNamed, letter } of placesOfPasswords[program] ?? []) {
    const from = after === undefined ? 0 : words.indexOf(after) + 1;
    const hasLetter = letter === undefined || words.some((word) => /^-\w+$/.test(word) && word.includes(letter));
    if ((after !== undefined && from === 0) || !hasLetter) continue;
    if (isLater && words.slice(0, from - 1).every((word) => /^\s*$/.test(word))) continue;
    const places = words.flatMap((word, index) => (index < from || /^\s*$|^[-/]\w/.test(word) ? [] : [index]));
    const place = places[nth];
    if (place === undefined) continue;
    if (!isNamed || namesSecret(lastName(words[places[nth - 1] ?? -1] ?? ''))) found.add(place);
  }
  return found;
};

/** What reads a password that another command prints. */
const readers = /^\s{0,9}\|[^\n|]{0,200}?(?:-stdin\b|--with-token\b|\bkinit\b|\bsudo -S\b|\bcryptsetup\b)/;

/** The word of `echo x | docker login --password-stdin`; undefined: nobody reads it as a password. */
export const printedPassword = (words: readonly string[], behind: string): number | undefined => {
  const last = words.findLastIndex((word) => !/^\s*$/.test(word));
  return last >= 0 && !/^["']?[$-]/.test(words[last] ?? '') && readers.test(behind.slice(0, 300)) ? last : undefined;
};
