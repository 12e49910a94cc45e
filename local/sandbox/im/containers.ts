/**
 * Containers, which the Infrastructure Manager runs on Kubernetes as if they were machines
 * (docs/contract/infrastructure-manager-templates.md, "Nodes"). Both clouds of the sandbox take them.
 */

import { privateAddress, publicAddress } from './addresses.ts';
import type { Cloud } from './clouds.ts';
import { evaluate, requirementTarget } from './functions.ts';
import type { Infrastructure, VirtualMachine } from './infrastructure.ts';
import { portOf } from './network.ts';
import { staticScope } from './nodes.ts';
import type { Radl } from './radl.ts';
import { Refusal } from './refusal.ts';
import { machineState } from './states.ts';
import type { System } from './system.ts';
import { asBytes, asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

/** The container of a node. Its size and its ports are those of the runtime that hosts it. */
export function containerOf(document: YamlMap, name: string, node: unknown): System {
  const runtime = at(document, 'topology_template', 'node_templates', requirementTarget(node, 'host') ?? '');
  const host = asMap(evaluate(at(runtime, 'capabilities', 'host', 'properties'), staticScope(document)));
  const published = asList(host['publish_ports']).filter(isMap);
  const exposed = asList(host['expose_ports']).filter(isMap);
  return {
    node: name,
    container: true,
    listsAddresses: false,
    instanceName: name,
    instanceType: '',
    cpus: Number(asText(host['num_cpus']) ?? 1),
    memoryBytes: asBytes(host['mem_size']) ?? 512e6,
    diskBytes: 0,
    image: `docker://${imageOf(document, node)}`,
    os: { name: 'linux', flavour: '', version: '' },
    architecture: 'x86_64',
    user: '',
    public: published.length > 0,
    // Kubernetes chooses the port of the node for one that is published without a number
    ports: [
      ...published.flatMap((port) => portOf({ ...port, source: port['source'] ?? 0 })),
      ...(published.length > 0 ? [] : exposed.flatMap((port) => portOf({ source: port['target'], ...port }))),
    ].join(),
  };
}

function imageOf(document: YamlMap, node: unknown): string {
  const images = Object.values(asMap(at(node, 'artifacts'))).filter(
    (artifact) => asText(at(artifact, 'type')) === 'tosca.artifacts.Deployment.Image.Container.Docker',
  );
  const isFunction = asText(at(node, 'type'))?.endsWith('FaaS.Function') === true;
  const written = isFunction ? (at(node, 'properties', 'image') ?? '') : at(images.at(-1), 'file');
  const image = asText(evaluate(written, staticScope(document)));
  if (image === undefined) throw new Refusal(400, 'No image specified for K8s container.');
  return image;
}

/** The name as release 2.0.0 shows it: that of the node, as Kubernetes takes it, and a part of an id. */
const shownName = ({ id }: Infrastructure, { system }: VirtualMachine): string =>
  `${system.node.replace(/[^A-Za-z0-9.-]/g, '-')}-${id.slice(0, 8)}`;

/** The container's network, if it has ports, followed by its system. */
export function containerRadl(
  infrastructure: Infrastructure,
  machine: VirtualMachine,
  cloud: Cloud,
  now: number,
): readonly Radl[] {
  const { system } = machine;
  const name = shownName(infrastructure, machine);
  const network = `${name}_${system.public ? 'pub' : 'priv'}`;
  const address = (system.public ? publicAddress : privateAddress)(machine, cloud, now);
  const instance = `${infrastructure.id}/${name}`;
  const outbound = system.public ? 'yes' : 'no';
  return [
    ...(system.ports === '' ? [] : [{ class: 'network', id: network, outbound, outports: system.ports }]),
    {
      class: 'system',
      id: name,
      state: machineState(machine, now),
      'cpu.count': system.cpus,
      'memory.size': system.memoryBytes,
      'disk.0.image.url': system.image ?? '',
      'provider.type': 'Kubernetes',
      'provider.host': new URL(cloud.host).hostname,
      ...(machine.refused ? {} : { instance_id: instance, instance_name: instance }),
      ...(system.ports === '' ? {} : { 'net_interface.0.connection': network }),
      ...(system.ports === '' || address === null ? {} : { 'net_interface.0.ip': address }),
    },
  ];
}

/** The attribute `endpoints`: an address and port for each port. */
export function endpointsOf(
  infrastructure: Infrastructure,
  machine: VirtualMachine,
  cloud: Cloud,
  now: number,
): readonly string[] | null {
  const { system } = machine;
  const address = system.public ? publicAddress(machine, cloud, now) : shownName(infrastructure, machine);
  if (address === null) return null;
  return system.ports
    .split(',')
    .map((port) => /^(\d+)\/\w+-(\d+)\//.exec(port)?.[system.public ? 1 : 2])
    .flatMap((port) => (port === undefined ? [] : `${address}:${port}`));
}
