import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals small secrets, each for one deployment. */
export interface Envelope {
  seal(deploymentId: string, text: string): Promise<string>;
  /** undefined when it was sealed with another key, for another deployment, or was changed since */
  unseal(deploymentId: string, sealed: string): Promise<string | undefined>;
}

/** Under a key that is at hand: on a laptop, and for what was kept before there was KMS. */
export const keyEnvelope = (key: Buffer): Envelope => ({
  seal: async (deploymentId, text) => seal(key, deploymentId, text),
  unseal: async (deploymentId, sealed) => unseal(key, deploymentId, sealed),
});

/**
 * Small secrets at rest: AES-256-GCM under a key that is derived anew for each text (HKDF, RFC 5869). `context` is bound
 * in: what was sealed for one purpose opens for no other.
 */
export const seal = (key: Buffer, context: string, text: string): string => {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', derive(key, salt, context), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [version, ...[salt, nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
};

/** undefined when it was sealed with another key, for another context, or was changed since. */
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
    return undefined; // the tag does not fit: all that Node says of it is that it failed
  }
};

const version = 'v1';

const derive = (key: Buffer, salt: Buffer, context: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `toscanini:${context}`, 32));

/** A key of 32 bytes in base64, as it stands in a secret. */
export const readKey = (text: string): Buffer | undefined => {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 ? key : undefined;
};
