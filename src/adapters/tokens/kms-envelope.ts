import {
  DecryptCommand,
  GenerateDataKeyCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  type KMSClient,
} from '@aws-sdk/client-kms';
import { type Envelope, seal, unseal } from './envelope.ts';

export interface KmsEnvelopeOptions {
  readonly client: KMSClient;
  /** ARN of the key that encrypts the data keys */
  readonly keyId: string;
}

/** What it makes begins so: another scheme is told apart, and can be opened by what made it. */
const scheme = 'kms.';

/**
 * Envelope encryption: a data key of its own for each text, which KMS encrypts for this deployment only (the encryption
 * context, which CloudTrail shows and the key's policy asks for). Beside the text stands the data key as KMS encrypted it.
 * UnavailableError while KMS does not answer.
 */
export const kmsEnvelope = ({ client, keyId }: KmsEnvelopeOptions): Envelope => ({
  seal: async (deploymentId, text) => {
    const { Plaintext, CiphertextBlob } = await client.send(
      new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: { deploymentId } }),
    );
    if (Plaintext === undefined || CiphertextBlob === undefined) throw new Error('KMS answered without a data key');
    const sealed = withKey(Plaintext, (key) => seal(key, deploymentId, text));
    return `${scheme}${Buffer.from(CiphertextBlob).toString('base64url')}.${sealed}`;
  },
  unseal: async (deploymentId, sealed) => {
    const [, dataKey = '', ...rest] = sealed.split('.');
    if (!isKmsSealed(sealed) || dataKey === '') return undefined;
    try {
      const CiphertextBlob = Buffer.from(dataKey, 'base64url');
      const asked = { KeyId: keyId, CiphertextBlob, EncryptionContext: { deploymentId } };
      const { Plaintext } = await client.send(new DecryptCommand(asked));
      return Plaintext && withKey(Plaintext, (key) => unseal(key, deploymentId, rest.join('.')));
    } catch (error) {
      if (error instanceof InvalidCiphertextException || error instanceof IncorrectKeyException) return undefined;
      throw error;
    }
  },
});

/** Whether it takes KMS to open this. */
export const isKmsSealed = (sealed: string): boolean => sealed.startsWith(scheme);

/** The key does not stay in memory longer than it is used. */
const withKey = <T>(plaintext: Uint8Array, use: (key: Buffer) => T): T => {
  const key = Buffer.from(plaintext);
  try {
    return use(key);
  } finally {
    key.fill(0);
    plaintext.fill(0);
  }
};
