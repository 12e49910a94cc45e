import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { parameterOf } from '../../../src/adapters/secrets/secrets.ts';
import { account } from './cdk.ts';

/** What the installing team puts into Secrets Manager or Parameter Store by hand: README, In the cloud. */
export const putSecrets = async (
  endpoint: string,
  secrets: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> => {
  const place = {
    endpoint,
    region: account.AWS_REGION,
    credentials: { accessKeyId: account.AWS_ACCESS_KEY_ID, secretAccessKey: account.AWS_SECRET_ACCESS_KEY },
  };
  const [manager, parameters] = [new SecretsManagerClient(place), new SSMClient(place)];
  for (const [name, values] of Object.entries(secrets)) {
    const text = JSON.stringify(values);
    const parameter = parameterOf(name);
    if (parameter === undefined) await manager.send(new CreateSecretCommand({ Name: name, SecretString: text }));
    else await parameters.send(new PutParameterCommand({ Name: parameter, Value: text, Type: 'SecureString' }));
  }
  for (const client of [manager, parameters]) client.destroy();
};
