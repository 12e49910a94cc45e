import { entryOf } from '../../../foundation/entry-of.ts';
import { UnavailableError } from '../../../foundation/errors.ts';
import { deployable } from '../../../tosca/infrastructure-manager/deployable.ts';
import type { Cleaned } from '../../../tosca/secrets/values.ts';
import type { Topology } from '../../../tosca/topology.ts';
import type { Change, Replace } from '../../changes/change.ts';
import { changeLine, shownChange } from '../../changes/change-line.ts';
import type { BasesOf } from '../../changes/found.ts';
import { type RequestedNodes, requestedNodes } from '../../changes/requested.ts';
import { planUpdate, type UpdatePlan } from '../../resources/plan-update.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { templateInForce } from '../record/template-in-force.ts';
import { updateRulesOf } from './update-rules-of.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'ids' | 'files' | 'imports'>;

/** The effect of an update; its changes hold no secrets. */
export interface UpdateEffect {
  readonly plan: UpdatePlan;
  readonly changes: readonly Change[];
}

interface Asking {
  readonly topology: Topology;
  /** all resources of the deployment */
  readonly before: readonly Resource[];
  /** of the update */
  readonly operationId: string;
  readonly replace: Replace;
}

/**
 * Compares the deployment with the new template: which resources are added, kept and removed, and what happens to each
 * changed property. It refuses nothing. A repeat gives the same result, even when part of the plan has been carried out.
 */
export const updateEffect = async (
  ports: Ports,
  deployment: Deployment,
  { topology, before, operationId, replace }: Asking,
): Promise<UpdateEffect> => {
  const { clock, ids } = ports;
  const now = clock.now().toISOString();
  const make = { deploymentId: deployment.id, operationId, now, nextId: () => ids.next() };
  const stood = before.filter(({ madeBy }) => madeBy !== operationId).map(notYetGoing);
  const first = planUpdate(topology, stood, make);
  const after = requestedNodes(topology);
  const { basesOf, inForce } = await templatesOf(ports, deployment, stood);
  const comparison = { after, ...first, basesOf, inForce, replace };
  const rules = await updateRulesOf(deployment);
  const { changes, replaced, altered } = rules.classify(comparison);
  const going = new Set([...replaced, ...first.removed.map(({ id }) => id)]);
  const plan = planUpdate(topology, before, make, going);
  const becoming = { operationId };
  const kept = plan.kept.map((resource) => (altered.has(resource.id) ? { ...resource, becoming } : resource));
  const cleaned = cleanerOfBoth(deployment, topology);
  const secretsOf = secretsOfAll([after, ...new Set(stood.flatMap(basesOf))]);
  const shown = changes.map((change) => shownChange(change, { cleaned, secrets: secretsOf(change.node) }));
  return { plan: { ...plan, kept }, changes: shown };
};

const secretsOfAll =
  (all: readonly RequestedNodes[]) =>
  (node: string): readonly string[] =>
    all.flatMap((requested) => entryOf(requested, node)?.secrets ?? []);

/** Removes the secrets of the old and of the new template. */
const cleanerOfBoth = (deployment: Deployment, { inputs: parameters }: Topology): Cleaned => {
  const cleaners = [cleanerFor(deployment), cleanerFor({ ...deployment, parameters })];
  return (text) => cleaners.reduce((seen, cleaned) => cleaned(seen), text);
};

/** This update may already have marked a resource DELETING; before an update, no resource is DELETING. */
const notYetGoing = (resource: Resource): Resource =>
  resource.state === 'DELETING' ? { ...resource, state: 'STARTED' } : resource;

/** What the template in force asks, and what those ask from which a resource may have been made. */
interface Templates {
  readonly inForce: RequestedNodes;
  /** two templates if an update failed while it altered the machine */
  readonly basesOf: BasesOf;
}

const templatesOf = async (
  ports: Ports,
  deployment: Deployment,
  resources: readonly Resource[],
): Promise<Templates> => {
  const operations = (resource: Resource): readonly string[] => {
    const { madeBy = deployment.templateOf, becoming } = resource;
    return [...new Set([madeBy, becoming?.operationId ?? madeBy])];
  };
  const names = [...new Set([deployment.templateOf, ...resources.flatMap(operations)])];
  const kept = await Promise.all(
    names.map(async (name) => [name, await requestedOfKept(ports, deployment, name)] as const),
  );
  const known = new Map(kept.flatMap(([name, requested]) => (requested ? [[name, requested] as const] : [])));
  const inForce = known.get(deployment.templateOf) ?? (await requestedInForce(ports, deployment));
  return { inForce, basesOf: (resource) => operations(resource).map((name) => known.get(name) ?? inForce) };
};

const requestedOfKept = async (
  { files }: Ports,
  { id }: Deployment,
  operationId: string,
): Promise<RequestedNodes | undefined> => (await files.findRanking(id, operationId))?.asked;

/** Reads the template in force again, since an earlier release stored nothing to compare with. */
const requestedInForce = async ({ files, imports }: Ports, deployment: Deployment): Promise<RequestedNodes> => {
  const { parameters: inputs } = deployment;
  const { processed } = await deployable(await templateInForce(files, deployment), { inputs, imports });
  if (processed.ok) return requestedNodes(processed.topology);
  const [first] = processed.problems.filter(({ severity }) => severity === 'error');
  throw new UnavailableError(`${unreadable}: ${first?.message ?? 'it has problems'}`);
};

const unreadable = 'the current template can no longer be read, so the new one cannot be compared with it';

/** Why an update is refused, one line for each property; undefined: it is not refused. */
export const refusalOf = (changes: readonly Change[]): string | undefined => {
  const refused = changes.filter(({ how }) => how === 'refused');
  if (refused.length === 0) return undefined;
  const lines = refused.slice(0, mostShown).map(changeLine);
  const more = refused.length > mostShown ? [`and ${refused.length - mostShown} more`] : [];
  return ['the update asks for changes that are not possible:', ...lines, ...more].join('\n');
};

const mostShown = 100;
