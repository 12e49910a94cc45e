import { isOpen } from '../names.ts';
import { attributeUnknown, propertyMissing, propertyUnknown, valueFixed } from '../problem-kinds.ts';
import type { Reporter } from '../report.ts';
import { hasCalls } from '../types/defaults.ts';
import type { PropertyDef, Schema } from '../types/definitions.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present } from '../yaml/scalar.ts';
import { Cell, type Cells, noCells, RequiredCell, type Site } from './instances.ts';

interface Owner {
  readonly node: YamlNode;
  readonly name: string;
  /** section of the values: `properties`, or `attributes`, which are never required */
  readonly section: string;
}

/**
 * Makes one cell for every property that is assigned or has a default. Reports assignments to undeclared names, and
 * required properties without a value; `owner` is the place of the latter.
 */
export function assign(
  defs: ReadonlyMap<string, PropertyDef>,
  node: YamlNode | undefined,
  owner: Owner,
  site: Site,
  report: Reporter,
): Cells {
  const given = node?.kind === 'mapping' ? node : undefined;
  if (given === undefined && defs.size === 0) return noCells;
  // most nodes have values in few of their sections
  let cells: Map<string, Cell> | undefined;
  if (given && given.size > 0) {
    cells = new Map();
    assignGiven(cells, defs, given, owner, site, report);
  }
  const areRequired = owner.section !== 'attributes';
  for (const def of defs.values()) {
    const { name } = def;
    if (cells?.has(name)) continue;
    const value = def.fixed ?? def.default;
    if (value) {
      cells ??= new Map();
      cells.set(name, new Cell(value, def.schema, site, owner.name, name));
    } else if (def.required && areRequired && !given?.get(name) && !isOpen(defs)) {
      report.at(node ?? owner.node, propertyMissing(name, owner.name), node ? name : `${owner.section}.${name}`);
    }
  }
  return cells ?? noCells;
}

/** 1.x: an attribute may be given as `{ description, value }` (1.3 section 3.6.13). */
function plainNotation(written: YamlNode, { scope, schema }: PropertyDef): YamlNode {
  const value = written.kind === 'mapping' ? written.get('value') : undefined;
  if (written.kind !== 'mapping' || value === undefined || scope.version === '2.0') return written;
  const isExtended = [...written.entries.keys()].every((key) => key === 'value' || key === 'description');
  return isExtended && !(schema && mayHold(schema, value)) ? value : written;
}

/** Whether a value of this type may itself have this under the key `value`. */
function mayHold({ type, entry }: Schema, value: YamlNode): boolean {
  const member = type.base === 'map' ? entry : type.properties.get('value')?.schema;
  if (member === undefined) return type.base === 'map' || type.properties.has('value');
  const isMap = member.type.base === 'map' || member.type.base === 'complex';
  return isMap === (value.kind === 'mapping') || (value.kind === 'mapping' && hasCalls(value));
}

function assignGiven(
  cells: Map<string, Cell>,
  defs: ReadonlyMap<string, PropertyDef>,
  given: YamlMapping,
  { name: owner, section }: Owner,
  site: Site,
  report: Reporter,
): void {
  const areRequired = section !== 'attributes';
  const unknown = areRequired ? propertyUnknown : attributeUnknown;
  given.each((written, name) => {
    const def = defs.get(name);
    const value = section === 'attributes' && def ? plainNotation(written, def) : written;
    if (def === undefined) report.atKey(value, unknown(name, owner, defs));
    else if (def.fixed !== undefined && def.scope.version === '2.0') report.atKey(value, valueFixed(name, owner));
    // in 2.0 an empty value is a value of the type nil (section 9.1.1.6)
    else if (present(value) !== undefined || def.scope.version === '2.0')
      cells.set(name, new (areRequired ? kindOf(value, def) : Cell)(value, def.schema, site, owner, name));
    else if (def.required && def.default === undefined && !isOpen(defs)) report.at(value, propertyMissing(name, owner));
  });
}

/** Only a call can come to nothing. */
const kindOf = (value: YamlNode, def: PropertyDef): typeof Cell =>
  def.required && def.default === undefined && value.kind === 'mapping' && value.onlyKey !== undefined
    ? RequiredCell
    : Cell;
