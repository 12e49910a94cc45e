import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { openToEveryClient, secretName } from '../../../src/adapters/identity/issuers.ts';

describe('the name of a secret', () => {
  it.each(['team/clouds/one', 'one', 'ssm:/one', 'ssm:/team/clouds/one-2_x.y'])('may be %s', (name) => {
    expect(v.is(secretName, name)).toBe(true);
  });

  it.each(['', 'ssm:', 'ssm:one', 'ssm:/', 'ssm:/one/', 'ssm:/one two', 'ssm://one'])('may not be %j', (name) => {
    expect(v.is(secretName, name)).toBe(false);
  });
});

describe('an issuer where everybody gets tokens with any audience', () => {
  const audience = 'https://toscanini.example';

  it.each([
    'https://token.actions.githubusercontent.com',
    'https://token.actions.lab.ghe.com',
    'https://gitlab.com',
    'https://GitLab.com/',
    'https://accounts.google.com',
    'https://agent.buildkite.com',
    'https://oidc.circleci.com',
    'https://oidc.codefresh.io',
    'https://app.terraform.io',
  ])('such as %s needs more than an audience', (issuer) => {
    expect(openToEveryClient({ issuer, audience })).toMatch(/^everybody can get a token there/);
    expect(openToEveryClient({ issuer, audience, boundClaims: { sub: 'x' } })).toBeUndefined();
    expect(openToEveryClient({ issuer, clientIds: ['x'] })).toBeUndefined();
  });

  it.each([
    'https://oidc.circleci.com/org/0199a0e0-0000-7000-8000-000000000000',
    'https://gitlab.com.example',
    'https://gitlab.lab.example',
    'https://iam.example/gitlab.com',
    'no address',
  ])('is not %s', (issuer) => expect(openToEveryClient({ issuer, audience })).toBeUndefined());
});
