/** Lines of configuration in which a secret stands behind words, without a sign: of SNMP, of network devices, of servers. */

import { mask } from './mask.ts';
import { namesSecret } from './names.ts';
import { isNoWord } from './no-word.ts';

/**
 * Words of a line from its first keyword on, from the manuals. `_` is any word, `~` a secret, `~1` one that is no word of a
 * sentence, `>~` one behind this sign.
 */
const forms = [
  // net-snmp: community strings are its passwords
  'rocommunity|rwcommunity|rocommunity6|rwcommunity6|trapcommunity|authcommunity ~',
  'com2sec|com2sec6 _ _ ~',
  'trapsink|trap2sink|informsink _ ~',
  'createUser _ MD5|SHA|SHA-224|SHA-256|SHA-384|SHA-512 ~',
  'createUser _ MD5|SHA|SHA-224|SHA-256|SHA-384|SHA-512 _ DES|AES|AES-192|AES-256 ~',
  'createUser -e _ _ MD5|SHA|SHA-224|SHA-256|SHA-384|SHA-512 ~',
  'createUser -e _ _ MD5|SHA|SHA-224|SHA-256|SHA-384|SHA-512 _ DES|AES|AES-192|AES-256 ~',
  // routers and switches; a digit before a secret tells how it is encoded
  'snmp-server|snmp-agent community ~',
  'set snmp community ~',
  'snmp community ~1',
  'snmp-agent community read|write ~',
  'snmp-server community 0|7 ~',
  'snmp community: ~',
  'snmp community string|name|is ~1',
  'snmp-server host _ ~1',
  'snmp-server host _ version 1|2c ~',
  'snmp-server host _ traps|informs version 1|2c ~',
  'snmp-server user _ _ v3 auth md5|sha ~',
  'snmp-server user _ _ v3 auth md5|sha _ priv des|3des ~',
  'snmp-server user _ _ v3 auth md5|sha _ priv aes _ ~',
  'community string|is ~1',
  'enable secret|password ~1',
  'enable secret|password 0|4|5|7|8|9 ~',
  'username _ secret|password ~1',
  'username _ secret|password 0|4|5|7|8|9 ~',
  'username _ privilege _ secret|password ~',
  'username _ privilege _ secret|password 0|4|5|7|8|9 ~',
  'tacacs-server|radius-server key ~',
  'tacacs-server|radius-server key 0|7 ~',
  'tacacs-server|radius-server host _ key ~',
  'tacacs-server|radius-server host _ key 0|7 ~',
  'message-digest-key _ md5 ~',
  'message-digest-key _ md5 0|7 ~',
  'pre-shared-key|wpa-psk|key-string ~',
  'pre-shared-key ascii-text ~',
  'neighbor _ password ~',
  'neighbor _ password 0|7 ~',
  // IPsec, Redis
  'PSK|EAP|XAUTH|NTLM ~',
  'user|setuser _ on|off >~',
  // mail and files
  'quote PASS ~',
  'PASS ~1',
  'LOGIN _ ~1',
] as const;

type Form = readonly (readonly string[])[];

/** By the first keyword, without regard to case. */
const byKeyword = new Map<string, Form[]>();
for (const form of forms) {
  const words = form.split(' ').map((word) => word.toLowerCase().split('|'));
  for (const keyword of words[0] ?? []) byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? []), words.slice(1)]);
}

/** One of these is in each line that a form or the name of a secret fits. */
const keywords =
  /communit|com2sec|[p2m]sink|createUser|snmp-server|enable (?:secret|password)|username |-server |-digest-key |-shared-key|wpa-psk|key-string|neighbor |: (?:PSK|EAP|XAUTH|NTLM) | \* | >|PASS |LOGIN |(?:pw|word|wd|phrase|secret|tok|token|psk)["']?[ \t]/g;

/** Words, and the blanks between them. */
const pieces = /\s+|\\{1,7}"[^"\\]*\\{1,7}"|"[^"]*"|'[^']*'|[^\s"'\\]+|["'\\]/g;
const longestLine = 1_000;

/** A word without its quotes. */
const bareOf = (word: string): string => word.replace(/^\\{0,7}["']|(?:\\{1,7}["']|["',;]{1,2})$/g, '');
const maskedIn = (word: string): string => word.replace(bareOf(word), mask);

