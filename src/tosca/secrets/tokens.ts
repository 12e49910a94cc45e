import { mask } from './mask.ts';
import { tokenPrefixes } from './token-prefixes.ts';

/** Tokens that the rules of gitleaks do not have, or only in a longer form than others that were seen. */
const more: typeof tokenPrefixes = [
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'].map((prefix) => [prefix, '\\w', 20] as const),
  ...['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'].map((prefix) => [prefix, '\\w\\-', 10] as const),
  ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'].map((prefix) => [prefix, '\\w', 16] as const),
  ...['hvs.', 'hvb.', 'ya29.'].map((prefix) => [prefix, '\\w\\-', 20] as const),
  ['dckr_pat_', '\\w\\-', 20],
  ['gAAAAA', '\\w\\-', 40], // Fernet: OpenStack
];

/** By prefix: the characters that make it a token. */
const bodies = new Map(
  [...tokenPrefixes, ...more].map(([prefix, characters, least]) => [
    prefix,
    new RegExp(`[${characters}]{${least}}`, 'y'),
  ]),
);

const quoted = (text: string): string => text.replaceAll(/[.+/-]/g, '\\$&');

/** Longer ones first: a prefix may begin with another one. */
const prefixes = new RegExp(
  `(?<!\\w)(?:${[...bodies.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(quoted)
    .join('|')})`,
  'g',
);

/** The rest of a token: parts that dots, signs or hyphens join, and the padding of base64. */
const rest = /(?:[.+/=~-]{0,2}\w)*={0,2}/y;

/** Masks tokens that have a prefix of their own. A place is tried once, for as many characters as a token has at least. */
export const withoutPrefixed = (text: string): string => {
  const seen: string[] = [];
  let at = 0;
  for (const { 0: prefix, index } of text.matchAll(prefixes)) {
    const body = bodies.get(prefix);
    if (index < at || body === undefined) continue;
    body.lastIndex = index + prefix.length;
    if (!body.test(text)) continue;
    rest.lastIndex = body.lastIndex;
    rest.test(text);
    seen.push(text.slice(at, index));
    at = rest.lastIndex;
  }
  return at === 0 ? text : `${seen.join(mask)}${mask}${text.slice(at)}`;
};
