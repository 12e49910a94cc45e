import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuthorizationLine,
  authorizationHeader,
} from '../../../src/adapters/infrastructure-manager/authorization.ts';
import { ProviderFailedError } from '../../../src/foundation/errors.ts';
import { anyCharacter } from '../../support/any-character.ts';

/**
 * As the server reads the header (docs/contract/infrastructure-manager.md, "Authorization"): bytes as Latin-1, split at
 * backslash-n, then JSON or lines.
 */
const parse = (header: string): unknown => {
  const lines = Buffer.from(header, 'utf8')
    .toString('latin1')
    .split(/(?<!\\)\\n/);
  const [first = ''] = lines;
  if (lines.length === 1 && first.startsWith('[')) return JSON.parse(first);
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).map(parseLine);
};

const parseLine = (line: string): Record<string, string> =>
  Object.fromEntries(
    splitOutsideQuotes(line, ';').map((pair) => {
      const [key = '', ...value] = splitOutsideQuotes(pair, '=');
      if (value.length !== 1) throw new Error(`the server drops what follows in ${pair}`);
      return [key.trim(), unquote(value.join('').trim()).replaceAll('\\\\n', '\n')];
    }),
  );

const splitOutsideQuotes = (text: string, separator: string): string[] => {
  const parts = [''];
  let quote = '';
  for (const letter of text) {
    if (quote === '' && (letter === '"' || letter === "'")) quote = letter;
    else if (letter === quote) quote = '';
    if (letter === separator && quote === '') parts.push('');
    else parts.push(`${parts.pop()}${letter}`);
  }
  return parts;
};

const unquote = (text: string): string =>
  text.replace(/"([^"]*)"|'([^']*)'/g, (_, a?: string, b?: string) => a ?? b ?? '');

const secret = (password: string): readonly AuthorizationLine[] => [
  { type: 'InfrastructureManager', username: 'alice', password },
  { id: 'one', type: 'Dummy' },
];

const isFileReference = (text: string) => /^\s*file\(.*\)\s*$/s.test(text);
const hostile = fc.string({
  unit: fc.constantFrom('\\', 'n', '\n', '"', "'", ';', '=', '#', ' ', '{', ']', 'é', '\u0000', '😀', 'u', '\r', 'a'),
});

describe('the JSON form', () => {
  it('carries every string', () => {
    const any = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), hostile);
    fc.assert(
      fc.property(any, (text) => {
        fc.pre(!isFileReference(text));
        const header = authorizationHeader(secret(text));
        // a thousand comparisons by vitest take a second
        return /^[\x20-\x7e]*$/.test(header) && isDeepStrictEqual(parse(header), secret(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('never holds the two characters that would start another line', () => {
    expect(authorizationHeader(secret('a\nb\\nc\\\\nd'))).not.toContain('\\n');
  });
});

describe('the line form', () => {
  const form = (text: string) => authorizationHeader(secret(text), 'lines');

  it('carries a string or refuses it, and never lets it start another line', () => {
    let carried = 0;
    fc.assert(
      fc.property(fc.oneof(fc.string(), hostile), (text) => {
        fc.pre(!isFileReference(text));
        let header: string;
        try {
          header = form(text);
        } catch (error) {
          expect(error).toMatchObject({ name: 'ProviderUnavailableError', outageCause: 'credentials-refused' });
          return true;
        }
        carried += 1;
        return isDeepStrictEqual(parse(header), secret(text));
      }),
      { numRuns: 1000 },
    );
    expect(carried).toBeGreaterThan(100);
  });

  it.each(['', 'a;b=c', `a'b"c`, '"', '-----BEGIN\nA+/=\n-----END\n.', 'a\\b'])('carries %j', (text) => {
    expect(parse(form(text))).toEqual(secret(text));
  });

  it.each([
    ['a\\nb', /backslash before n/],
    ['a\\\nb', /backslash before n/],
    ['é', /outside printable ASCII/],
    ['a\tb', /outside printable ASCII/],
    [' a', /blank/],
  ])('refuses %j without showing it', (text, message) => {
    expect(() => form(text)).toThrow(message);
    expect(() => form(text)).toThrow(/credentials of type InfrastructureManager cannot be sent: password/);
  });
});

describe('a line of a cloud that cannot be sent', () => {
  it('concerns that cloud alone', () => {
    const lines = [{ type: 'OpenStack', password: 'é' }];
    expect(() => authorizationHeader(lines, 'lines')).toThrow(ProviderFailedError);
  });
});

describe('either form', () => {
  it.each(['json', 'lines'] as const)('refuses a file of the server’s machine (%s)', (form) => {
    for (const text of [' file(/etc/shadow) ', 'file(/etc/shadow)', '\t\nfile(a\nb)\n\n'])
      expect(() => authorizationHeader(secret(text), form)).toThrow(/file\(\.\.\.\) reference/);
  });

  it.each(['file(x) and more', 'a file(x)', 'file x'])('carries what only looks like a file: %j', (text) => {
    expect(parse(authorizationHeader(secret(text)))).toEqual(secret(text));
  });

  it.each(['1bad', 'a b', '', 'é'])('refuses the id %j', (id) => {
    expect(() => authorizationHeader([{ id, type: 'Dummy' }])).toThrow(
      /credentials of type Dummy cannot be sent: id must start/,
    );
  });

  it('refuses a key that is none', () => {
    expect(() => authorizationHeader([{ type: 'Dummy', 'a = b; c': 'd' }])).toThrow(/is no key/);
  });
});
