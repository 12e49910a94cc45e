import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { secretName } from '../../../src/adapters/identity/issuers.ts';

describe('the name of a secret', () => {
  it.each(['team/clouds/one', 'one', 'ssm:/one', 'ssm:/team/clouds/one-2_x.y'])('may be %s', (name) => {
    expect(v.is(secretName, name)).toBe(true);
  });

  it.each(['', 'ssm:', 'ssm:one', 'ssm:/', 'ssm:/one/', 'ssm:/one two', 'ssm://one'])('may not be %j', (name) => {
    expect(v.is(secretName, name)).toBe(false);
  });
});
