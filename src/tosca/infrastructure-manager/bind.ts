import { DUMP_SCHEMA, eventsToAst, type MappingNode, type Node, present } from 'js-yaml';
import { openArchive } from '../csar/archive.ts';
import { isArchive } from '../csar/forms.ts';
import type { NodeEdit } from '../edit.ts';
import type { Json } from '../topology.ts';
import { definitionsVersions, shortName } from '../versions.ts';
import { parse } from '../yaml/events.ts';
import { withoutByteOrderMark } from '../yaml/source.ts';
import {
  anchoredNodes,
  childMapping,
  mappingOf,
  member,
  removeMember,
  resolved,
  setMember,
  valueNode,
  withoutAliases,
} from '../yaml/tree.ts';
import { inlineImports } from './inline-imports.ts';
import { writeOlderForms } from './older-forms.ts';
import { writeImports } from './older-imports.ts';
import { writeOlderTypes } from './older-types.ts';
import { writePackageForms } from './package-forms.ts';
import { quoteNames } from './quote-names.ts';
import { quotePlain } from './quote-plain.ts';
import { quoteTexts, quoteTextsOfTypes, textTypes } from './quote-texts.ts';

interface Bound {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly name: string;
  /** changes for the chosen provider */
  readonly edits?: readonly NodeEdit[];
}

/**
 * The template in the form that the Infrastructure Manager needs: input values stand in
 * `topology_template.inputs.<name>.default` (it takes no inputs of its own,
 * docs/contract/infrastructure-manager-templates.md, "Documents") and `metadata.infra_name` is `name`.
 *
 * The text is edited as a tree of YAML nodes and not as values, so that scalars keep the form that their author wrote:
 * the Infrastructure Manager reads YAML 1.1, where `yes` and 'yes' differ. Only names, and texts in definitions of
 * inputs and types, get quotes here; `deployable` quotes texts among the values. Only comments are lost. For a CSAR, the
 * result is the entry definitions, with the types that other files of the archive define. Throws a TypeError when the
 * text is not a YAML mapping: callers run processTemplate first.
 */
export function bindTemplate(text: string, bound: Bound): string {
  const archive = isArchive(text) ? openArchive(text) : undefined;
  const parsed = parse(withoutByteOrderMark(archive?.text ?? text));
  const documents = eventsToAst([...parsed.events], { source: parsed.text, schema: DUMP_SCHEMA });
  const root = documents[0]?.contents;
  if (root?.kind !== 'mapping') throw new TypeError('the template is not a YAML mapping');
  if (archive) inlineImports(root, { entry: archive.entry, document: (path) => mappingOf(archive.read(path) ?? '') });
  const anchors = anchoredNodes(root);
  setVersion(root);
  setMember(childMapping(root, 'metadata', anchors), 'infra_name', valueNode(bound.name));
  writeInputs(root, bound.inputs, anchors);
  if (bound.edits !== undefined && bound.edits.length > 0) editNodes(root, bound.edits, anchors);
  writeImports(root);
  writePackageForms(root);
  writeOlderTypes(root);
  writeOlderForms(root);
  quoteTextsOfTypes(root, textTypes(root));
  quoteNames(root);
  quotePlain(root);
  return present(documents, { schema: DUMP_SCHEMA, lineWidth: -1 });
}

/** The Infrastructure Manager reads 1_0, 1_2 and 1_3 under their short names; 1.2 accepts all that 1.1 has. */
function setVersion(root: MappingNode): void {
  const version = member(root, 'tosca_definitions_version')?.value;
  const known = version?.kind === 'scalar' ? definitionsVersions[version.value.replace(/\/$/, '')] : undefined;
  if (known !== undefined) {
    setMember(root, 'tosca_definitions_version', valueNode(shortName(known === '1.1' ? '1.2' : known)));
  }
}

function writeInputs(root: MappingNode, inputs: Readonly<Record<string, Json>>, anchors: Map<string, Node>): void {
  if (member(root, 'topology_template') === undefined) return;
  const topology = childMapping(root, 'topology_template', anchors);
  if (member(topology, 'inputs') === undefined) return;
  const definitions = childMapping(topology, 'inputs', anchors);
  // resolve aliases first, since the definitions that they point at are about to change
  for (const item of definitions.items) if (item.value.kind === 'alias') item.value = resolved(item.value, anchors);
  for (const [name, value] of Object.entries(inputs)) {
    // a null parameter means the default, also for bindInputs
    if (value === null || member(definitions, name) === undefined) continue;
    setMember(childMapping(definitions, name, anchors), 'default', valueNode(value));
  }
  const types = textTypes(root);
  for (const { value } of definitions.items) if (value.kind === 'mapping') quoteTexts(value, types);
}

/** Adds missing keys along a path. Only an edit with an empty path adds a node template. A key to remove may be missing. */
function editNodes(root: MappingNode, edits: readonly NodeEdit[], anchors: Map<string, Node>): void {
  const nodes = childMapping(childMapping(root, 'topology_template', anchors), 'node_templates', anchors);
  withoutAliases(nodes, anchors);
  for (const { node, path, value, ifAbsent } of edits) {
    if (path.length === 0 && value !== undefined) setMember(nodes, node, valueNode(value));
    if (path.length === 0 || member(nodes, node) === undefined) continue;
    const above = [node, ...path.slice(0, -1)].reduce((parent, key) => childMapping(parent, key, anchors), nodes);
    const [key = ''] = path.slice(-1);
    if (ifAbsent && member(above, key) !== undefined) continue;
    if (value === undefined) removeMember(above, key);
    else setMember(above, key, valueNode(value));
  }
}
