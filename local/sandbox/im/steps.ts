/** Whether something is installed on the machines of a document, so that contextualization runs. */

import { mayBeImported } from './node-types.ts';
import { hostOf, isCompute } from './nodes.ts';
import { asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

/** Operations of the node, of its type or of its relationships, which the IM runs on the machine below. */
export function isConfigured(document: YamlMap, name: string, node: unknown): boolean {
  const type = asText(at(node, 'type')) ?? '';
  if (type.endsWith('FaaS.Function')) return true;
  if (hostOf(document, name) === undefined || requiresBinding(node)) return false;
  // types of imports are not read here, so what is hosted counts as software to install
  if (!isCompute(document, type) && mayBeImported(document, type) && !idle.has(type)) return true;
  if (type === 'tosca.nodes.indigo.Compute' && JSON.stringify(document['imports'] ?? '').includes(usersOf)) return true;
  if (hasSteps(node) || ofType(document, 'node_types', type)) return true;
  return relationshipsOf(node).some(({ relationship, target }) => {
    const isAnywhere = hostOf(document, target) !== undefined;
    return ofRelationship(document, relationship, (operation) => isAnywhere || !operation.endsWith('_target'));
  });
}

/** The package in which every machine makes its users. */
const usersOf = 'indigo-dc/tosca-types';

/** Types of both packages that install nothing themselves. */
const idle = new Set(
  ['LRMS.FrontEnd', 'LRMS.FrontEnd.Local', 'LRMS.WorkerNode', 'GlusterFSVolume', 'OneDataStorage']
    .map((name) => `tosca.nodes.indigo.${name}`)
    .concat('tosca.nodes.ec3.Application', 'tosca.nodes.StorageSystem'),
);

/** A port of a machine has no operations for the IM. */
export const requiresBinding = (node: unknown): boolean =>
  asList(at(node, 'requirements')).some((one) => asMap(one)['binding'] !== undefined);

/** In the order in which the IM runs them. */
const run = new Set([
  ...['create', 'pre_configure_source', 'pre_configure_target', 'configure', 'post_configure_source'],
  ...['post_configure_target', 'start', 'add_target', 'add_source', 'target_changed', 'remove_target'],
]);

type Runs = (operation: string) => boolean;

const hasSteps = (owner: unknown, runs: Runs = () => true): boolean =>
  Object.values(asMap(at(owner, 'interfaces'))).some((face) =>
    Object.entries(asMap(face)).some(
      ([operation, assigned]) => run.has(operation) && runs(operation) && isMapOrText(assigned),
    ),
  );

const isMapOrText = (assigned: unknown): boolean => isMap(assigned) || typeof assigned === 'string';

function ofType(
  document: YamlMap,
  section: string,
  name: string,
  runs?: Runs,
  passed: readonly string[] = [],
): boolean {
  const own = asMap(document[section])[name];
  if (!isMap(own) || passed.includes(name)) return false;
  return hasSteps(own, runs) || ofType(document, section, asText(own['derived_from']) ?? '', runs, [...passed, name]);
}

const relationshipsOf = (node: unknown): readonly { readonly relationship: unknown; readonly target: string }[] =>
  asList(at(node, 'requirements'))
    .flatMap((one) => Object.values(asMap(one)))
    .map((assigned) => ({ relationship: at(assigned, 'relationship'), target: asText(at(assigned, 'node')) ?? '' }))
    .filter(({ relationship }) => relationship !== undefined);

/** What a relationship runs at its target needs a machine there. */
function ofRelationship(document: YamlMap, relationship: unknown, runs: Runs): boolean {
  if (isMap(relationship))
    return (
      hasSteps(relationship, runs) || ofType(document, 'relationship_types', asText(relationship['type']) ?? '', runs)
    );
  const name = asText(relationship) ?? '';
  const template = at(document, 'topology_template', 'relationship_templates', name);
  return template === undefined
    ? ofType(document, 'relationship_types', name, runs)
    : ofRelationship(document, template, runs);
}
