/**
 * Decides what of a deployment each reader sees: the only place that removes secrets for readers who may see the
 * deployment but not its secrets (docs/decisions/0016). The views accept only a `Shown`, so no route can forget it.
 */

import type { Caller } from '../../../foundation/caller.ts';
import { secretValues } from '../../../tosca/secrets/carried.ts';
import { cleanerOf } from '../../../tosca/secrets/known.ts';
import { mask } from '../../../tosca/secrets/material.ts';
import { type Cleaned, type Secret, withoutSecrets } from '../../../tosca/secrets/values.ts';
import type { Topology } from '../../../tosca/topology.ts';
import type { Resource } from '../../resources/resource.ts';
import { maySeeSecrets } from './access.ts';
import type { Deployment } from './deployment.ts';
import { type Given, givenOf } from './given.ts';
import { type HiddenOutput, hiddenOutputs } from './hidden-outputs.ts';
import { forGroup, forOwner, type Reason, reasonOf } from './quoted-log.ts';
import { writtenSecrets } from './secret-places.ts';
import { secretsIn, secretsOfInput } from './secrets-in.ts';

declare const shown: unique symbol;

/** A deployment as one reader may see it. */
export type Shown = Deployment & {
  readonly [shown]: true;
  /** absent: each output is shown as it is */
  readonly hiddenOutputs?: readonly HiddenOutput[];
};

export const shownToOwner = ({ statusReasonWithLogs, ...deployment }: Deployment): Shown =>
  ({
    ...deployment,
    ...(isOfNow(deployment, statusReasonWithLogs) && { statusReason: statusReasonWithLogs.text }),
  }) as Shown;

export const shownTo = (caller: Caller, deployment: Deployment): Shown =>
  maySeeSecrets(caller, deployment) ? shownToOwner(deployment) : shownToGroup(deployment);

/** For members of the group, and for the receiver of callbacks, whom nobody authenticates. */
export const shownToGroup = ({ statusReasonWithLogs, ...deployment }: Deployment): Shown => {
  const cleaned = cleanerFor(deployment);
  const quotes = isOfNow(deployment, statusReasonWithLogs) ? '' : undefined;
  const { statusReason } = deployment;
  const visible = outputsWithoutSecrets(deployment, cleaned);
  const hidden = hiddenOutputs(deployment, visible);
  return {
    ...deployment,
    outputs: visible,
    ...(hidden.length > 0 && { hiddenOutputs: hidden }),
    ...(statusReason !== undefined && { statusReason: cleaned(forGroup(reasonOf(statusReason, quotes), cleaned)) }),
    ...givenToGroup(deployment),
  } as Shown;
};

export const outputsWithoutSecrets = (
  deployment: Deployment,
  cleaned: Cleaned = cleanerFor(deployment),
): Deployment['outputs'] =>
  withoutSecrets(deployment.outputs, deployment.secretOutputs, cleaned) as Deployment['outputs'];

/** What the request gave, without secrets. The name of the group is none: its members are the readers. */
export const givenToGroup = (deployment: Given & Secrets): Given => {
  const { userGroup: _, ...given } = givenOf(deployment);
  const places = (deployment.secretInputs ?? []).map(
    (name): Secret => ({ at: ['parameters', name], is: 'credential' }),
  );
  return withoutSecrets(given, places, cleanerFor(deployment)) as Given;
};

/**
 * Whether the text belongs to the statusReason. An earlier release that was installed again in between keeps the text of
 * a former operation, and writes a statusReason that may quote the logs.
 */
const isOfNow = (
  { operation, statusReason }: Pick<Deployment, 'operation' | 'statusReason'>,
  text: Deployment['statusReasonWithLogs'],
): text is NonNullable<typeof text> => statusReason !== undefined && text?.operationId === operation.id;

/** Text about a deployment, such as a timeline event, as the caller may see it. */
export const textShownTo = (caller: Caller, deployment: Deployment, text: string): string =>
  maySeeSecrets(caller, deployment) ? text : cleanerFor(deployment)(text);

/** The reason of a failure as the caller may see it. */
export const reasonShownTo = (caller: Caller, deployment: Deployment, reason: Reason): string => {
  if (maySeeSecrets(caller, deployment)) return forOwner(reason);
  const cleaned = cleanerFor(deployment);
  return cleaned(forGroup(reason, cleaned));
};

type Metadata = Resource['metadata'];

/** `VirtualMachineInfo` holds the credentials of a machine. */
export const metadataShownTo = (caller: Caller, deployment: Deployment, metadata: Metadata): Metadata =>
  maySeeSecrets(caller, deployment) ? metadata : (withoutSecrets(metadata, [], cleanerFor(deployment)) as Metadata);

type Secrets = Pick<Deployment, 'parameters'> & Partial<Pick<Deployment, 'secretInputs' | 'secretTexts' | 'former'>>;

/**
 * Returns a function that removes from a text what looks like a secret, and the secrets that the deployment was given.
 */
export const cleanerFor = ({ parameters, secretInputs = [], secretTexts = [], former }: Secrets): Cleaned => {
  const given = Object.entries(parameters).flatMap(([name, value]) => secretsOfInput(secretInputs, name, value));
  const before = Object.values(former?.secrets ?? {}).map(({ value }) => value);
  return cleanerOf([...given, ...before, ...secretTexts]);
};

/** An answer about a deployment, for those who may not see its secrets: also inputs that are numbers, wherever a template has put them. */
export const answerToGroup = (deployment: Secrets, answer: unknown): unknown => {
  const { parameters, secretInputs = [] } = deployment;
  const secrets = Object.entries(parameters).flatMap(([name, value]) => secretsOfInput(secretInputs, name, value));
  const numbers = new Set<unknown>(secrets.filter(isLongNumber));
  return withoutSecrets(masked(answer, numbers), [], cleanerFor(deployment));
};

/** A shorter one could be any number. */
const isLongNumber = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) >= 1_000;

const masked = (value: unknown, numbers: ReadonlySet<unknown>): unknown => {
  if (numbers.has(value)) return mask;
  if (numbers.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => masked(one, numbers));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, numbers)]));
};

/**
 * The topology as a dry run shows it, without secrets for every caller. The answer ends up in logs of pipelines and on
 * screens, and the caller knows the secrets that they sent.
 */
export const topologyShown = ({ secrets, ...topology }: Topology) => {
  const { version, inputs, outputs, policies } = topology;
  // interfaces and artifacts are for the provider only
  const nodes = topology.nodes.map(({ interfaces: _, artifacts: __, ...node }) => node);
  const named = Object.entries(inputs).flatMap(([name, value]) => secretsIn(name, value));
  const given = [...secretValues({ secrets, inputs }), ...named, ...writtenSecrets({ ...topology, secrets })];
  return withoutSecrets({ version, inputs, nodes, outputs, policies }, secrets, cleanerOf(given));
};
