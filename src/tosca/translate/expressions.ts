import { asConcat } from '../functions/text.ts';
import type { NodeInstance, Relationship, Site } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import type { Json } from '../topology.ts';

/** The 1.x form of an expression, or why there is none. */
export type Translated = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

const good = (value: Json): Translated => ({ ok: true, value });
const bad = (reason: string): Translated => ({ ok: false, reason });

/** Text functions are the same in both languages, apart from the dollar sign. */
const texts = new Set(['$concat', '$join', '$token']);

/** Translates a value after phase 7: known parts stay, and what only the deployment can tell becomes functions of 1.x. */
export function translated(service: Service, value: Json, site: Site): Translated {
  if (value === null || typeof value !== 'object') return good(value);
  if (Array.isArray(value)) return list(service, value as readonly Json[], site);
  const entries = Object.entries(value as { readonly [key: string]: Json });
  const [first] = entries;
  if (entries.length === 1 && first !== undefined && first[0].startsWith('$')) return call(service, first, site);
  return map(service, entries, site);
}

function call(service: Service, [name, argument]: [string, Json], site: Site): Translated {
  if (name === '$get_attribute') return attribute(service, argument, site);
  if (!texts.has(name))
    return bad(`${name} of a value that is only known after deployment has no counterpart in tosca_simple_yaml_1_3`);
  const inner = translated(service, argument, site);
  if (!inner.ok) return inner;
  // the Infrastructure Manager's parser does not know `join`
  const same = name === '$join' && Array.isArray(inner.value) ? asConcat(inner.value as readonly Json[]) : undefined;
  return good(same ?? { [name.slice(1)]: inner.value });
}

function list(service: Service, items: readonly Json[], site: Site): Translated {
  const found: Json[] = [];
  for (const item of items) {
    const each = translated(service, item, site);
    if (!each.ok) return each;
    found.push(each.value);
  }
  return good(found);
}

function map(service: Service, entries: readonly [string, Json][], site: Site): Translated {
  const found: [string, Json][] = [];
  for (const [key, item] of entries) {
    const each = translated(service, item, site);
    if (!each.ok) return each;
    found.push([key, each.value]);
  }
  return good(Object.fromEntries(found));
}

interface Place {
  readonly at: NodeInstance | Relationship | undefined;
  readonly rest: readonly Json[];
}

/** Turns `[SELF, RELATIONSHIP, host, TARGET, address]` into `[name of the host, address]`. */
function attribute(service: Service, argument: Json, site: Site): Translated {
  const [first, ...written] = Array.isArray(argument) ? (argument as readonly Json[]) : [];
  const isIndexed = first !== 'SELF' && written.length > 1 && isIndex(written[0]);
  if (isIndexed && Number(written[0]) !== 0)
    return bad(
      `the Infrastructure Manager tells attributes of the first node of ${first} only: use the index 0 instead of ${written[0]}`,
    );
  const rest = isIndexed ? written.slice(1) : written;
  let place: Place = { at: startOf(service, first, site), rest };
  for (let step = stepOf(place); step !== undefined; step = stepOf(place)) place = step;
  const { at } = place;
  if (at === undefined || !('requirements' in at))
    return bad(`${JSON.stringify(argument)} does not lead to a node template`);
  const name = first === 'SELF' && at === site.node ? 'SELF' : at.name;
  return good({ get_attribute: [name, ...place.rest] });
}

/** Which of the nodes that a template makes: a number, ALL, or one that is computed. */
const isIndex = (step: Json | undefined): boolean => /^(?:\d+|ALL|\$(?!\$).*)$/.test(String(step));

const startOf = (service: Service, first: Json | undefined, { node, relationship }: Site): Place['at'] =>
  first === 'SELF' ? (relationship ?? node) : service.nodes.get(String(first));

function stepOf({ at, rest }: Place): Place | undefined {
  const [word, ...left] = rest;
  if (at === undefined) return undefined;
  if ('requirements' in at) {
    if (word === 'CAPABILITY') return { at, rest: left };
    return word === 'RELATIONSHIP' ? relationshipOf(at, left) : undefined;
  }
  if (word === 'TARGET') return { at: at.target, rest: left };
  return word === 'SOURCE' ? { at: at.source, rest: left } : undefined;
}

function relationshipOf(node: NodeInstance, [name, index, ...after]: readonly Json[]): Place {
  const numbered = typeof index === 'number' || /^\d+$/.test(String(index));
  const found = node.requirements.filter((each) => each.name === name);
  const rest = numbered ? after : index === undefined ? [] : [index, ...after];
  return { at: found[numbered ? Number(index) : 0]?.relationship, rest };
}
