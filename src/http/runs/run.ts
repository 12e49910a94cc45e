import * as v from 'valibot';
import {
  type PlanOfRun,
  planOfRun,
  requireRunning,
  runOnDeployment,
  stopRun,
} from '../../domain/deployments/accepting/run.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Resources } from '../../domain/resources/ports.ts';
import { type RunTarget, runInWords } from '../../domain/runs/run.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { acceptedChange } from '../deployments/accepted-change.ts';
import { creationParameters } from '../deployments/creation.ts';
import type { DelegationPorts } from '../deployments/delegation.ts';
import { acceptedAs, type ChangeRequest, checkPreconditions } from '../deployments/deployment-entity.ts';
import { type SettingPorts, type SettingRequest, settingChanged } from '../deployments/settings.ts';
import type { TimelinePorts } from '../deployments/timeline.ts';
import type { ViewPorts } from '../deployments/views.ts';
import { type Answer, accepted, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { members, optional, shortText } from '../pipeline/fields.ts';
import type { Request } from '../pipeline/request.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { machinesBy } from './machines-by.ts';
import { shownCalls, shownSteps } from './planned-view.ts';

export const runQuery = v.object(dryRunQuery);

const name = v.pipe(
  shortText(200),
  v.nonEmpty('must be a name'),
  v.metadata({ type: 'string', minLength: 1, maxLength: 200 }),
);

const common = { inputs: creationParameters, message: optional(shortText(500)) };

/** An extension: the operation of a node, or of the relationship of its requirement. */
export const calling = () =>
  members({ node: name, requirement: optional(name), interface: name, operation: name, ...common });

/** An extension: values for the inputs of a workflow. */
export const startingWorkflow = () => members(common);

type Ports = ViewPorts &
  TimelinePorts &
  DelegationPorts &
  Parameters<typeof runOnDeployment>[0] & { readonly resources: Pick<Resources, 'all'> };

interface Input<Body> extends ChangeRequest {
  readonly query: { readonly dryRun?: boolean | undefined };
  readonly path: Request['path'];
  readonly body: Body;
  readonly caller: Caller;
}

type Common = Pick<v.InferOutput<ReturnType<typeof calling>>, 'inputs' | 'message'>;

/** POST /deployments/{deployment_id}/operations. With `dryRun=true` it shows what would run where. */
export const callOperation =
  (ports: Ports) =>
  ({ body, ...input }: Input<v.InferOutput<ReturnType<typeof calling>>>): Promise<Answer> => {
    const { node, requirement, interface: face, operation } = body;
    const target = { node, interface: face, operation, ...(requirement !== undefined && { requirement }) };
    return run(ports, { ...input, body }, target);
  };

/** POST /deployments/{deployment_id}/workflows/{name}. With `dryRun=true` it shows what would run where. */
export const runWorkflow =
  (ports: Ports) =>
  (input: Input<v.InferOutput<ReturnType<typeof startingWorkflow>>>): Promise<Answer> =>
    run(ports, input, { workflow: input.path['name'] ?? '' });

const run = async (ports: Ports, input: Input<Common>, target: RunTarget): Promise<Answer> => {
  const { deployment, body, query, caller } = input;
  const onlyIfUnchanged = checkPreconditions(ports, input);
  const { inputs, message } = body;
  if (query.dryRun)
    return ok(await planView(ports, deployment, await planOfRun(ports, deployment, { asked: target, inputs })));
  const requestedBy = identityOf(caller);
  return acceptedChange(ports, input, { kind: 'UPDATE', runs: target }, (operationId) =>
    runOnDeployment(ports, deployment, { asked: target, inputs, message, requestedBy, operationId, onlyIfUnchanged }),
  );
};

const planView = async (
  { resources }: Pick<Ports, 'resources'>,
  deployment: Deployment,
  { planned, topology }: PlanOfRun,
): Promise<BodyOf<'RunDryRun'>> => ({
  what: planned.what,
  steps: shownSteps(planned.steps),
  calls: shownCalls(planned.calls, topology, machinesBy(await resources.all(deployment.id))),
});

/** The answer if the run was already accepted. */
export const runAccepted = acceptedAs(accepted);

type StopPorts = SettingPorts & Parameters<typeof stopRun>[0];

/** POST /deployments/{deployment_id}/operations/stop: what runs is cancelled, and nothing begins any more. A body is ignored. */
export const stop =
  (ports: StopPorts) =>
  async (input: Omit<SettingRequest<v.GenericSchema>, 'body'>): Promise<Answer> => {
    const { deployment, query } = input;
    checkPreconditions(ports, input);
    const { operation } = deployment;
    if (query.dryRun) return ok({ run: operation.id, running: [runInWords(requireRunning(deployment))] });
    await stopRun(ports, deployment);
    return settingChanged(ports, input, 'the stop of what runs was accepted');
  };