const isSecret = (kind: string, word: string): boolean =>
  kind === '~1' ? isNoWord(word) : !/^[${<(]/.test(word) && word !== '*';

/** What a form masks at the words; undefined: the words are others. */
const fitted = (form: Form, words: readonly string[]): string | undefined => {
  let shown: string | undefined;
  for (const [index, kinds] of form.entries()) {
    const [word, kind = ''] = [words[index], kinds[0]];
    if (word === undefined) return undefined;
    if (kind === '>~' ? /^>[^>]/.test(word) : kind.startsWith('~') && isSecret(kind, bareOf(word)))
      shown = kind === '>~' ? `>${mask}` : maskedIn(word);
    else if (kind.includes('~') || (kind !== '_' && !kinds.includes(word.toLowerCase()))) return undefined;
  }
  return shown;
};

/** Where in the form the secret is. */
const placeIn = (form: Form): number => form.findIndex(([kind = '']) => kind.includes('~'));

/** `"bob" * "secret" *` of CHAP and PAP. */
const isOfChap = ([user = '', ...words]: readonly string[]): boolean =>
  words.length === 3 && words[0] === '*' && words[2] === '*' && /^\\{0,7}["']?[a-z]/i.test(user);

/** `bindpw secret`: two words alone on a line, the second with a digit and a letter. A test passes as `PASS x.test.js`. */
const isPair = (words: readonly string[]): boolean => {
  const [name = '', value = ''] = words;
  if (words.length !== 2 || !/^(?!PASS$)[\w.-]{2,60}$/.test(name) || !namesSecret(name)) return false;
  return /^["']?[^/~$<{"'][^\s:]{5,100}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
};

const inLine = (line: string): string => {
  const all = line.match(pieces) ?? [];
  const places = all.flatMap((piece, index) => (/^\s/.test(piece) ? [] : [index]));
  const words = places.map((index) => all[index] ?? '');
  const shown = [...all];
  if (isPair(words)) shown[places[1] ?? 0] = maskedIn(words[1] ?? '');
  if (isOfChap(words)) shown[places[2] ?? 0] = maskedIn(words[2] ?? '');
  for (const [index, word] of words.entries())
    for (const form of byKeyword.get(word.toLowerCase()) ?? []) {
      const found = fitted(form, words.slice(index + 1, index + 1 + form.length));
      const place = places[index + 1 + placeIn(form)];
      if (found !== undefined && place !== undefined) shown[place] = found;
    }
  return shown.join('');
};

/** Masks the secrets in such lines. */
export const configurationLines = (text: string): string => {
  const seen: string[] = [];
  let at = 0;
  for (const { index } of text.matchAll(keywords)) {
    if (index < at) continue;
    const [start, end] = lineAround(text, index, at);
    seen.push(text.slice(at, start), inLine(text.slice(start, end)));
    at = end;
  }
  return at === 0 ? text : `${seen.join('')}${text.slice(at)}`;
};

/** A list of JSON has `\n` for a line break. */
const lineAround = (text: string, index: number, from: number): readonly [start: number, end: number] => {
  const before = text.slice(Math.max(from, index - longestLine), index);
  const behind = text.slice(index, index + longestLine);
  const begin = Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('\\n') + 2, 0);
  const end = behind.search(/\n|\\n/);
  return [
    index - before.length + (before.includes('\\n') || before.includes('\n') ? begin : 0),
    index + (end < 0 ? behind.length : end),
  ];
};
