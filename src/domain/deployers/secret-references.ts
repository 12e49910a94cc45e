import type { Json } from '../../tosca/topology.ts';
import { isUnknown } from './capability-values.ts';

/** What stands in a template in place of a secret, and tells nobody one. The service of AWS reads the secret itself. */
export const isSecretReference = (value: Json): boolean =>
  isUnknown(value) || (typeof value === 'string' && forContainers.test(value));

/**
 * The role that starts containers could read other databases' secrets too, so only these may be named; a template's own
 * databases tell theirs as an attribute.
 */
const forContainers =
  /^arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:toscanini-containers\/[\w/+=.@-]+(:[\w.-]*){0,3}$/;

export const isPublicKey = (key: string): boolean =>
  /^(?:ssh-|ecdsa-|sk-)[\w@.-]+ [A-Za-z0-9+/=]+(?: [^\n]*)?$/.test(key.trimEnd());
