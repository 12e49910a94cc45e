import type { Json, Node, Requirement, Topology } from '../../../tosca/topology.ts';
import { isAttachment, isHosting, kindOf, type nodeKinds } from '../../changes/kinds.ts';
import { isJob } from '../../resources/job-types.ts';
import { topologyShown } from './disclosure.ts';

export const outlineKinds = [
  ...([
    'compute',
    'container',
    'port',
    'network',
    'volume',
    'runtime',
    'software',
  ] satisfies (typeof nodeKinds)[number][]),
  'job',
] as const;

/** What is asked of a node, in the order in which people name it. Values are texts as the template has them. */
export const factNames = ['cpus', 'memory', 'disk', 'gpus', 'os', 'image', 'size', 'version', 'network'] as const;

export interface OutlineNode {
  readonly name: string;
  readonly type: string;
  readonly kind: (typeof outlineKinds)[number];
  readonly count: number;
  /** only what the template asks for; never a secret */
  readonly facts: { readonly [Name in (typeof factNames)[number]]?: string };
  /** nodes of the template that it needs */
  readonly requirements: readonly OutlineRequirement[];
}

interface OutlineRequirement {
  readonly name: string;
  readonly node: string;
  /** host: it stands on that node; attachment: that node is attached to it; absent: it needs it */
  readonly as?: 'host' | 'attachment';
}

/** What people see of a topology. It is stored beside the template, so that nobody processes the template to show it. */
export interface Outline {
  /** in dependency order */
  readonly nodes: readonly OutlineNode[];
}

export const outlineOf = (topology: Topology): Outline => {
  const byName = new Map(topology.nodes.map((node) => [node.name, node]));
  const shown = (topologyShown(topology) as Pick<Topology, 'nodes'>).nodes;
  return {
    nodes: shown.map((node) => ({
      name: node.name,
      type: node.type,
      kind: isJob(node) ? 'job' : kindOf(node, byName),
      count: node.count,
      facts: factsOf(node),
      requirements: node.requirements.flatMap(requirementOf),
    })),
  };
};

const requirementOf = (requirement: Requirement): readonly OutlineRequirement[] => {
  const { name, node } = requirement;
  if (node === undefined) return [];
  const isHost = isHosting(requirement);
  const as = isHost ? 'host' : isAttachment(requirement) ? 'attachment' : undefined;
  return [{ name, node, ...(as && { as }) }];
};

type Shown = Pick<Node, 'properties' | 'capabilities'>;

const factsOf = ({ properties, capabilities }: Shown): OutlineNode['facts'] => {
  const { host, os, scheduling = {} } = capabilitiesOf(capabilities);
  const { distribution, version, type } = os ?? {};
  const found: { readonly [Name in (typeof factNames)[number]]: Json | undefined } = {
    cpus: host?.['num_cpus'] ?? properties['num_cpus'],
    memory: host?.['mem_size'] ?? properties['mem_size'],
    disk: host?.['disk_size'],
    gpus: host?.['num_gpus'] ?? scheduling['num_gpus'],
    os: words(distribution ?? type, version),
    image: os?.['image'] ?? properties['image'],
    size: properties['size'],
    version: properties['component_version'] ?? properties['version'],
    network: properties['network_type'],
  };
  return Object.fromEntries(factNames.flatMap((name) => factOf(name, found[name])));
};

const capabilitiesOf = (
  capabilities: Shown['capabilities'],
): { readonly [name: string]: Node['properties'] | undefined } =>
  Object.fromEntries(Object.entries(capabilities).map(([name, { properties }]) => [name, properties]));

const words = (...all: readonly (Json | undefined)[]): string | undefined => {
  const known = all.filter((one) => typeof one === 'string' || typeof one === 'number');
  return known.length === 0 ? undefined : known.join(' ');
};

/** What only the deployment can tell is an expression, and no fact. */
const factOf = (name: string, value: Json | undefined): readonly [string, string][] =>
  typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [];
