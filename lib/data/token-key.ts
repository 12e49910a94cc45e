import { ArnFormat, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';

/**
 * The key that encrypts tokens, by its alias. An export of the key could not be removed while the deployed service imports
 * it.
 */
export interface TokenKey {
  readonly alias: string;
  readonly aliasArn: string;
  /** every key of the account and region: a statement with it needs the alias as its condition */
  readonly anyKeyArn: string;
}

/**
 * A separate key: a function that may read tables and files cannot decrypt a token. Even the account cannot use the key
 * without naming a deployment.
 */
export const tokenKey = (stack: Stack, installation: string): TokenKey => {
  const key = new Key(stack, 'TokenKey', {
    description: 'Toscanini: encrypts the tokens that users entrust to the service, each for one deployment',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: ['*'],
      conditions: { Null: { 'kms:EncryptionContext:deploymentId': 'true' } },
    }),
  );
  const alias = `alias/${installation}-tokens`;
  key.addAlias(alias);
  const aliasArn = stack.formatArn({ service: 'kms', resource: alias, arnFormat: ArnFormat.NO_RESOURCE_NAME });
  return {
    alias,
    aliasArn,
    anyKeyArn: stack.formatArn({ service: 'kms', resource: 'key/*', arnFormat: ArnFormat.NO_RESOURCE_NAME }),
  };
};
