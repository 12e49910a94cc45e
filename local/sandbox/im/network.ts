/** The networks of a Compute node, and its open ports (docs/contract/infrastructure-manager-templates.md, "Networks"). */

import { endpointsOf } from './endpoints.ts';
import { requirementTarget } from './functions.ts';
import { hostedBy } from './nodes.ts';
import { asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

export interface Connection {
  /** true: it also gets a public address */
  readonly public: boolean;
  /** IM notation, e.g. `80/tcp-8080/tcp,3000:3010/tcp`; empty for none */
  readonly ports: string;
}

export function connectionOf(document: YamlMap, compute: string): Connection {
  const endpoints = endpointsOf(document, compute);
  const linked = networksOf(document, compute);
  return {
    // when there are Port nodes, the endpoint's network_name is ignored
    public: linked.length > 0 ? linked.some(isPublicNetwork) : endpoints.some(isPublic),
    ports: endpoints.flatMap(portsOf).join(','),
  };
}

/** The networks that Port nodes bind the machine to. */
const networksOf = (document: YamlMap, compute: string): readonly unknown[] =>
  hostedBy(document, compute)
    .filter(([, node]) => requirementTarget(node, 'binding') === compute)
    .map(([, node]) => at(document, 'topology_template', 'node_templates', requirementTarget(node, 'link') ?? ''));

const isPublicNetwork = (network: unknown): boolean => asText(at(network, 'properties', 'network_type')) === 'public';

/** `PUBLIC`, `<net>.PUBLIC`, or a network and a floating pool. */
const isPublic = (endpoint: YamlMap): boolean => {
  const network = asText(endpoint['network_name']) ?? 'PRIVATE';
  return /(^|\.)PUBLIC$/.test(network) || network.includes(',');
};

function portsOf(endpoint: YamlMap): readonly string[] {
  const single = asText(endpoint['port']);
  const listed = Object.values(asMap(endpoint['ports'])).filter(isMap).flatMap(portOf);
  return single === undefined ? listed : [...listed, ...portOf({ source: single, protocol: endpoint['protocol'] })];
}

/** IM notation of one port; none when it has no number. */
export function portOf(port: YamlMap): readonly string[] {
  const protocol = (asText(port['protocol']) ?? 'tcp').replace(/^(?!udp|tcp).*$/, 'tcp');
  const [from, to] = asList(port['source_range']).map(asText);
  if (from !== undefined && to !== undefined) return [`${from}:${to}/${protocol}`];
  const source = asText(port['source']) ?? asText(port['target']);
  const target = asText(port['target']) ?? source;
  return source === undefined ? [] : [`${source}/${protocol}-${target}/${protocol}`];
}
