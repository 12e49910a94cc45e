import { openLike } from '../names.ts';
import { mild } from '../report.ts';
import type { PropertyDef } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlMapping } from '../yaml/node.ts';
import { assign } from './assign.ts';
import { type Cells, noCells, type Site } from './instances.ts';
import type { Service } from './service.ts';

interface Owner {
  readonly node: YamlMapping;
  readonly name: string;
  readonly type: TypeDef;
}

/**
 * A template may give attributes a first value, including attributes that reflect a property (2.0 section 9.6). In 1.x
 * an undeclared attribute is only a warning, since providers add their own.
 */
export function attributesOf(service: Service, { node, name, type }: Owner, site: Site): Cells {
  if (node.get('attributes') === undefined) return noCells;
  const { attributes, properties } = membersOf(type);
  return attributeCells(
    service,
    { node, name },
    openLike(new Map([...properties, ...attributes]), properties, attributes),
    attributes,
    site,
  );
}

/** `declared`: the attributes whose own default is used. */
export function attributeCells(
  service: Service,
  { node, name }: Omit<Owner, 'type'>,
  known: ReadonlyMap<string, PropertyDef>,
  declared: ReadonlyMap<string, PropertyDef>,
  site: Site,
): Cells {
  const given = node.get('attributes');
  if (given === undefined) return noCells;
  const bare = [...known].map(([key, def]) => [key, declared.has(key) ? def : withoutDefault(def)] as const);
  const report = service.version === '2.0' ? service.report : mild(service.report);
  return assign(openLike(new Map(bare), known), given, { node, name, section: 'attributes' }, site, report);
}

const withoutDefault = (def: PropertyDef): PropertyDef => ({ ...def, default: undefined, fixed: undefined });
