import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { account } from './cdk.ts';

/** What the installing team puts into Secrets Manager by hand: README, In the cloud. */
export const putSecrets = async (
  endpoint: string,
  secrets: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> => {
  const client = new SecretsManagerClient({
    endpoint,
    region: account.AWS_REGION,
    credentials: { accessKeyId: account.AWS_ACCESS_KEY_ID, secretAccessKey: account.AWS_SECRET_ACCESS_KEY },
  });
  for (const [Name, values] of Object.entries(secrets))
    await client.send(new CreateSecretCommand({ Name, SecretString: JSON.stringify(values) }));
  client.destroy();
};
