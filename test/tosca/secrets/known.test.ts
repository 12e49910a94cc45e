import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutKnown } from '../../../src/tosca/secrets/known.ts';
import { anyCharacter } from '../../support/any-character.ts';

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const ascii = (text: string): string =>
  json(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const percent = (text: string, kept = /[\w.~-]/): string =>
  [...Buffer.from(text)]
    .map((byte) => (kept.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : hex(byte)))
    .join('');
const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const inLines = (text: string, end = '\n'): string => (text.match(/[\s\S]{1,6}/gu) ?? []).join(end);

/** How programs quote what they were sent. */
const quotes: { readonly [how: string]: (secret: string) => string } = {
  'as is': (secret) => secret,
  'in JSON': json,
  'in JSON in JSON': (secret) => json(json(secret)),
  'in JSON in JSON in JSON': (secret) => json(json(json(secret))),
  'in JSON of ASCII, as Python writes it': ascii,
  'in JSON of ASCII in JSON': (secret) => json(ascii(secret)),
  'in a URL': encodeURIComponent,
  'in a URL with small letters': (secret) => encodeURIComponent(secret).replace(/%../g, (one) => one.toLowerCase()),
  'in a URL, as Python writes it': (secret) => percent(secret, /[\w.~/-]/),
  'in a URL with every sign encoded': percent,
  'in a URL in a URL': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in a form': (secret) => new URLSearchParams({ q: secret }).toString().slice(2),
  'in a form in JSON': (secret) => json(new URLSearchParams({ q: secret }).toString().slice(2)),
  'in HTML': (secret) =>
    secret.replace(/[&<>"']/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? '&#39;'),
  'in a shell': (secret) => `'${secret.replaceAll("'", `'"'"'`)}'`,
  'in base64': base64,
  'in base64 of URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64 with its user': (secret) => base64(`user:${secret}`),
  'in base64 with its user and more': (secret) => base64(`{"u": "${secret}"}`),
  'in base64 over several lines': (secret) => inLines(base64(secret)),
  'in base64 over several lines in JSON': (secret) => json(inLines(base64(secret))),
  'over several lines': inLines,
  'over several lines with an indent': (secret) => inLines(secret, '\n    '),
  'over several lines in JSON': (secret) => json(inLines(secret)),
};

const secrets = [
  'Tr0ub4dor-and-3',
  `p@ss w/rd!'(x)*"q\\z`,
  'pässwörd-ünique',
  'hunter😀2hunter',
  'a&b<c>d"e\'f+g',
  'C:\\new\\temp "x"',
  '100%25 of it',
  'first line\nsecond line',
];

describe.each(secrets)('the secret %j', (secret) => {
  it.each(Object.entries(quotes))('is masked %s', (_how, quote) => {
    const text = `it refused «${quote(secret)}» at once`;
    const shown = withoutKnown([secret])(text);
    // behind it there may be the end of what is encoded together with it
    expect(shown).toMatch(/^it refused «.*\*{8}(?:[\w+/]{0,4}|\\+n|\n)=*'?» at once$/s);
    expect(shown.length).toBeLessThan('it refused «» at once'.length + 25);
  });
});

describe('what is no secret', () => {
  it.each([
    ['stays beside it', 'hunter22', 'a hunter22 "b\\n" %41 c&amp;d', 'a ******** "b\\n" %41 c&amp;d'],
    ['stays where a short one would need two words', 'test', 'the site stopped: te\nst', 'the site stopped: te\nst'],
    ['stays where a number would need two', 47110815, 'at 4711 0815 and 147110815', 'at 4711 0815 and 147110815'],
    ['stays in a backslash before it', 'rootpassword', 'CORP\\rootpassword', 'CORP\\********'],
    ['stays in JSON', '"abc"', String.raw`{"x": "\"abc\""}`, '{"x": "********"}'],
    ['stays beside a short one in HTML', 'a"&b', 'x a&quot;&amp;b y', 'x ******** y'],
    ['stays beside another', ['hunter22', 'ter22-and'], 'x hunter22-and y', 'x ******** y'],
  ])('%s', (_what, secret, text, expected) => expect(withoutKnown([secret])(text)).toBe(expected));

  it('stays as it is in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
        fc.pre(!text.includes('hunter22'));
        expect(withoutKnown(['hunter22'])(text)).toBe(text);
      }),
    );
  });
});

describe('a secret with blanks, short or at its ends', () => {
  it.each(['ab c', ' X y', 'Äb c', 'a\tbc', '\0\0\0\t', '𐀀\0-\t', ' hunter22', 'hunter22\r\n'])(
    '%j is masked in a URL and in a form',
    (secret) => {
      for (const how of ['as is', 'in JSON', 'in a URL', 'in a URL with small letters'])
        expect(withoutKnown([secret])(`«${quotes[how]?.(secret)}»`), how).toBe('«********»');
    },
  );
});

describe('any secret', () => {
  it('is masked where it stands, in JSON, in a URL and in base64', () => {
    const secret = fc.string({ unit: anyCharacter, minLength: 4, maxLength: 40 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(secret, fc.constantFrom('as is', 'in JSON', 'in a URL'), (one, how) => {
        expect(withoutKnown([one])(`«${quotes[how]?.(one)}»`)).toMatch(/^«[^»]*\*{8}»$/);
      }),
    );
  });
});
