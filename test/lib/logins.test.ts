import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { type ConfigurationInput, configuration } from '../../lib/configuration/configuration.ts';
import { loginsOf } from '../../lib/data/logins.ts';
import type { PageLogin } from '../../lib/data/user-pool.ts';
import { conform } from '../../src/foundation/shape/examine.ts';
import { loginsSchema } from '../../src/http/service/logins.ts';
import { exampleConfiguration } from './stacks.ts';

const logins = (input: ConfigurationInput, pageLogin?: PageLogin) => {
  const stack = new Stack(new App(), 'Test');
  return conform(loginsSchema, JSON.parse(loginsOf(stack, configuration(input), pageLogin)));
};

const trusted = { ...exampleConfiguration.issuers[0], issuer: 'https://iam.example.org/' };

describe('where users log in', () => {
  it('is each issuer whose configuration names a public client', () => {
    const issuers = [
      { ...trusted, login: { clientId: 'cli' } },
      { ...trusted, issuer: 'https://other.example/' },
    ];
    expect(logins({ ...exampleConfiguration, issuers })).toEqual([
      { issuer: 'https://iam.example.org/', name: 'iam.example.org', clientId: 'cli', scope: 'openid email' },
    ]);
  });

  it('has the name and the scope that the configuration gives', () => {
    const login = { clientId: 'cli', name: 'INDIGO IAM', scope: 'openid groups' };
    expect(logins({ ...exampleConfiguration, issuers: [{ ...trusted, login }] })).toMatchObject([
      { name: 'INDIGO IAM', scope: 'openid groups' },
    ]);
  });

  it('is the own user pool of an installation without issuers, with its only redirect address', () => {
    expect(logins({})).toEqual([
      {
        issuer: expect.anything(),
        name: 'toscanini',
        clientId: expect.anything(),
        scope: 'openid email',
        redirectUri: 'http://localhost:8976/',
        // GovCloud has the second one only
        origins: [
          expect.stringMatching(/^https:\/\/toscanini-.+\.auth\..+\.amazoncognito\.com$/),
          expect.stringMatching(/^https:\/\/toscanini-.+\.auth-fips\..+\.amazoncognito\.com$/),
        ],
      },
    ]);
  });

  it('has beside the client for terminals that of the dashboard, and where the user pool sends a browser back', () => {
    const uri = 'https://clouds.example.org/ui/';
    expect(logins({}, { clientId: 'page', uri })).toMatchObject([{ pageUri: uri, pageClientId: 'page' }]);
  });
});
