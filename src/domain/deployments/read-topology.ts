import { UnavailableError } from '../errors.ts';
import { processTemplate } from '../tosca/process.ts';
import type { Topology } from '../tosca/topology.ts';
import type { Deployment } from './deployment.ts';
import type { LifecyclePorts } from './ports.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'imports'>;

/**
 * What the template that an operation brought asks for. It was good when it was accepted: all that can be wrong now is an
 * import that cannot be read, which is an UnavailableError.
 */
export const readTopology = async (
  { files, imports }: Ports,
  { id, parameters }: Pick<Deployment, 'id' | 'parameters'>,
  operationId: string,
): Promise<Topology> => {
  const text = await files.getTemplate(id, operationId);
  const processed = await processTemplate(text, { inputs: parameters, imports });
  if (processed.ok) return processed.topology;
  const [first] = processed.problems.filter(({ severity }) => severity === 'error');
  throw new UnavailableError(`the template cannot be read any more: ${first?.message ?? 'it has problems'}`);
};
