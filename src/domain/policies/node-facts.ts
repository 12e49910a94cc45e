import { publicMachines } from '../../tosca/public-address.ts';
import type { Json, Node } from '../../tosca/topology.ts';
import {
  bytesOf,
  capabilityValues,
  gibibytesOf,
  isUnknown,
  listOf,
  mapOf,
  numberOf,
  textOf,
} from '../deployers/capability-values.ts';
import type { DeployerKind } from '../deployers/kinds.ts';
import type { FactsByNode, NodeFacts, OpenPorts } from '../deployers/node-facts.ts';
import type { Candidate } from '../providers/ports.ts';

/** What is known of each node at a candidate: of its size, its image and who reaches it. */
export const factsOf = async (
  nodes: readonly Node[],
  { edits = [], blueprint, flavors = {} }: Partial<Candidate>,
  deployer: DeployerKind | undefined,
): Promise<FactsByNode> => {
  const made = blueprint === undefined ? new Map<string, NodeFacts>() : await readBlueprint(blueprint, deployer);
  const open = publicMachines(nodes, new Map(nodes.map((node) => [node.name, node])));
  return new Map(
    nodes.map((node) => {
      const flavor = flavors[node.name];
      const facts: NodeFacts = {
        ...fromTemplate(node, open.has(node.name)),
        ...chosen(node.name, edits),
        ...(flavor && { cpus: flavor.cpus, memory: flavor.memory, disk: flavor.disk, gpus: flavor.gpus ?? 0 }),
        ...made.get(node.name),
      };
      return [node.name, facts];
    }),
  );
};

const readBlueprint = async (blueprint: string, deployer: DeployerKind | undefined): Promise<FactsByNode> => {
  const { factsInBlueprint } =
    deployer === 'batch' ? await import('../batch/node-facts.ts') : await import('../cloudformation/node-facts.ts');
  return factsInBlueprint(blueprint);
};

/** Whoever ranks writes what it has chosen into the template. */
const chosen = (name: string, edits: Candidate['edits']): NodeFacts => {
  const edited = (capability: string, property: string): string | undefined =>
    textOf(
      edits.findLast(
        ({ node, path }) => node === name && path.join('.') === `capabilities.${capability}.properties.${property}`,
      )?.value,
    );
  const [size, image] = [edited('host', 'instance_type'), edited('os', 'image')];
  return { ...(size !== undefined && { size }), ...(image !== undefined && { image }) };
};

/** What the template asks for: at least so much. */
const fromTemplate = (node: Node, isPublic: boolean): NodeFacts => {
  const [host, os] = [capabilityValues(node, 'host'), capabilityValues(node, 'os')];
  const cpus = numberOf(host['num_cpus']);
  const [memory, disk] = [bytesOf(host['mem_size']), bytesOf(host['disk_size'])];
  const [size, image] = [textOf(host['instance_type']), imageOf(node, os)];
  return {
    ...(cpus !== undefined && { cpus }),
    ...(memory !== undefined && { memory: memory / 1e6 }),
    ...(disk !== undefined && { disk: disk / 1e9 }),
    gpus: numberOf(host['num_gpus']) ?? 0,
    ...(size !== undefined && { size }),
    ...(image !== undefined && { image }),
    public: isPublic,
    ports: portsOf(node, isPublic),
  };
};

/** Of a machine `os.image`; of a container or job its artifact or property. */
const imageOf = ({ artifacts, properties }: Node, os: { readonly [name: string]: Json }): string | undefined => {
  const file = textOf(mapOf(mapOf(artifacts)['image'])['file']);
  return [os['image'], properties['image'], file].map(textOf).find((text) => text !== undefined);
};

/** GB of a volume; undefined: not known. */
export const volumeSize = ({ properties }: Node): number | undefined => {
  const size = gibibytesOf(properties['size']);
  return size === undefined ? numberOf(properties['size']) : (bytesOf(properties['size']) ?? 0) / 1e9;
};

const everybody = '0.0.0.0/0';

/** Of the node's endpoints. Without a number or a range it opens what nobody knows: all ports. */
const portsOf = ({ capabilities }: Node, isPublic: boolean): readonly OpenPorts[] =>
  Object.values(capabilities).flatMap(({ types, properties }) => {
    if (!types.includes('tosca.capabilities.Endpoint')) return [];
    const { port, protocol } = properties;
    const single = port === undefined ? [] : [{ target: port, ...(protocol !== undefined && { protocol }) }];
    return [...single, ...Object.values(mapOf(properties['ports'])).map(mapOf)].map((one) =>
      openPorts(one, isPublic ? everybody : ''),
    );
  });

const openPorts = (port: { readonly [name: string]: Json }, source: string): OpenPorts => {
  const ends = listOf(port['target_range'] ?? port['source_range']).map(numberIn);
  const one = numberIn(port['target'] ?? port['source'] ?? null);
  const [from, to] = ends.length === 2 ? ends : [one, one];
  return {
    protocol: isUnknown(port['protocol']) ? '-1' : (textOf(port['protocol'])?.toLowerCase() ?? 'tcp'),
    from: from ?? 0,
    to: to ?? 65_535,
    source: textOf(port['remote_cidr']) ?? source,
  };
};

const numberIn = (value: Json): number | undefined =>
  numberOf(value) ?? (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined);
