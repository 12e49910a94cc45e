/** What is hidden from those who may see a deployment but not its secrets (design section 3, Who sees secrets). */

import type { Caller } from '../domain/callers.ts';
import { maySeeSecrets } from '../domain/deployments/access.ts';
import type { Deployment } from '../domain/deployments/deployment.ts';

/** Last part of a key that names a secret, or any part that speaks of credentials, but for the user's name. */
const secret = /(^|[._-])(private_?key|password|passwd|secret|token)$|credentials(?!.*\.username$)/i;

/** A private key is one under whatever name a template gives it (RFC 7468, section 2). */
const privateKey = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;

export const mask = '********';

export const namesSecret = (name: string): boolean => secret.test(name);

/** For JSON.stringify. An empty value is no secret, and clients tell it apart. */
export const masking = (name: string, value: unknown): unknown => (hides(name, value) ? mask : value);

const hides = (name: string, value: unknown): boolean =>
  (namesSecret(name) && value !== '' && value !== null) || (typeof value === 'string' && privateKey.test(value));

/**
 * The deployment as this caller may see it: templates put credentials into outputs, a provider's log may print them, and a
 * group sees outputs and reasons.
 */
export const shownTo = (caller: Caller, deployment: Deployment): Deployment => {
  if (maySeeSecrets(caller, deployment)) return deployment;
  const { statusReason } = deployment;
  return {
    ...deployment,
    outputs: JSON.parse(JSON.stringify(deployment.outputs, masking)),
    ...(statusReason !== undefined && { statusReason: withoutLogs(statusReason) }),
  };
};

/** What a reason quotes of the log of a provider, to where it tells of the next one; a long one is cut within. */
const quotedLog = /\n(contextualization message|… \d+ characters left out)[\s\S]*?(?=\n+-{64}\nCloud Provider <|$)/g;

const withoutLogs = (reason: string): string =>
  reason.replaceAll(quotedLog, '\nthe rest is in the log, which only the owner or an administrator may read');
