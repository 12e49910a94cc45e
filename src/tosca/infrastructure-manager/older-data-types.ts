import type { MappingNode } from 'js-yaml';
import { member, removeMember } from '../yaml/tree.ts';

const asText = (name: string) => [name, 'string'] as const;

/**
 * Data types that the Infrastructure Manager's parser lacks, or of which it demands each property (seen with tosca-parser
 * 2.15.0), and the kinds of their values. Our own checks have read the values.
 */
const newerKinds: ReadonlyMap<string, string> = new Map([
  ...['scalar-unit.bitrate', 'json', 'xml', 'tosca.datatypes.json', 'tosca.datatypes.xml'].map(asText),
  ...['TimeInterval', 'network.NetworkInfo', 'network.PortInfo', 'NetworkInfo', 'PortInfo'].flatMap((name) =>
    [`tosca.datatypes.${name}`, name].map((each) => [each, 'map'] as const),
  ),
]);

export const schemas: ReadonlySet<string> = new Set(['entry_schema', 'key_schema']);

const builtin = /^(?:string|integer|float|boolean|timestamp|range|version|scalar-unit\.(?:size|time|frequency))$/;

/**
 * The kind of each data type that the Infrastructure Manager's parser does not know. It takes a value whose type derives
 * from a simple one for a map.
 */
export function dataKinds(root: MappingNode): ReadonlyMap<string, string> {
  const found = new Map(newerKinds);
  const bases = basesIn(root);
  for (const name of bases.keys()) {
    const chain = new Set<string>();
    let at: string | undefined = name;
    while (at !== undefined && bases.has(at) && !found.has(at) && !chain.has(at)) {
      chain.add(at);
      at = bases.get(at);
    }
    const kind = at !== undefined && builtin.test(at) ? at : found.get(at ?? '');
    if (kind !== undefined) for (const each of chain) found.set(each, kind);
  }
  return found;
}

function basesIn(root: MappingNode): ReadonlyMap<string, string> {
  const own = member(root, 'data_types')?.value;
  const all = own?.kind === 'mapping' ? own.items : [];
  return new Map(
    all.flatMap(({ key, value }) => {
      const base = value.kind === 'mapping' ? member(value, 'derived_from')?.value : undefined;
      return key.kind === 'scalar' && base?.kind === 'scalar' ? [[key.value, base.value] as const] : [];
    }),
  );
}

/**
 * Writes the definition of an input, of a property or of an entry. Our own checks have held every value against its
 * constraints, and the manager's parser reads them in another way: it takes `http|https` for `http` alone, patterns for
 * Python's, and no order of versions or texts, no length of a list, no range without an end. So it gets none.
 */
export function writeDefinition(definition: MappingNode, kinds: ReadonlyMap<string, string>): void {
  removeMember(definition, 'constraints');
  for (const part of schemas) {
    const schema = member(definition, part)?.value;
    if (schema?.kind === 'mapping') writeDefinition(schema, kinds);
    if (schema?.kind === 'scalar') schema.value = kinds.get(schema.value) ?? schema.value;
  }
  const type = member(definition, 'type')?.value;
  if (type?.kind === 'scalar') type.value = kinds.get(type.value) ?? type.value;
}
