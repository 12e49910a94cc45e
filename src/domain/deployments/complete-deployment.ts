import { NotFoundError } from '../errors.ts';
import { enterState } from '../resources/states.ts';
import { processTemplate } from '../tosca/process.ts';
import type { Json } from '../tosca/topology.ts';
import type { Attempt } from './attempt.ts';
import type { Deployment } from './deployment.ts';
import { advance, inProgress } from './lifecycle.ts';
import { notify } from './notify.ts';
import { attemptsOf, type OperationRef, owned } from './operation.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Omit<LifecyclePorts, 'ids' | 'callbacks' | 'providers'>;
type Outputs = { readonly [name: string]: Json };

/** Reads the outputs and calls the deployment complete; CallbackFailedError when all is done but the callback. */
export const completeDeployment =
  (ports: Ports) =>
  async (input: OperationRef): Promise<void> => {
    const deployment = await owned(ports.deployments, input);
    const done = inProgress(deployment.status) ? await complete(ports, input, deployment) : deployment;
    await notify(ports, done, 'complete');
  };

const complete = async (ports: Ports, input: OperationRef, deployment: Deployment): Promise<Deployment> => {
  const { providerId, infrastructureId } = await completeAttempt(ports, input);
  const outputs = await readOutputs(ports, deployment, providerId, infrastructureId);
  await enterState(ports.resources, deployment.id, 'STARTED', ports.clock.now());
  return ports.deployments.record(input.deploymentId, input.operationId, {
    status: advance(deployment.status, 'complete'),
    statusReason: undefined,
    task: 'NONE',
    outputs,
    providerId,
    infrastructureId,
  });
};

const completeAttempt = async (
  { attempts }: Ports,
  input: OperationRef,
): Promise<Attempt & { readonly infrastructureId: string }> => {
  const found = (await attemptsOf(attempts, input)).find(({ state }) => state === 'COMPLETE');
  if (found?.infrastructureId !== undefined) return { ...found, infrastructureId: found.infrastructureId };
  throw new NotFoundError(`operation ${input.operationId} has no complete attempt`);
};

/** As the Infrastructure Manager evaluates them; where it has no value, what the template alone says. */
const readOutputs = async (
  ports: Ports,
  deployment: Deployment,
  providerId: string,
  infrastructureId: string,
): Promise<Outputs> => {
  const outputs = await ports.infrastructureManager.outputs(providerId, infrastructureId);
  const values = Object.values(outputs);
  if (values.length > 0 && !values.includes(null)) return outputs;
  const told = Object.entries(outputs).filter(([, value]) => value !== null);
  return { ...outputs, ...(await staticOutputs(ports, deployment)), ...Object.fromEntries(told) };
};

const staticOutputs = async ({ files, imports }: Ports, deployment: Deployment): Promise<Outputs> => {
  const text = await files.getTemplate(deployment.id, deployment.templateOf);
  const processed = await processTemplate(text, { inputs: deployment.parameters, imports });
  if (!processed.ok) return {}; // an import that cannot be read any more: the provider's word stands alone
  const known = processed.topology.outputs.filter(({ deferred }) => !deferred);
  return Object.fromEntries(known.map(({ name, value }) => [name, value]));
};
