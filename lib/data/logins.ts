import type { Stack } from 'aws-cdk-lib';
import type { Configuration } from '../configuration/configuration.ts';
import { loopbackAddress } from './loopback.ts';
import { loginOrigins, type PageLogin, userPoolParameter } from './user-pool.ts';

/** The scopes that a client asks for, if the configuration names no others. */
const usualScope = 'openid email';

/** The variable LOGINS: the issuers with a public client; without any issuer, the installation's own user pool. */
export const loginsOf = (stack: Stack, configuration: Configuration, pageLogin: PageLogin | undefined): string => {
  const { name, issuers } = configuration;
  return JSON.stringify(
    issuers.length > 0
      ? issuers.flatMap(({ issuer, login }) =>
          login === undefined
            ? []
            : [
                {
                  issuer,
                  name: login.name ?? new URL(issuer).hostname,
                  clientId: login.clientId,
                  scope: login.scope ?? usualScope,
                  origins: login.origins,
                },
              ],
        )
      : [
          {
            issuer: userPoolParameter(stack, name, 'issuer'),
            name,
            clientId: userPoolParameter(stack, name, 'client-id'),
            scope: usualScope,
            redirectUri: loopbackAddress,
            pageUri: pageLogin?.uri,
            pageClientId: pageLogin?.clientId,
            origins: loginOrigins(stack, name),
          },
        ],
  );
};
