import { fromBase64 } from './base64.ts';
import { type Option, options, password, readingText } from './command-options.ts';
import {
  isOracle,
  mayHavePlace,
  oracleNames,
  passwordWords,
  placesOfPasswords,
  printedPassword,
  withoutOracleLogin,
} from './command-words.ts';
import { mask } from './mask.ts';
import { namesSecret } from './names.ts';

const ofText = readingText.map(([program, only]) => ({ program, ...password('<<<', 'either'), with: only }));
const printing: ReadonlySet<string> = new Set(['echo', 'printf', 'yes']);

const programs = new Set([
  ...[options, placesOfPasswords].flatMap(Object.keys),
  ...ofText.map(({ program }) => program),
  ...oracleNames,
  ...printing,
]);
const quoted = (name: string): string => name.replaceAll(/[.-]/g, '\\$&');
const names = [...programs].map(quoted);

/** The name of a program, and the rest of its command: up to the end of the line, or to the next command on it. */
const command = new RegExp(`(?<![\\w.-])(${names.join('|')})(?:\\.exe)?(?=\\s)([^\\n|;&]{1,4000})`, 'g');
/** The same within JSON, where the line before may end with `\n`. */
const commandInJson = new RegExp(command.source.replace('(?<![\\w.-])', '(?<![\\w.-](?<!\\\\n))'), 'g');

/** A command in blanks and pieces of words: a quoted part belongs to its word. */
const piece = /\s+|\\n|"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?|[^\s"'\\]+|\\/g;
const isBlank = /^(?:\s|\\n)/;

const wordsOf = (text: string): readonly string[] => {
  const words: string[] = [];
  for (const found of text.match(piece) ?? []) {
    const last = words.at(-1);
    if (last === undefined || isBlank.test(found) || isBlank.test(last)) words.push(found);
    else words[words.length - 1] = `${last}${found}`;
  }
  return words;
};

/** All options with a password of a program. */
const ofEach = new Map(
  [...programs].map((program) => [
    program,
    [...(options[program] ?? []), ...ofText.filter((one) => one.program === program)] as readonly Option[],
  ]),
);

/** Whether an option stands in this command, and means a password in it. */
const stands = ({ option, with: word }: Option, rest: string): boolean =>
  rest.includes(option) && (word === undefined || rest.includes(` ${word} `));

const optionsOf = (program: string, rest: string): readonly Option[] =>
  (ofEach.get(program) ?? []).filter((one) => stands(one, rest));

/** A program that another one runs: `sudo /usr/bin/mysql`. */
const innerProgram = new RegExp(`(?:[ \\t/]|\\\\n)(?:${names.join('|')})(?:\\.exe)?(?!\\S)`);

/** Whether a command has anything that makes a word of it a password: most of the commands in a log have nothing. */
const mayHoldPassword = (program: string, rest: string): boolean =>
  printing.has(program) ||
  isOracle(program, rest) ||
  (ofEach.get(program) ?? []).some((one) => stands(one, rest)) ||
  mayHavePlace(program, rest) ||
  innerProgram.test(rest);

/** The program that a word names. */
const programIn = (word: string): string | undefined => {
  const name = word.slice(word.lastIndexOf('/') + 1).replace(/\.exe$/, '');
  return programs.has(name) ? name : undefined;
};

/** Words behind a program within another command in which its password is looked for, so that many take no more time. */
const mostWords = 60;

/** Words that are passwords by their place, of the program and of those that it runs; of pairs only what is behind `=`. */
const placedIn = (program: string, words: readonly string[]): ReadonlyMap<number, Option> => {
  const found = new Map<number, Option>();
  const add = (from: number, { whole, pairs }: ReturnType<typeof passwordWords>): void => {
    for (const place of pairs) found.set(from + place, { ...alone, behind: '=' });
    for (const place of whole) found.set(from + place, alone);
  };
  add(0, passwordWords(program, words));
  for (const [index, word] of words.entries()) {
    const inner = programIn(word);
    if (inner === undefined || placesOfPasswords[inner] === undefined) continue;
    add(index + 1, passwordWords(inner, words.slice(index + 1, index + 1 + mostWords)));
  }
  return found;
};

const ofProgram = (found: string, program: string, rest: string, at: number, whole: string): string => {
  if (!mayHoldPassword(program, rest)) return found;
  const words = wordsOf(rest);
  const passwords = placedIn(program, words);
  const isOracleCall = isOracle(program, rest) || words.some((word) => isOracle(word));
  const isPrinted = printing.has(program) || words.some((word) => printing.has(word));
  const printed = isPrinted
    ? printedPassword(words, whole.slice(at + found.length, at + found.length + 600))
    : undefined;
  const seen = new Set([program]);
  const known = [...optionsOf(program, rest)];
  let valueOfOption: Option | undefined;
  const shown = words.map((text, index) => {
    if (isBlank.test(text)) return text;
    const placed = index === printed ? alone : passwords.get(index);
    if (placed) return maskedIn(text, placed);
    if (isOracleCall) return withoutOracleLogin(text, mask);
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
const longOption = /((?<![\w-])--([a-z][\w-]{0,60})[ \t]{1,99})("[^"]*"|'[^']*'|[^\s"'<>|;&-][^\s"']*)/gi;

/** Those that take a password without one. */
const anyProgram = new RegExp(
  `(?:${[...Object.keys(placesOfPasswords), ...oracleNames, ...printing].map(quoted).join('|')})\\s`,
);

/** Few texts have an option at all. */
const anyOption = /(?<![\w-])--?[A-Za-z]|\s\/(?:p:|pass\b|rp\b|d\b)|<<</;

const ofOptions = (text: string): string =>
  text
    .replace(longOption, (found, before: string, name: string) => (namesSecret(name) ? `${before}${mask}` : found))
    .replace(text.includes('\\n') ? commandInJson : command, ofProgram)
    .replace(anyUser, withoutUser);

/** Whether a list of words may be a command with a password: it has a program or an option of one of these rules. */
export const mayBeCommand = (list: string): boolean => listed.test(list);
const listed = new RegExp(`["'](?:--[a-z]|-u|-pass|(?:[^"'\\s]{0,200}/)?(?:${names.join('|')})(?:\\.exe)?["'])`, 'i');

/** Masks passwords in commands. */
export const commands = (text: string): string =>
  (anyOption.test(text) || anyProgram.test(text) ? ofOptions(text) : text)
    .replace(passArgument, `$1${mask}`)
    .replace(registryAuth, (found, encoded: string) =>
      fromBase64(encoded).includes(':') ? `${found.slice(0, -encoded.length)}${mask}` : found,
    );
