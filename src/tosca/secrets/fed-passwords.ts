/** Passwords that a script feeds to a program: in a here-document, by a process substitution, or with expect. */

import { readsPassword } from './command-words.ts';
import { mask } from './mask.ts';
import { isNoWord } from './no-word.ts';
import { withMasks } from './with-masks.ts';

/** `<<EOF`. A list of JSON has `\n` for the line break. */
const hereDocument = /<<-?[ \t]{0,9}\\{0,3}["']?([A-Za-z_]\w*)/g;
const lineBreak = /\n|\\n/g;
const longestCommand = 400;

/** Answers to other questions: `y`, `no`, `2`. */
const answer = /^(?:y|n|yes|no|\d{1,2})?$/i;

const usersAndPasswords = /\b(?:chpasswd|newusers)\b/;
const severalQuestions = /\bmysql_secure_installation\b|\bmysql_config_editor set\b|\bsaslpasswd2\b/;
const transfers = /(?:^|[\s;&|(/])(?:l?ftp|tnftp|ncftp|telnet|nc|openssl s_client)\s/;

type Line = (line: string) => string;

const wholeLine: Line = (line) => (answer.test(line.trim()) ? line : line.replace(line.trim(), () => mask));
const behindUser: Line = (line) => line.replace(/^(\s*["']?[\w.@-]{1,64}:)[^\s:"']+/, `$1${mask}`);
const inTransfer: Line = (line) =>
  line.replace(/^(\s*(?:(?:quote\s{1,9})?pass|user\s{1,9}\S{1,99}|login\s{1,9}\S{1,99})\s{1,9})\S+/i, `$1${mask}`);

/** What is done to each line of the document that a command reads; undefined: it reads no password. */
const maskingOf = (command: string): Line | undefined => {
  if (usersAndPasswords.test(command)) return behindUser;
  if (transfers.test(command)) return inTransfer;
  return readsPassword(command) || severalQuestions.test(command) ? wholeLine : undefined;
};

/** Only the first line of a document is the password of `sudo -S`: others are for the command that it runs. */
const hasOneLine = (command: string): boolean => command.includes('sudo') && / -\w{0,9}S\b/.test(command);

/** Keeps the line breaks, and ends before the line with only the word. */
const documentFrom = (text: string, from: number, word: string): readonly string[] => {
  const parts: string[] = [];
  let at = from;
  while (at < text.length) {
    lineBreak.lastIndex = at;
    const end = lineBreak.exec(text);
    const line = text.slice(at, end?.index ?? text.length);
    if (line.trim().split(/["']/, 1)[0] === word) return parts;
    parts.push(line, end?.[0] ?? '');
    at += line.length + (end?.[0].length ?? 0);
    if (end === null) break;
  }
  return parts;
};

/** The command that reads it, on one line, and where that line ends. */
const commandAround = (text: string, index: number, from: number): readonly [command: string, end: number] => {
  const before = text.slice(Math.max(from, index - longestCommand), index);
  const behind = text.slice(index, index + longestCommand);
  const [line = '', lineEnd] = /^[^\n]*?(\n|\\n|$)/.exec(behind) ?? [];
  const end = lineEnd === '' ? index : index + line.length;
  return [`${before.split(/\n|\\n/).at(-1) ?? ''}${text.slice(index, end)}`, end];
};

const hereDocuments = (text: string): string => {
  const seen: string[] = [];
  let at = 0;
  for (const { 1: word = '', index } of text.matchAll(hereDocument)) {
    if (index < at) continue;
    const [command, from] = commandAround(text, index, at);
    const masking = from === index ? undefined : maskingOf(command);
    if (masking === undefined) continue;
    const parts = documentFrom(text, from, word);
    const first = parts.findIndex((part) => part.trim() !== '' && part !== '\\n');
    const isShown = (place: number): boolean => place % 2 === 1 || (place !== first && hasOneLine(command));
    seen.push(text.slice(at, from), ...parts.map((part, place) => (isShown(place) ? part : masking(part))));
    at = from + parts.join('').length;
  }
  return at === 0 ? text : `${seen.join('')}${text.slice(at)}`;
};

/** `--auth-user-pass <(printf 'x')`. */
const substitution = /<\((?:echo|printf) (?:-\w{1,3} |'%s(?:\\n)?' )?["']?/g;
const printedWord = /[^\s"')\\]{1,200}/y;
const namesSecretBefore = /(?:pass|pwd?|secret|token|key)[\w-]{0,20}[ =]$/i;
const longestOption = 40;

const substitutions = (text: string): string =>
  withMasks(text, substitution, printedWord, (index) =>
    namesSecretBefore.test(text.slice(Math.max(0, index - longestOption), index)),
  );

/** `send "x\r"`, as expect sends it. */
const sending = /\b(?:exp_)?send(?:_user)? {1,9}(?:--?\w{0,9} {1,9})?\\?["'{]/g;
const sentWord = /(?:[^"'{}\\\n]|\\[^rn"'])+/y;

/** What a program that asks for a password prints. */
const asksForPassword = /assw|assphr|asscode|\bPIN\b|ecret|oken|erification code/;
const farBefore = 160;

/** What was expected before the place, behind what was sent last. */
const expectedBefore = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - farBefore), at);
  const expected = before.slice(before.lastIndexOf('send') + 1);
  const from = expected.search(/\bexpect\b|-re\b|-ex\b/);
  return from < 0 ? '' : expected.slice(from);
};

const expectScripts = (text: string): string =>
  withMasks(
    text,
    sending,
    sentWord,
    (index, word) =>
      !word.startsWith('$') &&
      ((isNoWord(word) && !word.includes(' ')) || asksForPassword.test(expectedBefore(text, index))),
  );

/** Masks passwords that a script feeds to a program. */
export const fedPasswords = (text: string): string => {
  const seen = text.includes('<<') ? hereDocuments(text) : text;
  const filled = seen.includes('<(') ? substitutions(seen) : seen;
  return filled.includes('send') ? expectScripts(filled) : filled;
};
