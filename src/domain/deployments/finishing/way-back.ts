/** Whether an update that failed is taken back, and to what: docs/decisions/0065. */

import { textsOf } from '../../../tosca/secrets/known.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Attempt } from '../record/attempt.ts';
import type { Deployment, Operation } from '../record/deployment.ts';
import { inputsOf } from '../record/numbered.ts';
import type { Failure } from '../record/operation.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { secretsOfInput } from '../record/secrets-in.ts';
import type { Version } from '../record/version.ts';

/** The version in force, and what the record holds of it again. */
export interface InForce {
  readonly version: Version;
  readonly restored: Pick<Deployment, 'parameters'> & Required<Pick<Deployment, 'secretVersions' | 'secretTexts'>>;
}

/**
 * none: nobody asked for it, or `why` says why it cannot be. stands: nothing of what stands was changed, or the deployer has
 * undone it. needed: another operation has to change it back
 */
export type WayBack =
  | { readonly is: 'none'; readonly why?: string }
  | ({ readonly is: 'stands' } & InForce)
  | ({ readonly is: 'needed'; readonly by: string } & InForce);

/** A repeat gives the same result, as long as the operation owns the deployment. */
export const wayBack = async (
  ports: Pick<LifecyclePorts, 'versions' | 'resources'>,
  deployment: Deployment,
  { failure, tried }: { readonly failure: Failure; readonly tried: readonly Attempt[] },
): Promise<WayBack> => {
  const { id, inForce, operation } = deployment;
  if (operation.revertedBy === undefined || inForce === undefined) return { is: 'none' };
  if (failure.Error === 'InterruptedError')
    return { is: 'none', why: 'its work was interrupted, and is not continued' };
  const version = await ports.versions.find(id, inForce);
  if (version === undefined) return { is: 'none', why: `version ${inForce}, which is in force, is no longer stored` };
  const { known, gone } = inputsOf(version, deployment);
  if (gone.length > 0)
    return { is: 'none', why: `the values that version ${inForce} had for ${gone.join(', ')} are no longer stored` };
  const secretTexts = [...new Set([...(deployment.secretTexts ?? []), ...givenSecrets(deployment)])];
  const to = { version, restored: { parameters: known, secretVersions: version.secrets, secretTexts } };
  const stands = isUntouched(operation, tried, await ports.resources.all(id));
  return stands ? { is: 'stands', ...to } : { is: 'needed', by: operation.revertedBy, ...to };
};

/** The log may quote what the failed update gave, so it stays a secret. */
const givenSecrets = ({ parameters, secretInputs = [] }: Deployment): readonly string[] =>
  Object.entries(parameters).flatMap(([name, value]) => textsOf(secretsOfInput(secretInputs, name, value)));

/** Whether the provider was asked to change nothing, or has undone all that it was asked for. */
const isUntouched = (operation: Operation, tried: readonly Attempt[], resources: readonly Resource[]): boolean =>
  tried.every(({ undone }) => undone) || (removedNothing(tried) && !resources.some(isAltered(operation)));

/** Whether an update failed before it asked for any removal, or was undone. */
export const removedNothing = (tried: readonly Attempt[]): boolean =>
  tried.every(({ askedAt, releasingAt, undone }) => undone ?? (askedAt === undefined && releasingAt === undefined));

/** Its machine existed before, and was changed in place, or perhaps was. */
const isAltered =
  (operation: Operation) =>
  (resource: Resource): boolean =>
    (resource.becoming?.operationId === operation.id && resource.becoming.firstAskedAt !== undefined) ||
    (resource.madeBy === operation.id && resource.physicalId !== undefined && !isAddedBy(operation, resource));

/** Ids sort by creation, and an operation has its own before it plans resources. */
export const isAddedBy = ({ id }: Operation, resource: Pick<Resource, 'id'>): boolean => resource.id > id;
