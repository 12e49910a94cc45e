import { propertyMissing, propertyUnknown } from '../problem-kinds.ts';
import type { Report } from '../report.ts';
import type { PropertyDef } from '../types/schema.ts';
import type { YamlNode } from '../yaml/node.ts';
import { present } from '../yaml/scalar.ts';
import { Cell, type Site } from './cell.ts';

/**
 * One cell for every property that is assigned or has a default. Assignments of what is not declared are reported, and
 * so is what is required and has neither; `owner` is where the latter is missing.
 */
export function assign(
  defs: ReadonlyMap<string, PropertyDef>,
  node: YamlNode | undefined,
  owner: { readonly node: YamlNode; readonly name: string; readonly section: string },
  site: Site,
  report: Report,
): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  const given = node?.kind === 'mapping' ? node.entries : undefined;
  if (given) assignGiven(cells, defs, given, owner.name, site, report);
  for (const [name, def] of defs) {
    if (cells.has(name)) continue;
    const value = def.fixed ?? def.default;
    if (value) cells.set(name, new Cell(value, def.schema, site, `${owner.name}.${name}`));
    else if (def.required && !given?.has(name)) {
      report.at(node ?? owner.node, propertyMissing(name, owner.name), node ? name : `${owner.section}.${name}`);
    }
  }
  return cells;
}

function assignGiven(
  cells: Map<string, Cell>,
  defs: ReadonlyMap<string, PropertyDef>,
  given: ReadonlyMap<string, YamlNode>,
  owner: string,
  site: Site,
  report: Report,
): void {
  for (const [name, value] of given) {
    const def = defs.get(name);
    if (def === undefined) report.atKey(value, propertyUnknown(name, owner, defs.keys()));
    else if (present(value) !== undefined) cells.set(name, new Cell(value, def.schema, site, `${owner}.${name}`));
    else if (def.required && def.default === undefined) report.at(value, propertyMissing(name, owner));
  }
}
