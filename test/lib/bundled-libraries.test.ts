import { beforeAll, describe, expect, it } from 'vitest';
import { bundled } from './bundled.ts';

/** What lib/bundles leaves out or packs of the libraries must not be missed: docs/decisions/0009. */
describe('expressions in a bundle', () => {
  let matches: (expression: string, text: string) => boolean | string;
  beforeAll(async () => {
    const program = `import { RE2JS, RE2JSException } from 're2js';
export const matches = (expression, text) => {
  try { return RE2JS.compile(expression).matches(text); }
  catch (error) { return error instanceof RE2JSException ? error.message : 'another error'; }
};`;
    ({ matches } = (await bundled(program)) as { matches: typeof matches });
  });

  it('match as those of the library', () => {
    expect(matches('a+b', 'aab')).toBe(true);
    expect(matches('a+b', 'abc')).toBe(false);
  });

  it('know the classes of Unicode, their scripts and cases', () => {
    expect(matches('\\p{Greek}+', 'λόγος')).toBe(true);
    expect(matches('\\p{Greek}+', 'logos')).toBe(false);
    expect(matches('(?i)ÅNGSTRÖM', 'ångström')).toBe(true);
  });

  it('are refused by the same error', () => {
    expect(matches('(?<=a)b', 'b')).toMatch(/invalid|unsupported/i);
  });
});
