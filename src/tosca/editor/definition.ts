import type { TypeDef } from '../types/type-def.ts';
import { sourceOf, type YamlNode } from '../yaml/node.ts';
import { child, type Entry, valueIn } from './entry.ts';
import { inputOf, propertyAt } from './hover.ts';
import { bodyOf, type Known } from './known.ts';
import { meaningOf } from './meaning.ts';
import type { Meaning } from './meanings.ts';
import { type Place, placeAt, wordAt } from './place.ts';

export type Target =
  /** in the same text: offsets of the key */
  | { readonly in: 'text'; readonly start: number; readonly end: number }
  /** in an import; line and column from 1 */
  | {
      readonly in: 'import';
      readonly address: string;
      readonly line: number;
      readonly column: number;
      readonly name: string;
    }
  /** a type of the catalog */
  | { readonly in: 'catalog'; readonly type: TypeDef };

/** Where what the cursor is at is defined. */
export const definitionAt = (known: Known, offset: number): Target | undefined => {
  const place = placeAt(known.entries, offset);
  const word = wordAt(known.entries, place);
  return word === '' ? undefined : targetOf(known, meaningOf(known, place.owner), place, word);
};

const targetOf = (known: Known, meaning: Meaning, place: Place, word: string): Target | undefined => {
  if (place.at === 'key') return targetOfKey(known, meaning, word);
  switch (meaning.is) {
    case 'typeName':
      return meaning.kinds.map((kind) => ofType(known, kind, word)).find((found) => found !== undefined);
    case 'template':
      return (
        ofType(known, meaning.kind, word) ??
        ofEntry(child(child(bodyOf(known.entries), 'relationship_templates'), word))
      );
    case 'requirement':
    case 'nodeName':
      return ofNode(known, word) ?? ofType(known, 'node', word);
    case 'call':
      return meaning.name === 'get_input' ? ofEntry(inputOf(known, word)) : ofNode(known, word);
    case 'argument':
      return meaning.call === 'get_input' ? ofEntry(inputOf(known, word)) : ofNode(known, word);
    case 'imports':
      return { in: 'import', address: word, line: 1, column: 1, name: '' };
    default:
      return place.owner.key === 'file' || place.owner.parent?.key === 'imports'
        ? { in: 'import', address: valueIn(known.entries, place.owner), line: 1, column: 1, name: '' }
        : undefined;
  }
};

const targetOfKey = (known: Known, meaning: Meaning, word: string): Target | undefined => {
  const property = propertyAt(meaning, word);
  if (property !== undefined) return ofNodeOfYaml(property.node, word);
  if (meaning.is === 'capabilities') {
    const type = meaning.defs.get(word)?.type;
    return type === undefined ? undefined : ofTypeDef(known, type);
  }
  const capability = meaning.is === 'requirements' ? meaning.defs.get(word)?.capability : undefined;
  return capability === undefined ? undefined : ofTypeDef(known, capability);
};

const ofEntry = (entry: Entry | undefined): Target | undefined =>
  entry === undefined ? undefined : { in: 'text', start: entry.keyStart, end: entry.keyEnd };

const ofNode = ({ entries }: Known, name: string): Target | undefined =>
  ofEntry(child(child(bodyOf(entries), 'node_templates'), name));

const ofType = (known: Known, kind: TypeDef['kind'], name: string): Target | undefined => {
  const type = known.scope?.find(kind, name);
  return type === undefined ? undefined : ofTypeDef(known, type);
};

const ofTypeDef = ({ entries }: Known, type: TypeDef): Target => {
  const own = child(child(entries.root, `${type.kind}_types`), type.name);
  const source = sourceOf(type.node);
  if (source === undefined) return { in: 'catalog', type };
  return (
    (source.file === 'template' ? ofEntry(own) : undefined) ??
    ofNodeOfYaml(type.node, type.name) ?? { in: 'catalog', type }
  );
};

const ofNodeOfYaml = (node: YamlNode, name: string): Target | undefined => {
  const source = sourceOf(node);
  if (source === undefined) return undefined;
  const { line, column } = source.positionAt(node.keyStart);
  if (source.file !== 'template') return { in: 'import', address: source.file, line, column, name };
  return { in: 'text', start: node.keyStart, end: node.keyStart + name.length };
};
