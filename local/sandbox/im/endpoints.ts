/** The endpoints of which the manager opens the ports (Tosca.py, `_get_node_endpoints`). */

import { evaluate } from './functions.ts';
import { nodeType } from './node-types.ts';
import { hostedBy, staticScope } from './nodes.ts';
import { asMap, asText, at, isMap, type YamlMap } from './value.ts';

/** Properties of the capability `endpoint` of a machine itself, and of all endpoints of the nodes that it hosts. */
export const endpointsOf = (document: YamlMap, compute: string): readonly YamlMap[] =>
  hostedBy(document, compute)
    .flatMap(([name, node]) => {
      const isOpened = (part: string): boolean => name !== compute || part === 'endpoint';
      return endpointsAt(document, node).filter(([part]) => isOpened(part));
    })
    .map(([, properties]) => asMap(evaluate(properties, staticScope(document))))
    .filter((properties) => 'network_name' in properties || 'ports' in properties || 'port' in properties);

/** A capability of an unknown type may be an endpoint: imports are not read. */
function endpointsAt(document: YamlMap, node: unknown): readonly (readonly [string, YamlMap])[] {
  const types = capabilityTypes(document, asText(at(node, 'type')) ?? '');
  const assigned = asMap(at(node, 'capabilities'));
  return [...new Set([...Object.keys(types), ...Object.keys(assigned)])]
    .map((name) => [name, baseOf(document, types[name])] as const)
    .filter(([, type]) => type === undefined || type.startsWith(endpoint))
    .map(([name, type]) => [name, { ...usual(type), ...asMap(at(assigned[name], 'properties')) }] as const);
}

const endpoint = 'tosca.capabilities.Endpoint';

/** The standard's own default, which no document writes. */
const usual = (type: string | undefined): YamlMap => (type === `${endpoint}.Public` ? { network_name: 'PUBLIC' } : {});

/** Whether a node of this type has an endpoint of this name, by a type of its own. */
export const isEndpoint = (document: YamlMap, type: string, capability: string): boolean =>
  baseOf(document, capabilityTypes(document, type)[capability])?.startsWith(endpoint) === true;

type Names = { readonly [capability: string]: string };

/** The type of each capability of a node type. */
function capabilityTypes(document: YamlMap, type: string, passed: readonly string[] = []): Names {
  const own = at(document, 'node_types', type);
  if (!isMap(own) || passed.includes(type)) {
    const known = Object.entries(nodeType(document, type)?.capabilities ?? {});
    return Object.fromEntries(known.map(([name, capability]) => [name, capability.type]));
  }
  const defined = Object.entries(asMap(own['capabilities'])).map(([name, definition]) => [
    name,
    asText(at(definition, 'type')) ?? asText(definition) ?? '',
  ]);
  const above = capabilityTypes(document, asText(own['derived_from']) ?? '', [...passed, type]);
  return { ...above, ...Object.fromEntries(defined) };
}

/** The first type above that is not the document's own; undefined: nobody knows. */
function baseOf(document: YamlMap, type: string | undefined, passed: readonly string[] = []): string | undefined {
  const own = type === undefined || passed.includes(type) ? undefined : at(document, 'capability_types', type);
  if (isMap(own)) return baseOf(document, asText(own['derived_from']), [...passed, type ?? '']);
  return type?.startsWith('tosca.capabilities.') === true ? type : undefined;
}
