/**
 * What the Infrastructure Manager's parser knows of the types of nodes: `parser-types.json` has the normative ones, as the parser
 * of both releases has them (`npm run e2e:im` holds it against them). Imports are not fetched, so a type of an import is unknown here.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asMap, asText, at, isMap, type YamlMap } from './value.ts';

interface Field {
  readonly type: string;
  readonly required?: true;
  /** greater_or_equal */
  readonly least?: string | number;
}

interface Fields {
  readonly properties: { readonly [name: string]: Field };
  /** the type of each */
  readonly attributes: { readonly [name: string]: string };
}

export interface NodeType extends Fields {
  readonly capabilities: { readonly [name: string]: Fields & { readonly type: string } };
  readonly requirements: readonly { readonly name: string; readonly least: number; readonly most?: number }[];
}

const normative: { readonly [name: string]: NodeType } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'parser-types.json'), 'utf8'),
);

const normativeName = (name: string): string => {
  const short = name.replace(/^tosca:/, '');
  return Object.hasOwn(normative, short) ? short : `tosca.nodes.${short}`;
};

/** Undefined: the parser has no such type, or it derives from one that an import may have. */
export function nodeType(document: YamlMap, name: string, passed: readonly string[] = []): NodeType | undefined {
  const own = asMap(document['node_types'])[name];
  if (!isMap(own)) return isRedefined(document, name) ? undefined : normative[normativeName(name)];
  const parent = asText(own['derived_from']);
  const above =
    parent === undefined || passed.includes(name) ? undefined : nodeType(document, parent, [...passed, name]);
  return above && withOwn(above, own);
}

/** A capability that the document's type defines may have any property: its type may be the document's own. */
function withOwn(above: NodeType, own: YamlMap): NodeType {
  const capabilities = Object.keys(asMap(own['capabilities']));
  const kept = Object.entries(above.capabilities).filter(([name]) => !capabilities.includes(name));
  const requirements = Array.isArray(own['requirements'])
    ? own['requirements'].flatMap((one) => Object.entries(asMap(one)))
    : [];
  return {
    properties: { ...above.properties, ...fieldsOf(own['properties']) },
    attributes: { ...above.attributes, ...typesOf(own['attributes']) },
    capabilities: Object.fromEntries(kept),
    requirements: [
      ...above.requirements.filter(({ name }) => !requirements.some(([each]) => each === name)),
      ...requirements.map(requirement),
    ],
  };
}

const fieldsOf = (definitions: unknown): NodeType['properties'] =>
  Object.fromEntries(
    Object.entries(asMap(definitions)).map(([name, definition]) => {
      const isRequired = at(definition, 'required') !== false && (at(definition, 'default') ?? null) === null;
      return [
        name,
        { type: asText(at(definition, 'type')) ?? 'string', ...(isRequired && { required: true as const }) },
      ];
    }),
  );

const typesOf = (definitions: unknown): NodeType['attributes'] =>
  Object.fromEntries(
    Object.entries(asMap(definitions)).map(([name, each]) => [name, asText(at(each, 'type')) ?? 'string']),
  );

const requirement = ([name, definition]: readonly [string, unknown]): NodeType['requirements'][number] => {
  const least = at(definition, 'occurrences', 0);
  const most = at(definition, 'occurrences', 1);
  return { name, least: typeof least === 'number' ? least : 1, ...(typeof most === 'number' && { most }) };
};

/** Whether a type of this name may come from an import. */
export const mayBeImported = (document: YamlMap, name: string): boolean => {
  const own = asMap(document['node_types'])[name];
  if (isMap(own)) return mayBeImported(document, asText(own['derived_from']) ?? '');
  return (
    document['imports'] !== undefined && (isRedefined(document, name) || normative[normativeName(name)] === undefined)
  );
};

/** The packages that templates import have containers of their own under the names of the standard, and those count. */
const isRedefined = (document: YamlMap, name: string): boolean =>
  document['imports'] !== undefined && normativeName(name).startsWith('tosca.nodes.Container.');
