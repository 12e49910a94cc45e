import type { Json, Node } from '../../tosca/topology.ts';
import { capabilityValues, isUnknown } from '../deployers/capability-values.ts';
import { mappedTypes as mapped } from '../resources/aws-types.ts';
import { isJob, jobTypes } from '../resources/job-types.ts';
import { isContainer, isRuntime, isServerless } from './containers/requested-container.ts';
import { isCompute } from './machines/compute.ts';
import { lacksOperations } from './machines/software-hosts.ts';

const job = 'is a job, which AWS Batch runs: it needs a provider whose deployer is batch';

const why: readonly (readonly [type: string, why: string])[] = [
  ...jobTypes.map((type) => [type, job] as const),
  ['tosca.nodes.SoftwareComponent', 'is software that stands on no machine of the template'],
];

/** Why a node becomes nothing; empty: it can be mapped, as far as its type and its operations go. */
export const unmapped = (node: Node, byName: ReadonlyMap<string, Node>): readonly string[] => {
  const { type, types } = node;
  if ((isContainer(node) || isRuntime(node)) && !isServerless(node, byName)) return [containerOnMachine];
  const base = types.find((one) => mapped.has(one) && one !== 'tosca.nodes.Root');
  if (!mapped.has(type) && !isOwnCompute(node) && !(base !== undefined && addsNoOperations(node))) {
    const found = why.find(([known]) => types.some((one) => one === known || one.startsWith(`${known}.`)))?.[1];
    const derived = base && `has a type derived from ${base}, whose operations this deployer does not run yet`;
    return [found ?? derived ?? 'has a type that is not mapped to AWS'];
  }
  return [
    ...unknownValues(node).map((at) => `takes ${at} from an attribute, which is known only after the deployment`),
  ];
};

const containerOnMachine =
  'is a container on a machine, and this deployer installs nothing there that runs it; without a host it runs on Fargate';

/** A type of the template that derives from Compute: what it adds are operations. */
const isOwnCompute = (node: Node): boolean => isCompute(node) && !lacksOperations(node);

/** A type of the template that derives from one that is mapped, and adds only values: its nodes become what those become. */
const addsNoOperations = (node: Node): boolean =>
  node.operations === undefined && !lacksOperations(node) && !isJob(node);

const unknownValues = (node: Node): readonly string[] => [
  ...namesOfUnknown(node.properties),
  ...Object.keys(node.capabilities).flatMap((name) =>
    namesOfUnknown(capabilityValues(node, name)).map((each) => `${name}.${each}`),
  ),
];

/** Written when the machines are known (later.ts). */
const mayComeLater = ['properties', 'environment', 'environment_variables', 'secrets', 'secret_references'];

const namesOfUnknown = (values: { readonly [name: string]: Json }): readonly string[] =>
  Object.keys(values).filter((name) => isUnknown(values[name]) && !mayComeLater.includes(name));
