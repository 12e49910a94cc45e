import { definitionInvalid } from '../problem-kinds.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { coreValue, textOf } from '../yaml/scalar.ts';
import type { DataType, ScalarType } from './definitions.ts';
import { factorOf } from './scalar-type.ts';
import { dataType } from './schema.ts';
import type { TypeDef } from './type-def.ts';

const keynames = ['data_type', 'units', 'prefixes', 'canonical_unit'];

/** Reports mistakes in the definition of a scalar type, and keynames of scalar types in any other type. */
export function checkScalarType(def: TypeDef): void {
  const isScalar = def.chain.at(-1)?.primitive === 'scalar' && def.primitive === undefined;
  const refuse = (reason: string, at?: YamlNode): void =>
    def.scope.report?.at(at ?? def.node, definitionInvalid(`${def.name}: ${reason}`));
  if (!isScalar) {
    const own = keynames.find((key) => def.node.get(key) !== undefined);
    if (own !== undefined) refuse(`${own} is for types that derive from scalar`, def.node.get(own));
    return;
  }
  const properties = def.node.get('properties');
  if (properties) refuse('a scalar type has no properties', properties);
  if (checkNumber(def, refuse)) checkUnits(def, dataType(def).scalar, refuse);
}

type Refuse = (reason: string, at?: YamlNode) => void;

function checkNumber(def: TypeDef, refuse: Refuse): boolean {
  const node = def.node.get('data_type');
  const name = textOf(node);
  if (node === undefined || name === undefined) return true;
  const found = def.scope.find('data', name);
  if (found === undefined) {
    def.scope.report?.at(node, def.scope.unknownType('data', name));
    return false;
  }
  const numeric = found.ancestry.some((each) => each === 'integer' || each === 'float');
  if (!numeric) refuse(`data_type must be integer, float or a type derived from them; ${name} is not`, node);
  const inherited = parentScalar(def)?.number;
  const kept = inherited === undefined || found === inherited.def;
  if (!kept) refuse(`data_type must stay ${inherited.def.name}, as in ${def.parent?.name}`, node);
  return numeric && kept;
}

/** The scalar type that another derives from; undefined when it derives from `scalar` itself. */
const parentScalar = ({ parent }: TypeDef): ScalarType | undefined =>
  parent === undefined || parent.primitive === 'scalar' ? undefined : dataType(parent).scalar;

/** Units and prefixes add to those of the parent; an inherited multiplier must not change. */
function checkAdded(def: TypeDef, section: 'units' | 'prefixes', refuse: Refuse): void {
  const [node, before] = [def.node.get(section), parentScalar(def)?.[section]];
  for (const [name, value] of node?.kind === 'mapping' ? node.entries : []) {
    const [own, inherited] = [value.kind === 'scalar' ? coreValue(value) : undefined, before?.get(name)];
    if (inherited !== undefined && own !== inherited)
      refuse(`the multiplier of ${JSON.stringify(name)} must stay ${inherited}, as in ${def.parent?.name}`, value);
    if (/\s/.test(name)) refuse(`${JSON.stringify(name)} contains a blank; units and prefixes have none`, value);
  }
}

function checkUnits(def: TypeDef, { units, prefixes, number }: ScalarType, refuse: Refuse): void {
  const given = { units: def.node.get('units'), prefixes: def.node.get('prefixes') };
  if (units.size === 0)
    refuse('units is missing: a scalar type has at least one unit with the multiplier 1', given.units);
  for (const node of [given.units, given.prefixes]) if (node?.kind === 'mapping') checkFactors(node, number, refuse);
  if (units.size === 0) return;
  checkAdded(def, 'units', refuse);
  checkAdded(def, 'prefixes', refuse);
  const ones = [...units].filter(([, factor]) => factor === 1);
  if (ones.length === 0) refuse('no unit has the multiplier 1', given.units);
  if (prefixes.size > 0) {
    // the standard's own example has two units and names its data type, so that is allowed
    if (units.size > 1 && def.node.get('data_type') === undefined)
      refuse('prefixes are only allowed with one unit', given.prefixes);
    if (![...prefixes.values()].includes(1)) refuse('no prefix has the multiplier 1', given.prefixes);
  }
  checkCanonical(def, dataType(def).scalar, ones.length, refuse);
}

function checkCanonical(def: TypeDef, type: ScalarType, ones: number, refuse: Refuse): void {
  const node = def.chain.map(({ node: each }) => each.get('canonical_unit')).find((each) => each !== undefined);
  const name = textOf(node);
  const own = textOf(def.node.get('canonical_unit'));
  const before = def.chain.slice(1).map(({ node: each }) => textOf(each.get('canonical_unit')));
  if (own !== undefined && parentScalar(def) !== undefined && before.find((each) => each !== undefined) !== own)
    refuse(`only ${def.parent?.name}, from which this type derives, may have canonical_unit`, node);
  if (name === undefined) {
    if (ones > 1) refuse('canonical_unit is missing: more than one unit has the multiplier 1');
    return;
  }
  const factor = factorOf(type, name);
  if (factor === undefined) refuse(`the canonical unit ${name} is not among the units`, node);
  else if (factor !== 1) refuse(`the canonical unit ${name} has the multiplier ${factor}, it must be 1`, node);
}

/** Multipliers are numbers that the data type allows. */
function checkFactors(node: YamlMapping, number: DataType | undefined, refuse: Refuse): void {
  for (const [name, value] of node.entries) {
    const factor = value.kind === 'scalar' ? coreValue(value) : undefined;
    if (typeof factor !== 'number' || factor <= 0) {
      refuse(`the multiplier of ${JSON.stringify(name)} must be a number greater than 0`, value);
      continue;
    }
    const reason = number?.constraints.map((each) => each.check(factor)).find((each) => each !== undefined);
    const whole = number?.def.ancestry.includes('integer') !== true || Number.isInteger(factor);
    if (!whole) refuse(`the multiplier of ${JSON.stringify(name)} must be an integer, as the data type is`, value);
    else if (reason !== undefined) refuse(`the multiplier of ${JSON.stringify(name)}: ${reason}`, value);
  }
}
