import { describe, expect, it } from 'vitest';
import { judge } from '../../.ci/signatures.ts';

const said = (report: object) => judge(JSON.stringify(report), 1);

describe('the step that checks the signatures of packages', () => {
  it('passes when npm found nothing wrong', () => {
    expect(judge('{"invalid":[],"missing":[]}', 0).verdict).toBe('good');
  });

  it('fails for a wrong signature, and names the package', () => {
    const { verdict, words } = said({ invalid: [{ name: 'left-pad', version: '1.3.0' }], missing: [] });
    expect(verdict).toBe('bad');
    expect(words).toContain('left-pad@1.3.0');
  });

  it('passes, and says so, where a mirror hands packages on without their signatures', () => {
    expect(said({ invalid: [], missing: [{ name: 'left-pad', version: '1.3.0' }] }).verdict).toBe('not offered');
  });

  it('fails for a signature under a key that the registry does not know', () => {
    expect(said({ error: { code: 'EMISSINGSIGNATUREKEY', summary: 'no corresponding public key' } }).verdict).toBe(
      'bad',
    );
  });

  it.each([
    [
      'a registry that signs nothing',
      { summary: 'found no dependencies to audit that were installed from a supported registry' },
    ],
    [
      'no way to the signers',
      { code: 'ENOTFOUND', summary: 'request to https://user:word@keys.example/15.json failed' },
    ],
  ])('passes, and says why, with %s', (_, error) => {
    const { verdict, words } = said({ error });
    expect(verdict).toBe('not offered');
    expect(words).not.toContain('word@');
    expect(words).toMatch(/supported registry|ENOTFOUND/);
  });

  it.each(['', 'npm error unknown command', 'null'])('passes when npm reports nothing: "%s"', (printed) => {
    expect(judge(printed, null).verdict).toBe('not offered');
  });
});
