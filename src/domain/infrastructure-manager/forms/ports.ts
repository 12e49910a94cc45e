import type { Json, Node } from '../../../tosca/topology.ts';
import { isMap } from '../../changes/differences.ts';
import { hostOf } from '../../changes/kinds.ts';
import { inCapability, isCall, isOf, type Judged, type Rule, type Values } from './judged.ts';
import { opened } from './protocols.ts';

/** The ports of endpoints, which the manager opens at the machine of the node, and those of containers. */
export const ports: Rule = (node, { byName }) => {
  const isReached = isOf(node, 'tosca.nodes.Compute') || hostOf(node, byName).length > 0;
  return Object.entries(node.capabilities).flatMap(([name, { types, properties }]) => {
    if (types.includes('tosca.capabilities.Endpoint')) return isReached ? endpoint(node, name, properties) : [];
    if (!isOf(node, 'tosca.nodes.Container.Runtime')) return [];
    return ['publish_ports', 'expose_ports'].flatMap((list) => listed(node, name, list, properties[list]));
  });
};

const endpoint = (node: Node, capability: string, properties: Values): readonly Judged[] => [
  ...single(node, capability, properties),
  ...listed(node, capability, 'ports', properties['ports']),
];

const single = (node: Node, capability: string, { port, protocol }: Values): readonly Judged[] => {
  if (typeof port !== 'number' || typeof protocol !== 'string') return [];
  const judged = spoken(`${capability} of node ${node.name}`, protocol);
  if (typeof judged === 'string') return [{ reasons: [judged] }];
  return judged.as === undefined
    ? []
    : [{ edits: [inCapability(node, capability, 'protocol', judged.as)], ...judged.said }];
};

interface Spoken {
  /** absent: it stays as it is */
  readonly as?: string;
  readonly said?: Pick<Judged, 'notes'>;
}

/** A text says why there is no form. */
const spoken = (where: string, protocol: string): Spoken | string => {
  const form = opened(protocol);
  if (form.is === 'same') return {};
  if (form.is === 'unknown')
    return `${where} speaks ${protocol}, and the Infrastructure Manager opens ports for tcp and udp only: write one of them as its protocol`;
  if (form.is === 'written') return { as: form.as };
  return {
    as: form.as,
    said: { notes: [`${where} speaks ${protocol}: the Infrastructure Manager opens its port for ${form.as}`] },
  };
};

/** All ports of an endpoint as the manager takes them, by names that are the endpoint's alone. */
export const portsIn = (
  node: Node,
  capability: string,
  { port, protocol, ports }: Values,
): readonly [string, Json][] => {
  const listed = judgedPorts(node, capability, ports).map(({ key, port: given, as }): [string, Json] => [
    `${capability}_${key}`,
    as ?? given,
  ]);
  if (typeof port !== 'number') return listed;
  const judged = spoken(capability, typeof protocol === 'string' ? protocol : 'tcp');
  const form = typeof judged === 'string' ? undefined : judged.as;
  return [...listed, [capability, { protocol: form ?? protocol ?? 'tcp', source: port }]];
};

/** A map of ports by name, or a list of them. */
const judgedPorts = (node: Node, capability: string, value: Json | undefined) => {
  const entries = Array.isArray(value) ? value.entries() : isMap(value) && !isCall(value) ? Object.entries(value) : [];
  return [...entries].map(([key, port]) => {
    const where = `port ${key} of ${capability} of node ${node.name}`;
    return { key, port: port as Json, ...(isMap(port) ? portSpec(where, port) : {}) };
  });
};

const listed = (node: Node, capability: string, property: string, value: Json | undefined): readonly Judged[] => {
  const judged = judgedPorts(node, capability, value);
  const written = judged.some(({ as }) => as !== undefined);
  const together = judged.map(({ key, port, as }) => [String(key), as ?? port] as const);
  const whole = Array.isArray(value) ? together.map(([, port]) => port) : Object.fromEntries(together);
  return [
    ...(written ? [{ edits: [inCapability(node, capability, property, whole)] }] : []),
    ...judged.map(({ notes = [], reasons = [] }) => ({ notes, reasons })),
  ];
};

interface Port {
  readonly as?: Values;
  readonly notes?: readonly string[];
  readonly reasons?: readonly string[];
}

/** It opens a range as it is, and maps only a single port to another one. */
const portSpec = (where: string, port: Values): Port => {
  const judged = typeof port['protocol'] === 'string' ? spoken(where, port['protocol']) : {};
  if (typeof judged === 'string') return { reasons: [judged] };
  const placed = mapped(where, port);
  if (typeof placed === 'string') return { reasons: [placed] };
  const as = { ...placed, ...(judged.as !== undefined && { protocol: judged.as }) };
  return { ...(Object.keys(as).length > 0 && { as: { ...port, ...as } }), ...judged.said };
};

const mapped = (where: string, port: Values): Values | string => {
  const { source, target } = port;
  const [sources, targets] = [rangeOf(port['source_range']), rangeOf(port['target_range'])];
  const isGiven = [source, target].some((one) => one !== undefined && one !== null);
  if (sources !== undefined) {
    const inner = targets ?? (typeof target === 'number' ? ([target, target] as const) : sources);
    if (inner[0] === sources[0] && inner[1] === sources[1]) return {};
    const covers = sources[0] <= inner[0] && inner[1] <= sources[1] && targets === undefined;
    return covers
      ? {}
      : `${where} maps a range of ports to others, and the Infrastructure Manager opens a range only as it is`;
  }
  if (targets !== undefined && !isGiven) return { source_range: port['target_range'] ?? [] };
  if (targets !== undefined && typeof source === 'number' && typeof target !== 'number')
    return { target: targets[0] <= source && source <= targets[1] ? source : targets[0] };
  if (!isGiven) return `${where} names no port: give it a source, a target, or a range of one of them`;
  return {};
};

const rangeOf = (value: Json | undefined): readonly [number, number] | undefined =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
    ? [value[0], value[1]]
    : undefined;
