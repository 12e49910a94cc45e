import { chainOf, type Entry } from './entry.ts';
import { type Known, nodeAround, typeOf } from './known.ts';
import {
  ofBody,
  ofDefinition,
  ofInterface,
  ofProperty,
  ofRequirement,
  ofRoot,
  ofTemplate,
  ofType,
  ofValue,
  other,
  values,
  wrapped,
} from './meaning-of-keys.ts';
import type { Meaning } from './meanings.ts';

/** What is in the value of an entry; of the root, what is in the text. */
export const meaningOf = (known: Known, entry: Entry): Meaning =>
  chainOf(entry).reduce<Meaning>((meaning, at) => into(known, meaning, at), { is: 'root' });

const calls =
  /^\$?(get_input|get_property|get_attribute|get_artifact|get_operation_output|get_nodes_of_type|concat|join|token)$/;

const into = (known: Known, meaning: Meaning, entry: Entry): Meaning => {
  const { key = '' } = entry;
  const isValue = meaning.is === 'value' || meaning.is === 'argument' || meaning.is === 'call';
  if (isValue && calls.test(key)) {
    const around = nodeAround(entry);
    return { is: 'call', name: key.replace('$', ''), node: around && typeOf(known, 'node', around) };
  }
  switch (meaning.is) {
    case 'root':
      return ofRoot(key);
    case 'body':
      return ofBody(key);
    case 'templates':
      // policies are a list of maps of one
      return entry.key === undefined
        ? meaning
        : { is: 'template', kind: meaning.kind, type: typeOf(known, meaning.kind, entry) };
    case 'template':
      return ofTemplate(meaning, key);
    case 'values':
      return ofProperty(meaning.defs.get(key));
    case 'value':
      return ofValue(meaning.schema, entry);
    case 'capabilities':
      return wrapped('capability', meaning.defs.get(key));
    case 'capability':
      return values(
        key === 'properties' ? meaning.def.properties : key === 'attributes' ? meaning.def.attributes : undefined,
      );
    case 'requirements':
      return entry.key === undefined ? meaning : { is: 'requirement', def: meaning.defs.get(key) };
    case 'requirement':
      return ofRequirement(meaning.def, key);
    case 'interfaces':
      return wrapped('interface', meaning.defs.get(key));
    case 'interface':
      return ofInterface(meaning, key);
    case 'types':
      return { is: 'type', kind: meaning.kind };
    case 'type':
      return ofType(known, meaning.kind, entry);
    case 'definitions':
      return entry.key === undefined ? meaning : { is: 'definition' };
    case 'definition':
      return ofDefinition(known, entry);
    case 'call':
      return { is: 'argument', call: meaning.name, index: entry.parent?.children.indexOf(entry) ?? 0, owner: entry };
    case 'typeName':
    case 'nodeName':
      return meaning;
    default:
      return other;
  }
};
