import { readTopology } from '../../domain/deployments/attempting/read-topology.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { cleanerFor, textShownTo } from '../../domain/deployments/record/disclosure.ts';
import { inProgress } from '../../domain/deployments/record/lifecycle.ts';
import type { LifecyclePorts } from '../../domain/deployments/record/ports.ts';
import type { Run, RunEntry } from '../../domain/runs/run.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { DeclaredInput } from '../../tosca/declared-inputs.ts';
import { type Cleaned, withoutSecrets } from '../../tosca/secrets/values.ts';
import type { Json, Node, Operations, Workflow } from '../../tosca/topology.ts';
import { declaredView } from '../deployments/inputs.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import type { BodyOf } from '../schemas/answers.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'imports' | 'plannerOf'>;

/** GET /deployments/{deployment_id}/operations: an extension. What the template defines to be run, and the last run. */
export const operations =
  (ports: Ports) =>
  async ({ deployment, caller }: { readonly deployment: Deployment; readonly caller: Caller }): Promise<Answer> => {
    const { id, lastRun, templateOf, providerId } = deployment;
    const shown = (text: string) => textShownTo(caller, deployment, text);
    const [{ topology }, run] = await Promise.all([
      readTopology(ports, deployment, templateOf),
      lastRun === undefined ? undefined : ports.files.findRun(id, lastRun),
    ]);
    const runsNothing = whyNothing(ports, providerId);
    const view: BodyOf<'Operations'> = {
      possible: runsNothing === undefined,
      ...(runsNothing !== undefined && { why: runsNothing }),
      operations: topology.nodes.flatMap(operationsOf),
      workflows: (topology.workflows ?? []).map((one) => workflowOf(one, cleanerFor(deployment))),
      ...(run && { run: runView(deployment, run, shown) }),
    };
    return ok(view);
  };

const whyNothing = ({ plannerOf }: Ports, providerId: string | undefined): string | undefined => {
  if (providerId === undefined) return 'nothing stands yet';
  const { planCalls, runsNothing } = plannerOf(providerId);
  return planCalls ? undefined : (runsNothing ?? 'this provider runs no single operation');
};

const operationsOf = (node: Node): BodyOf<'Operations'>['operations'] => [
  ...listed(node.operations).map((one) => ({ node: node.name, ...one })),
  ...node.requirements.flatMap(({ name: requirement, operations: own }) =>
    listed(own).map((one) => ({ node: node.name, requirement, ...one })),
  ),
];

const listed = (all: Operations = {}) =>
  Object.values(all).map(({ interface: face, name, inputs }) => ({
    interface: face,
    operation: name,
    inputs: Object.keys(inputs),
  }));

const workflowOf = ({ name, description, inputs, further = [] }: Workflow, cleaned: Cleaned) => ({
  name,
  ...(description !== undefined && { description }),
  inputs: inputs.map((one) => declaredView(withoutSecretDefault(one, cleaned))),
  ...(further.length > 0 && { refused: `it has ${further.join(' and ')}, which this service does not carry out` }),
});

const withoutSecretDefault = (input: DeclaredInput, cleaned: Cleaned): DeclaredInput => {
  const { default: value, ...rest } = input;
  if (value === undefined || input.secret) return rest;
  const [shown] = Object.values(
    withoutSecrets({ [input.name]: value }, [], cleaned) as { readonly [name: string]: Json },
  );
  return shown === undefined ? rest : { ...rest, default: shown };
};

const runView = (
  { operation, status, statusReason }: Deployment,
  { id: uuid, plan, acceptedAt, progress }: Run,
  shown: (text: string) => string,
): NonNullable<BodyOf<'Operations'>['run']> => {
  const isAlive = operation.id === uuid && inProgress(status);
  const isCut = !isAlive && (progress === undefined || progress.is === 'running');
  const why = isCut
    ? ((operation.id === uuid ? statusReason : undefined) ?? 'another operation took the deployment over')
    : progress?.why;
  return {
    ...{ uuid, what: plan.what, acceptedAt, is: isCut ? 'failed' : (progress?.is ?? 'running') },
    ...(why !== undefined && { why: shown(why) }),
    ...(progress?.endedAt !== undefined && { endedAt: progress.endedAt }),
    steps: (progress?.entries ?? []).map((entry) => entryView(entry, shown)),
  };
};

const entryView = ({ step, what, is, why, machines }: RunEntry, shown: (text: string) => string) => ({
  ...{ step, what, is },
  ...(why !== undefined && { why: shown(why) }),
  ...(machines && {
    machines: machines.map(({ said, ...one }) => ({ ...one, ...(said !== undefined && { said: shown(said) }) })),
  }),
});
