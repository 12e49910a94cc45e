import type { Json, Node } from '../../tosca/topology.ts';
import { asked, isUnknown } from './asked.ts';
import { isContainer, isRuntime, isServerless } from './container-asked.ts';
import { isDatabase, isDatabaseSystem, isManaged } from './databases.ts';

/** Types that become something, by their own names: a type that derives from them may bring operations of its own. */
export const mapped: ReadonlySet<string> = new Set([
  'tosca.nodes.Root',
  'tosca.nodes.Compute',
  'tosca.nodes.indigo.Compute',
  'tosca.nodes.BlockStorage',
  'tosca.nodes.Storage.BlockStorage',
  'tosca.nodes.indigo.BlockStorage',
  'tosca.nodes.ObjectStorage',
  'tosca.nodes.Storage.ObjectStorage',
  'tosca.nodes.LoadBalancer',
  'tosca.nodes.Database',
  'tosca.nodes.Database.MySQL',
  'tosca.nodes.indigo.Database.MySQL',
  'tosca.nodes.DBMS',
  'tosca.nodes.DBMS.MySQL',
  'tosca.nodes.Container.Application',
  'tosca.nodes.Container.Application.Docker',
  'tosca.nodes.indigo.Container.Application.Docker',
  'tosca.nodes.indigo.Container.Application.Docker.Marathon',
  'tosca.nodes.Container.Runtime',
  'tosca.nodes.Container.Runtime.Docker',
  'tosca.nodes.indigo.Container.Runtime.Docker',
  'toscanini.nodes.aws.Bucket',
  'toscanini.nodes.aws.ContainerService',
  'toscanini.nodes.aws.Database',
  'toscanini.nodes.aws.LoadBalancer',
  'toscanini.nodes.aws.Queue',
  'toscanini.nodes.aws.Resource',
  'toscanini.nodes.aws.Volume',
  'tosca.nodes.network.Network',
  'tosca.nodes.indigo.network.Network',
  'tosca.nodes.network.Port',
  'tosca.nodes.indigo.network.Port',
]);

const job = 'is a job, which AWS Batch runs: it needs a provider whose deployer is batch';

const why: readonly (readonly [type: string, why: string])[] = [
  ['toscanini.nodes.Job', job],
  ['tosca.nodes.indigo.Container.Application.Docker.Chronos', job],
  ['tosca.nodes.indigo.Batch.Job', job],
  ['tosca.nodes.SoftwareComponent', 'is software, which this deployer does not install yet'],
];

/** Why a node becomes nothing; empty: it can be mapped, as far as its type and its operations go. */
export const unmapped = (node: Node, byName: ReadonlyMap<string, Node>): readonly string[] => {
  const { type, types, interfaces, requirements } = node;
  if ((isDatabase(node) || isDatabaseSystem(node)) && !isManaged(node, byName)) return [onMachine];
  if ((isContainer(node) || isRuntime(node)) && !isServerless(node, byName)) return [containerOnMachine];
  if (!mapped.has(type)) {
    const found = why.find(([known]) => types.some((one) => one === known || one.startsWith(`${known}.`)))?.[1];
    const base = types.find((one) => mapped.has(one) && one !== 'tosca.nodes.Root');
    const derived = base && `has a type derived from ${base}, whose operations this deployer does not run yet`;
    return [found ?? derived ?? 'has a type that is not mapped to AWS'];
  }
  const relations = requirements.filter((requirement) => hasOperations(requirement.interfaces));
  return [
    ...(hasOperations(interfaces) ? ['has operations, which this deployer does not run on machines yet'] : []),
    ...relations.map(({ name }) => `has operations on its requirement ${name}, which this deployer does not run yet`),
    ...unknownValues(node).map((at) => `takes ${at} from an attribute, which is known only after the deployment`),
  ];
};

const onMachine =
  'is a database on a machine, which is software that this deployer does not install yet; without a host it is one of RDS';

const containerOnMachine =
  'is a container on a machine, which is software that this deployer does not install yet; without a host it runs on Fargate';

const hasOperations = (interfaces: Json | undefined): boolean =>
  typeof interfaces === 'object' && interfaces !== null && Object.keys(interfaces).length > 0;

const unknownValues = (node: Node): readonly string[] => [
  ...namesOfUnknown(node.properties),
  ...Object.keys(node.capabilities).flatMap((name) =>
    namesOfUnknown(asked(node, name)).map((each) => `${name}.${each}`),
  ),
];

/** Written when the machines are known (later.ts). */
const mayComeLater = ['properties', 'environment', 'environment_variables', 'secrets', 'secret_references'];

const namesOfUnknown = (values: { readonly [name: string]: Json }): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => (isUnknown(value) && !mayComeLater.includes(name) ? [name] : []));
