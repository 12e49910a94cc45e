import { isDeepStrictEqual } from 'node:util';
import { InvalidError } from '../../../foundation/errors.ts';
import type { Json, Topology } from '../../../tosca/topology.ts';
import type { Change } from '../../changes/change.ts';
import { shownChange } from '../../changes/change-line.ts';
import { requestedNodes } from '../../changes/requested.ts';
import { planResources } from '../../resources/plan.ts';
import { planUpdate } from '../../resources/plan-update.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import { inputsOf } from '../record/numbered.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { Version } from '../record/version.ts';
import { updateRulesOf } from '../updating/update-rules-of.ts';
import { changedLines, type LineChange } from './changed-lines.ts';
import { processRequest } from './process-request.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'imports' | 'clock'>;

export interface InputChange {
  readonly name: string;
  /** absent: it was not given, or it is secret */
  readonly old?: Json;
  readonly new?: Json;
  readonly secret?: true;
}

/** What one version of a deployment has otherwise than another. */
export interface Comparison {
  readonly lines: readonly LineChange[];
  readonly inputs: readonly InputChange[];
  /** what an update from the one to the other does to nodes, by property; and which come and go */
  readonly changes: readonly Change[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** why what it does is not known */
  readonly notes: readonly string[];
}

/** Compares two versions, as an update from `before` to `after` would. It changes nothing. */
export const compareVersions = async (
  ports: Ports,
  deployment: Deployment,
  before: Version,
  after: Version & { readonly template: string },
): Promise<Comparison> => {
  const template = await ports.files.getTemplate(deployment.id, before.operationId);
  const lines = changedLines(template, after.template);
  const inputs = changedInputs(before, after);
  const first = await topologyOf(ports, deployment, { ...before, template });
  const second = await topologyOf(ports, deployment, after);
  if (typeof first === 'string' || typeof second === 'string') {
    const notes = [first, second].filter((one) => typeof one === 'string');
    return { lines, inputs, changes: [], added: [], removed: [], notes };
  }
  return { lines, inputs, ...(await effectOf(ports, deployment, first, second)), notes: [] };
};

const changedInputs = (before: Version, after: Version): readonly InputChange[] => {
  const names = new Set(
    [before, after].flatMap(({ inputs, secrets }) => [...Object.keys(inputs), ...Object.keys(secrets)]),
  );
  return [...names].sort().flatMap((name): InputChange[] => {
    const isSecret = name in before.secrets || name in after.secrets;
    if (isSecret) return before.secrets[name] === after.secrets[name] ? [] : [{ name, secret: true }];
    const [old, now] = [before.inputs[name], after.inputs[name]];
    if (isDeepStrictEqual(old, now)) return [];
    return [{ name, ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) }];
  });
};

/** Secrets that are gone are as if they had not been given; a text says why it cannot be read then. */
const topologyOf = async (
  ports: Ports,
  deployment: Deployment,
  { template, ...version }: Version & { readonly template: string },
): Promise<Topology | string> => {
  const { known, gone } = inputsOf(version, deployment);
  try {
    return (await processRequest(ports, { template, parameters: known })).topology;
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    const why = gone.length > 0 ? `the values of ${gone.join(', ')} are gone` : error.message;
    return `what version ${version.number} asks of each machine is not known: ${why}`;
  }
};

const effectOf = async (
  { clock }: Ports,
  deployment: Deployment,
  before: Topology,
  after: Topology,
): Promise<Pick<Comparison, 'changes' | 'added' | 'removed'>> => {
  let count = 0;
  const nextId = () => {
    count += 1;
    return `${count}`;
  };
  const make = { deploymentId: deployment.id, operationId: '', now: clock.now().toISOString(), nextId };
  const stood = planResources(before, make).map((resource) => ({
    ...resource,
    state: 'STARTED' as const,
    physicalId: resource.id,
  }));
  const nodes = after.nodes.map((node) => ({ ...node, removalList: [] }));
  const { added, kept, removed } = planUpdate({ nodes }, stood, make);
  const inForce = requestedNodes(before);
  const comparison = { after: requestedNodes(after), kept, removed, inForce, basesOf: () => [inForce], replace: true };
  const { changes } = (await updateRulesOf(deployment)).classify(comparison);
  const cleaners = [before, after].map(({ inputs: parameters }) => cleanerFor({ ...deployment, parameters }));
  const cleaned = (text: string) => [cleanerFor(deployment), ...cleaners].reduce((seen, clean) => clean(seen), text);
  const secretsOf = (node: string) =>
    [inForce, comparison.after].flatMap((requested) => requested[node]?.secrets ?? []);
  return {
    changes: changes.map((change) => shownChange(change, { cleaned, secrets: secretsOf(change.node) })),
    added: added.map(({ toscaNodeName }) => toscaNodeName),
    removed: removed.map(({ toscaNodeName }) => toscaNodeName),
  };
};
