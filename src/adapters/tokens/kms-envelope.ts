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

/** The prefix of texts that this envelope made. */
const scheme = 'kms.';

/**
 * Envelope encryption. Each text has its own data key, which KMS encrypts for this deployment only: CloudTrail shows the
 * encryption context, and the key's policy requires it. The encrypted data key is stored beside the text. UnavailableError
 * while KMS does not answer.
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
    if (!sealed.startsWith(scheme) || dataKey === '') return undefined;
    try {
      const CiphertextBlob = Buffer.from(dataKey, 'base64url');
      const request = { KeyId: keyId, CiphertextBlob, EncryptionContext: { deploymentId } };
      const { Plaintext } = await client.send(new DecryptCommand(request));
      return Plaintext && withKey(Plaintext, (key) => unseal(key, deploymentId, rest.join('.')));
    } catch (error) {
      if (error instanceof InvalidCiphertextException || error instanceof IncorrectKeyException) return undefined;
      throw error;
    }
  },
});

/** Clears the key from memory after its use. */
const withKey = <T>(plaintext: Uint8Array, use: (key: Buffer) => T): T => {
  try {
    return use(Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.byteLength)); // not a copy
  } finally {
    plaintext.fill(0);
  }
};
