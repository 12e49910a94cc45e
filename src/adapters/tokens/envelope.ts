import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts small secrets, each for one deployment. */
export interface Envelope {
  seal(deploymentId: string, text: string): Promise<string>;
  /** undefined when it was encrypted with another key or for another deployment, or was changed since */
  unseal(deploymentId: string, sealed: string): Promise<string | undefined>;
}

/** Encrypts with a key in memory, on a laptop. */
export const keyEnvelope = (key: Buffer): Envelope => ({
  seal: async (deploymentId, text) => seal(key, deploymentId, text),
  unseal: async (deploymentId, sealed) => unseal(key, deploymentId, sealed),
});

/**
 * Encrypts a small secret for storage: AES-256-GCM with a key that is derived anew for each text (HKDF, RFC 5869).
 * `context` is part of the derivation, so the secret can be decrypted only for the same purpose.
 */
export const seal = (key: Buffer, context: string, text: string): string => {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', derive(key, salt, context), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [version, ...[salt, nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
};

/** Undefined when it was encrypted with another key or for another context, or was changed since. */
export const unseal = (key: Buffer, context: string, sealed: string): string | undefined => {
  const [found, ...parts] = sealed.split('.');
  const [salt, nonce, tag, body] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (found !== version || salt === undefined || nonce?.length !== 12 || tag?.length !== 16 || body === undefined) {
    return undefined;
  }
  const decipher = createDecipheriv('aes-256-gcm', derive(key, salt, context), nonce).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return undefined; // the tag does not match: Node says only that decryption failed
  }
};

const version = 'v1';

const derive = (key: Buffer, salt: Buffer, context: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `toscanini:${context}`, 32));

/** A key of 32 bytes, from its base64 form in a secret. Undefined for another length. */
export const readKey = (text: string): Buffer | undefined => {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 ? key : undefined;
};
