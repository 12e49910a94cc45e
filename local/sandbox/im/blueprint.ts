/** What the sandbox makes of a TOSCA document: one system for each Compute node (im-api.md section 7). */

import { evaluate, requirementTarget, type Scope } from './functions.ts';
import { asBytes, asCount, asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

/** One Compute node; its VMs are all alike. */
export interface System {
  /** name of the node template */
  readonly node: string;
  /** attributes of addresses are lists for indigo's Compute, a text for the normative one */
  readonly listsAddresses: boolean;
  readonly instanceName: string;
  readonly instanceType: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly image?: string;
  readonly os: { readonly name: string; readonly flavour: string; readonly version: string };
  readonly architecture: string;
  readonly user: string;
  readonly public: boolean;
  /** IM notation, e.g. `80/tcp-8080/tcp,3000:3010/tcp`; empty for none */
  readonly ports: string;
}

export interface Wanted {
  readonly system: System;
  readonly count: number;
  /** VM ids that a smaller count removes first */
  readonly removalList: readonly string[];
}

export interface Blueprint {
  /** `metadata.infra_name` */
  readonly name: string;
  readonly wanted: readonly Wanted[];
  /** something is to be installed, so contextualization is on */
  readonly software: boolean;
}

const nodesOf = (document: YamlMap): readonly (readonly [string, unknown])[] =>
  Object.entries(asMap(at(document, 'topology_template', 'node_templates')));

/** Whether the type is a Compute: by its name, or by what the document's own types derive from. */
export function isCompute(document: YamlMap, type: string | undefined, seen: readonly string[] = []): boolean {
  if (type === undefined || seen.includes(type)) return false;
  if (/(^|\.)Compute$/.test(type)) return true;
  return isCompute(document, asText(at(document, 'node_types', type, 'derived_from')), [...seen, type]);
}

/** The Compute node that a node is, or is hosted on at last. */
export function hostOf(document: YamlMap, name: string, seen: readonly string[] = []): string | undefined {
  const node = at(document, 'topology_template', 'node_templates', name);
  if (node === undefined || seen.includes(name)) return undefined;
  if (isCompute(document, asText(at(node, 'type')))) return name;
  const host = requirementTarget(node, 'host');
  return host === undefined ? undefined : hostOf(document, host, [...seen, name]);
}

/** Values before anything runs: attributes are not known. */
export const staticScope = (document: YamlMap): Scope => ({ document, attribute: () => null });

export function blueprintOf(document: YamlMap): Blueprint {
  const nodes = nodesOf(document);
  const computes = nodes.filter(([, node]) => isCompute(document, asText(at(node, 'type'))));
  return {
    name: asText(evaluate(at(document, 'metadata', 'infra_name'), staticScope(document))) ?? '',
    wanted: computes.map(([name, node]) => wantedOf(document, name, node)),
    software: nodes.some(([name, node]) => hasSteps(node) || isHosted(document, name, node)),
  };
}

const hasSteps = (node: unknown): boolean => Object.keys(asMap(at(node, 'interfaces'))).length > 0;

/** Types from imports are not read here: what is hosted on a Compute is taken to have something to install. */
const isHosted = (document: YamlMap, name: string, node: unknown): boolean =>
  !isCompute(document, asText(at(node, 'type'))) && hostOf(document, name) !== undefined;

function wantedOf(document: YamlMap, name: string, node: unknown): Wanted {
  const value = (...path: string[]): unknown => evaluate(at(node, ...path), staticScope(document));
  const scalable = asMap(value('capabilities', 'scalable', 'properties'));
  const count =
    asCount(scalable['count']) ?? asCount(scalable['default_instances']) ?? asCount(scalable['min_instances']) ?? 1;
  const removalList = asList(scalable['removal_list']).flatMap((id) => asText(id) ?? []);
  return { system: systemOf(document, name, node, value), count, removalList };
}

function systemOf(document: YamlMap, name: string, node: unknown, value: (...path: string[]) => unknown): System {
  const host = asMap(value('capabilities', 'host', 'properties'));
  const os = asMap(value('capabilities', 'os', 'properties'));
  const image = asText(os['image']);
  return {
    node: name,
    listsAddresses: asText(at(node, 'type')) !== 'tosca.nodes.Compute',
    instanceName: asText(value('properties', 'instance_name')) ?? name,
    instanceType: asText(host['instance_type']) ?? 'm1.small',
    cpus: asCount(host['num_cpus']) ?? 1,
    memoryBytes: asBytes(host['mem_size']) ?? 2e9,
    diskBytes: asBytes(host['disk_size']) ?? 10e9,
    ...(image === undefined ? {} : { image }),
    os: {
      name: asText(os['type']) ?? 'linux',
      flavour: asText(os['distribution']) ?? 'ubuntu',
      version: asText(os['version']) ?? '24.04',
    },
    architecture: asText(os['architecture']) ?? 'x86_64',
    user: asText(at(os, 'credential', 'user')) ?? 'cloudadm',
    public: endpointsOf(document, name).some((endpoint) => isPublic(endpoint)),
    ports: endpointsOf(document, name).flatMap(portsOf).join(','),
  };
}

/** The node's own endpoint, and those of what is hosted on it. */
function endpointsOf(document: YamlMap, compute: string): readonly YamlMap[] {
  return nodesOf(document)
    .filter(([name]) => hostOf(document, name) === compute)
    .flatMap(([, node]) => Object.values(asMap(at(node, 'capabilities'))))
    .map((capability) => asMap(evaluate(at(capability, 'properties'), staticScope(document))))
    .filter((properties) => 'network_name' in properties || 'ports' in properties || 'port' in properties);
}

/** `PUBLIC`, `<net>.PUBLIC`, or a network and a floating pool. */
const isPublic = (endpoint: YamlMap): boolean => {
  const network = asText(endpoint['network_name']) ?? 'PRIVATE';
  return /(^|\.)PUBLIC$/.test(network) || network.includes(',');
};

function portsOf(endpoint: YamlMap): readonly string[] {
  const single = asText(endpoint['port']);
  const listed = Object.values(asMap(endpoint['ports'])).filter(isMap).flatMap(portOf);
  return single === undefined ? listed : [...listed, `${single}/tcp-${single}/tcp`];
}

function portOf(port: YamlMap): readonly string[] {
  const protocol = (asText(port['protocol']) ?? 'tcp').replace(/^(?!udp|tcp).*$/, 'tcp');
  const [from, to] = asList(port['source_range']).map(asText);
  if (from !== undefined && to !== undefined) return [`${from}:${to}/${protocol}`];
  const source = asText(port['source']);
  const target = asText(port['target']) ?? source;
  return source === undefined ? [] : [`${source}/${protocol}-${target}/${protocol}`];
}
