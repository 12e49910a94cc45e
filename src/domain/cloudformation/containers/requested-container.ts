import type { Node } from '../../../tosca/topology.ts';
import { hostOf } from '../../changes/kinds.ts';
import {
  bytesOf,
  type CapabilityValues,
  capabilityValues,
  gibibytesOf,
  listOf,
  mapOf,
  numberOf,
  textOf,
} from '../../deployers/capability-values.ts';
import { type ContainerImage, imageOfArtifact } from '../../deployers/container-image.ts';
import { fargateSize, largestOfFargate } from '../../deployers/fargate.ts';
import { awsTypes } from '../../resources/aws-types.ts';

type ByName = ReadonlyMap<string, Node>;

export const isContainer = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.container.is(types);

export const isRuntime = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.runtime.is(types);

/** On a machine of the template it is software. */
export const isServerless = (node: Node, byName: ByName): boolean => hostOf(node, byName).length === 0;

export const runtimeOf = ({ requirements }: Node, byName: ByName): Node | undefined =>
  requirements.flatMap(({ node }) => (node === undefined ? [] : (byName.get(node) ?? []))).find(isRuntime);

/** What the runtime's `host` asks for: CPUs, memory, ports. */
export const requestedHost = (node: Node, byName: ByName): CapabilityValues => {
  const runtime = runtimeOf(node, byName);
  const { cpus, memory } = node.properties;
  if (runtime !== undefined) return capabilityValues(runtime, 'host');
  return { ...(cpus !== undefined && { num_cpus: cpus }), ...(memory !== undefined && { mem_size: memory }) };
};

/** A port of the container, and the one outside that leads to it; absent: it is not published. */
export interface ContainerPort {
  readonly port: number;
  readonly outside?: number;
  readonly protocol: string;
}

/**
 * Ports that are published for everybody, that are open within the deployment, and that the node's endpoint names. A port may
 * be published at several others.
 */
export const portsOf = (node: Node, byName: ByName): readonly ContainerPort[] => {
  const host = requestedHost(node, byName);
  const published = once(
    listOf(host['publish_ports']).flatMap((given) => publishedPort(mapOf(given))),
    ({ port, outside, protocol }) => `${outside} ${port}/${protocol}`,
  );
  const exposed = listOf(host['expose_ports']).flatMap((given) => {
    const port = numberOf(mapOf(given)['source']) ?? numberOf(mapOf(given)['target']);
    return port === undefined ? [] : [{ port, protocol: protocolOf(mapOf(given)) }];
  });
  const others = [...exposed, ...endpointPorts(node, [...published, ...exposed])];
  const inner = once(others, listenedAt).filter(
    (one) => !published.some((each) => listenedAt(each) === listenedAt(one)),
  );
  return [...published, ...inner];
};

/** What the container listens at: a name server listens at one number twice, with UDP and TCP. */
const listenedAt = ({ port, protocol }: ContainerPort): string => `${port}/${protocol}`;

/** Each port at which the container listens, however often it is published. */
export const listeningPorts = (ports: readonly ContainerPort[]): readonly ContainerPort[] => once(ports, listenedAt);

const once = (ports: readonly ContainerPort[], keyOf: (port: ContainerPort) => string): readonly ContainerPort[] =>
  [...new Map(ports.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();

/** `source` is the port of the container, `target` the one outside; one of them is enough. */
export const publishedPort = (given: CapabilityValues): readonly ContainerPort[] => {
  const [source, target] = [numberOf(given['source']), numberOf(given['target'])];
  const port = source ?? target;
  return port === undefined ? [] : [{ port, outside: target ?? port, protocol: protocolOf(given) }];
};

const protocolOf = (given: CapabilityValues): string => textOf(given['protocol'])?.toLowerCase() ?? 'tcp';

/** An endpoint that names no protocol means the one that is known for its port. */
const endpointPorts = (node: Node, known: readonly ContainerPort[]): readonly ContainerPort[] =>
  Object.entries(node.capabilities)
    .filter(([, { types }]) => types.includes('tosca.capabilities.Endpoint'))
    .flatMap(([name]) => {
      const values = capabilityValues(node, name);
      const others = Object.values(mapOf(values['ports'])).map((one) => mapOf(one));
      const all = [
        { port: numberOf(values['port']), said: values['protocol'] },
        ...others.map((one) => ({ port: numberOf(one['target']) ?? numberOf(one['source']), said: one['protocol'] })),
      ];
      return all.flatMap(({ port, said }) => {
        if (port === undefined) return [];
        const protocol = textOf(said)?.toLowerCase() ?? known.find((one) => one.port === port)?.protocol;
        // whatever else an endpoint speaks, TCP carries it
        return [{ port, protocol: protocol === 'udp' ? 'udp' : 'tcp' }];
      });
    });

/** The image of its artifact, or of its property. */
export const imageOf = ({ artifacts, properties }: Node): ContainerImage => {
  const all = Object.entries(mapOf(artifacts)).map(([name, given]) => ({ name, given }));
  const typed = all.find(({ given }) => /Image\.Container/.test(textOf(mapOf(given)['type']) ?? ''));
  const own = textOf(properties['image']);
  const found =
    own === undefined ? imageOfArtifact((typed ?? all.find(({ name }) => name === 'image'))?.given) : { image: own };
  if (found === undefined) return { why: 'names no image: give it an artifact image with the name of one' };
  if ('why' in found) return found;
  return /^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@sha256:[0-9a-f]+)?$/.test(found.image)
    ? found
    : { why: `has the image ${found.image}, which is no name of one` };
};

export interface TaskSize {
  readonly units: number;
  /** MiB */
  readonly memory: number;
}

/** GiB of a task of Fargate. */
const mostDisk = 200;

/** The smallest task of Fargate with these CPUs and this memory. */
export const taskSize = (host: CapabilityValues): TaskSize | { readonly why: string } => {
  const cpus = numberOf(host['num_cpus']) ?? 0.25;
  const wanted = Math.ceil((bytesOf(host['mem_size']) ?? 0) / 2 ** 20);
  const disk = gibibytesOf(host['disk_size']) ?? 0;
  if (disk > mostDisk) return { why: `asks for a disk of ${disk} GiB, and Fargate has at most ${mostDisk}` };
  if ((numberOf(host['num_gpus']) ?? 0) > 0) return { why: 'asks for GPUs, and Fargate has none' };
  const size = fargateSize({ cpus, memory: wanted });
  if (size !== undefined) return { units: size.cpus * 1024, memory: size.memory };
  return { why: `asks for ${cpus} CPUs and ${wanted} MiB of memory, and Fargate has at most ${largestOfFargate}` };
};
