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

/** The deployment as this caller may see it: templates put credentials into outputs, and a group sees outputs. */
export const shownTo = (caller: Caller, deployment: Deployment): Deployment =>
  maySeeSecrets(caller, deployment)
    ? deployment
    : { ...deployment, outputs: JSON.parse(JSON.stringify(deployment.outputs, masking)) };
