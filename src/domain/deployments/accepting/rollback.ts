import { ConflictError, InvalidError, NotFoundError } from '../../../foundation/errors.ts';
import type { Json } from '../../../tosca/topology.ts';
import type { Deployment } from '../record/deployment.ts';
import { advance } from '../record/lifecycle.ts';
import { inputsOf } from '../record/numbered.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { Version, Versions } from '../record/version.ts';
import type { UpdateRequest } from './update.ts';

type Ports = Pick<LifecyclePorts, 'files'> & { readonly versions: Pick<Versions, 'find'> };

export interface RollbackRequest extends Omit<UpdateRequest, 'template' | 'exactly'> {
  /** number of the version to go back to */
  readonly version: number;
  /** over the inputs of that version; for secrets whose values are gone */
  readonly parameters: { readonly [name: string]: Json };
}

/** NotFoundError when there is no such version, or no longer. */
export const versionFor = async (
  { versions }: Pick<Ports, 'versions'>,
  deployment: Pick<Deployment, 'id' | 'version'>,
  number: number,
): Promise<Version> => {
  const found = await versions.find(deployment.id, number);
  if (found) return found;
  const known = deployment.version === undefined ? 'it has none yet' : `its latest is ${deployment.version}`;
  throw new NotFoundError(
    `the deployment has no version ${number}: ${known}, and the last 50 are kept; GET …/versions lists them`,
  );
};

/**
 * The update that goes back to a version: its template, and exactly its inputs. ConflictError when it is in force, and in a
 * status that does not allow an update. InvalidError when secrets of it are gone, and `parameters` do not give them.
 */
export const rollbackTo = async (
  ports: Ports,
  deployment: Deployment,
  { version: number, parameters, ...request }: RollbackRequest,
): Promise<UpdateRequest> => {
  const version = await versionFor(ports, deployment, number);
  advance(deployment.status, 'update');
  if (number === deployment.inForce && deployment.status.endsWith('_COMPLETE'))
    throw new ConflictError(`version ${number} is in force already: there is nothing to go back to`);
  const { known, gone } = inputsOf(version, deployment);
  const missing = gone.filter((name) => !Object.hasOwn(parameters, name));
  if (missing.length > 0)
    throw new InvalidError(
      `the values that version ${number} had for ${missing.join(', ')} are gone, since secrets are kept only while they are in force: give them in "parameters"`,
    );
  const carried = Object.entries(version.secrets).filter(
    ([name]) => !gone.includes(name) && !Object.hasOwn(parameters, name),
  );
  return {
    ...request,
    template: await ports.files.getTemplate(deployment.id, version.operationId),
    parameters: { ...known, ...parameters },
    exactly: { restores: number, secrets: Object.fromEntries(carried) },
  };
};
