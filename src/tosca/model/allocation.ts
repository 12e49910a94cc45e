import { isOpen } from '../names.ts';
import { allocationInvalid, asWarning } from '../problem-kinds.ts';
import type { PropertyDef, RequirementDef } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { named } from '../yaml/named.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { NodeInstance } from './instances.ts';
import { Cell } from './instances.ts';
import type { Service } from './service.ts';

interface Target {
  readonly target: NodeInstance | undefined;
  readonly capability: string | undefined;
  readonly def: RequirementDef | undefined;
}

/**
 * Cells for what a requirement reserves of its target's capability (2.0 section 8.5.5): numbers and values with units.
 * A property that the capability does not have is only a warning, since the conformance suite accepts it.
 */
export function allocationCells(
  service: Service,
  source: NodeInstance,
  wanted: Target,
  node: YamlNode,
): readonly Cell[] {
  const properties = propertiesOf(service, wanted);
  const cells: Cell[] = [];
  const site = { node: source, relationship: undefined };
  for (const [name, value] of named(node)) {
    const def = properties?.get(name);
    if (properties && def === undefined && isOpen(properties)) continue;
    if (properties && def === undefined)
      service.report.atKey(value, asWarning(allocationInvalid(missing(name, properties))));
    else if (def && !isNumeric(def)) {
      const reason = `${name} is a ${def.schema?.type.def.name}; only numbers and values with units can be allocated`;
      service.report.atKey(value, allocationInvalid(reason));
    } else cells.push(new Cell(value, def?.schema, site, source.name, name));
  }
  return cells;
}

const missing = (name: string, known: ReadonlyMap<string, PropertyDef>): string =>
  `the target's capability has no property ${name}; it has ${[...known.keys()].join(', ') || 'none'}`;

function isNumeric({ schema }: PropertyDef): boolean {
  const base = schema?.type.base;
  if (base === undefined || base === 'scalar') return true;
  return typeof base === 'object' && base.rank !== undefined && base.name !== 'timestamp' && base.name !== 'version';
}

/** Properties of the target's capability, else of the type in the definition; undefined when neither is known. */
function propertiesOf(
  service: Service,
  { target, capability, def }: Target,
): ReadonlyMap<string, PropertyDef> | undefined {
  const wanted = def?.capability;
  const own = capability === undefined ? undefined : target?.capabilities.get(capability);
  const fitting = [...(target?.capabilities.values() ?? [])].find((each) => wanted && each.def.type?.is(wanted));
  const found = own ?? fitting;
  if (found) return found.def.properties;
  const type = capability === undefined ? wanted : (service.scope.find('capability', capability) ?? wanted);
  return type && membersOf(type).properties;
}
