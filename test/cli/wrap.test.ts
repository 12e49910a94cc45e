import { expect, it } from 'vitest';
import { wrapped } from '../../cli/screen/wrap.ts';
import { call } from './called.ts';

it('breaks long lines of a help at words, below their last column', () => {
  expect(wrapped('  deploy  Deploy a template and follow it to its end', 36)).toBe(
    ['  deploy  Deploy a template and', '          follow it to its end'].join('\n'),
  );
  expect(wrapped('at  name  works on infrastructure 5b4a34d0-ec98-11f1', 36), 'a word that needs more room').toBe(
    ['at  name  works on infrastructure', '          5b4a34d0-ec98-11f1'].join('\n'),
  );
  const id = '5b4a34d0-ec98-11f1-b926-2539bb85f077';
  expect(wrapped(`at  a name  works on ${id} now`, 44)).toBe(`at  a name  works on\n        ${id}\n        now`);
  expect(wrapped('short\n\nlines stay', 20)).toBe('short\n\nlines stay');
  expect(wrapped('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 10), 'one word').toBe('a'.repeat(40));
});

it('says in the help of no switch that it is off', async () => {
  const { code, out } = await call(['deploy', '--help']);
  expect(code).toBe(0);
  expect(out).toMatch(/\[--json\] +print JSON$/m);
  expect(out).not.toContain('default = false');
});

it.each([
  ['destroy', 'delete'],
  ['get', 'show'],
  ['apply', 'up'],
  ['validate', 'check'],
  ['lint', 'check'],
  ['diff', 'plan'],
])('says what another tool means by %s', async (word, meant) => {
  const { code, error } = await call([word, 'x']);
  expect({ code, error }).toEqual({
    code: 2,
    error: `✖ there is no command ${word}, did you mean ${meant}?\ntoscanini --help lists the commands\n`,
  });
});

it('names a flag as its help does', async () => {
  expect(await call(['deploy', 'x', '--maxProviders', '0'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('--max-providers: 0'),
  });
});

it('ends no line with a blank', () =>
  expect(wrapped('2026  a name  PROVIDER_SAID  what the provider has said of it', 46)).not.toMatch(/ $/m));
