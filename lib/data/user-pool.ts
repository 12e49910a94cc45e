import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPoolGroup,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClient,
  UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { Configuration } from '../configuration/configuration.ts';
import { loopbackAddress } from './loopback.ts';

/** Members of this group of the installation's own user pool are administrators. */
const administrators = 'administrators';

const parameterName = (installation: string, what: 'issuer' | 'client-id'): string => `/${installation}/users/${what}`;

/** The first part of the host of the login pages. */
const loginDomain = ({ account }: Stack, installation: string): string => `${installation.toLowerCase()}-${account}`;

/**
 * The origins of the login pages, which also give out the tokens: the second is for regions that have FIPS endpoints, and the
 * only one in GovCloud.
 */
export const loginOrigins = (stack: Stack, installation: string): string[] =>
  ['auth', 'auth-fips'].map(
    (label) => `https://${loginDomain(stack, installation)}.${label}.${stack.region}.amazoncognito.com`,
  );

/** How the dashboard logs in at the installation's own user pool: lib/api/page-client.ts. */
export interface PageLogin {
  readonly clientId: string;
  /** the address to which a login returns */
  readonly uri: string;
}

/**
 * The users of an installation without issuers of its own. Nobody can sign up: an administrator adds users. The service
 * stack reads issuer and client from Parameter Store, because an export could not be removed once the configuration names
 * other issuers.
 */
export class Users extends Construct {
  constructor(scope: Construct, id: string, installation: string) {
    super(scope, id);
    const pool = new UserPool(this, 'Pool', {
      userPoolName: installation,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireSymbols: true,
        requireUppercase: true,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    new CfnUserPoolGroup(this, 'Administrators', {
      userPoolId: pool.userPoolId,
      groupName: administrators,
      description: 'may do everything in Toscanini',
    });
    new UserPoolDomain(this, 'Domain', {
      userPool: pool,
      // unique within a region over all accounts
      cognitoDomain: { domainPrefix: loginDomain(Stack.of(this), installation) },
    });
    const client = this.client(pool);
    this.keep(installation, 'issuer', pool.userPoolProviderUrl);
    this.keep(installation, 'client-id', client.userPoolClientId);
    this.output('UserPoolId', pool.userPoolId, 'the user pool: add users with aws cognito-idp admin-create-user');
    this.output(
      'LoginClientId',
      client.userPoolClientId,
      'the public client for logins (authorization code with PKCE)',
    );
    this.output('Issuer', pool.userPoolProviderUrl, 'the issuer of the tokens: npm run tool token asks it');
  }

  /** A public client for terminals: it has no secret, so a login proves itself by PKCE (RFC 7636). */
  private client(userPool: UserPool): UserPoolClient {
    return new UserPoolClient(this, 'Client', {
      userPool,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      oAuth: {
        flows: { authorizationCodeGrant: true, implicitCodeGrant: false },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [loopbackAddress],
      },
    });
  }

  private keep(installation: string, what: 'issuer' | 'client-id', stringValue: string): void {
    new StringParameter(this, what, { parameterName: parameterName(installation, what), stringValue });
  }

  private output(name: string, value: string, description: string): void {
    new CfnOutput(Stack.of(this), name, { value, description });
  }
}

/**
 * The variable TRUSTED_ISSUERS: the configured issuers; without any, the installation's own user pool, whose access tokens
 * name the groups of a user.
 */
export const trustedIssuers = (
  stack: Stack,
  { name, issuers }: Configuration,
  pageLogin: PageLogin | undefined,
): string =>
  JSON.stringify(
    issuers.length > 0 ? issuers.map(({ login: _, ...issuer }) => issuer) : ownIssuers(stack, name, pageLogin),
  );

/** What the service stack reads of the user pool. */
export const userPoolParameter = (stack: Stack, name: string, what: 'issuer' | 'client-id'): string =>
  StringParameter.valueForStringParameter(stack, parameterName(name, what));

const ownIssuers = (stack: Stack, name: string, pageLogin: PageLogin | undefined): Configuration['issuers'] => {
  const read = (what: 'issuer' | 'client-id') => userPoolParameter(stack, name, what);
  return [
    {
      issuer: read('issuer'),
      clientIds: [read('client-id'), ...(pageLogin ? [pageLogin.clientId] : [])],
      groupsClaim: 'cognito:groups',
      adminGroup: administrators,
    },
  ];
};
