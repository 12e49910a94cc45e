import { Duration, Fn, type Stack } from 'aws-cdk-lib';
import { OAuthScope, UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { Configuration } from '../configuration/configuration.ts';
import { type PageLogin, userPoolParameter } from '../data/user-pool.ts';
import { stageName } from './stage.ts';

/**
 * The client with which the dashboard logs in at the installation's own user pool. It stands in the service stack, because
 * Cognito compares the whole address to which a login returns, and only this stack knows the address of its API. Undefined:
 * there is no such pool, or no dashboard, or its address has no TLS.
 */
export const addPageClient = (
  stack: Stack,
  { name, issuers, ui, publicBaseUrl }: Pick<Configuration, 'name' | 'issuers' | 'ui' | 'publicBaseUrl'>,
  apiId: string,
): PageLogin | undefined => {
  if (issuers.length > 0 || !ui.enabled) return undefined;
  // not the address of the stage: that waits for the functions, which have to know this client
  const base = publicBaseUrl ?? `https://${apiId}.execute-api.${stack.region}.${stack.urlSuffix}/${stageName}`;
  if (!base.startsWith('https://')) return undefined;
  const uri = `${base.replace(/\/+$/, '')}/ui/`;
  const client = new UserPoolClient(stack, 'PageClient', {
    userPool: UserPool.fromUserPoolId(stack, 'Users', poolIn(userPoolParameter(stack, name, 'issuer'))),
    // a page keeps no secret: a login proves itself by PKCE (RFC 7636)
    generateSecret: false,
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: Duration.hours(1),
    idTokenValidity: Duration.hours(1),
    // it ends with the tab, and nobody looks at a tab for longer
    refreshTokenValidity: Duration.days(1),
    oAuth: {
      flows: { authorizationCodeGrant: true, implicitCodeGrant: false },
      scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
      callbackUrls: [uri],
    },
  });
  return { clientId: client.userPoolClientId, uri };
};

/** The id of a pool stands after the host in the name of its issuer: `https://cognito-idp.<region>.amazonaws.com/<id>`. */
const poolIn = (issuer: string): string => Fn.select(3, Fn.split('/', issuer));
