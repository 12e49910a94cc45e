import { wordsOf } from '../functions/lookup.ts';
import type { Cell, Site } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import type { PropertyDef } from '../types/definitions.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { type Called, callOf } from './called.ts';
import { allSecret, both, noSecrets, secretsOfDefinition, secretsOfSchema } from './declared.ts';
import { isValueKey, pairIsSecret } from './named-pairs.ts';
import { namesSecret } from './names.ts';
import { type Step, secretsByName, stepOf } from './places.ts';
import { attributesAt, type Value, valuesAt } from './reached.ts';
import { isPublicMember, type Secret } from './values.ts';

/**
 * Finds what becomes a secret: an input, a default, a member or a property with an innocent name whose value is that of a
 * secret place, through any number of references. What is only a part of a secret, in a `concat`, is not marked.
 */
export class Backward {
  readonly #service: Service;
  readonly #inputs = new Map<string, readonly Secret[]>();
  readonly #cells = new Map<Cell, readonly Secret[]>();
  /** values that are to be followed, since chains of references may be as long as the template */
  readonly #open: Open[] = [];

  constructor(service: Service) {
    this.#service = service;
  }

  get isEmpty(): boolean {
    return this.#inputs.size === 0 && this.#cells.size === 0;
  }

  ofInput(name: string): readonly Secret[] {
    return this.#inputs.get(name) ?? noSecrets;
  }

  ofCell(cell: Cell): readonly Secret[] {
    return this.#cells.get(cell) ?? noSecrets;
  }

  /** Follows the value of a place, if the place is a secret or has one inside. */
  addPlace(name: string, cell: Cell, def?: PropertyDef): void {
    if (cell.node.kind === 'scalar') return;
    const base = (def?.schema ?? cell.schema)?.type.base;
    const isBoolean = typeof base === 'object' && base.name === 'boolean';
    const declared = both(def ? secretsOfDefinition(def) : noSecrets, secretsOfSchema(cell.schema));
    const secrets = isBoolean || !namesSecret(name) ? declared : both(secretsByName([name]), declared);
    // most values are one call, and no secret
    if (secrets.length === 0 && cell.node.kind === 'mapping' && callOf(cell.node, this.#service.version)) return;
    this.#follow({ node: cell.node, site: cell.site, secrets });
  }

  /** Follows what a text outside all nodes has under the names of secrets. */
  addText(node: YamlNode): void {
    this.#follow({ node, site: nowhere, secrets: noSecrets });
  }

  /** An input, or a member of it, that is given to a secret place. */
  addInput(words: readonly YamlNode[], secrets: readonly Secret[]): void {
    this.#markInput(words, secrets);
    this.#followAll();
  }

  #follow(first: Open): void {
    this.#open.push(first);
    this.#followAll();
  }

  #followAll(): void {
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) this.#visit(next);
  }

  #visit({ node, site, secrets }: Open): void {
    if (node.kind === 'scalar') return;
    const call = node.kind === 'mapping' ? callOf(node, this.#service.version) : undefined;
    if (call) {
      if (secrets.length > 0) this.#reach(call, site, secrets);
      return;
    }
    const isPair = node.kind === 'mapping' && pairIsSecret([...node.entries.keys()], (key) => textOf(node.get(key)));
    const visitMember = (value: YamlNode, key: string | number): void => {
      if (value.kind === 'scalar') return;
      const step = `${key}`;
      const ofPair = isPair && isValueKey(step) ? allSecret : noSecrets;
      const named = typeof key === 'string' ? both(ofPair, secretsByName([key])) : noSecrets;
      this.#open.push({
        node: value,
        site,
        secrets: both(
          named,
          secrets.flatMap((secret) => inMember(secret, step)),
        ),
      });
    };
    if (node.kind === 'mapping') node.each(visitMember);
    else for (const [index, item] of node.items.entries()) visitMember(item, index);
  }

  #reach({ name, argument }: Called, site: Site, secrets: readonly Secret[]): void {
    const words = wordsOf(argument);
    if (name === 'get_input') this.#markInput(words, secrets);
    else if (name === 'get_property') this.#markValues(valuesAt(this.#service, site, words), secrets);
    else if (name === 'get_attribute') this.#markValues(attributesAt(this.#service, site, words), secrets);
    else {
      const only = onlyPart(name, argument);
      if (only) this.#open.push({ node: only, site, secrets });
    }
  }

  #markInput([first, ...path]: readonly YamlNode[], secrets: readonly Secret[]): void {
    const name = textOf(first) ?? '';
    const input = this.#service.inputs.get(name);
    if (input === undefined) return;
    const fresh = notIn(this.ofInput(name), inside(path.map(stepOf), secrets));
    if (fresh.length === 0) return;
    this.#inputs.set(name, [...this.ofInput(name), ...fresh]);
    if (input.cell) this.#open.push({ node: input.cell.node, site: input.cell.site, secrets: fresh });
  }

  #markValues(values: readonly Value[], secrets: readonly Secret[]): void {
    for (const { cell, path } of values) {
      if (cell === undefined) continue;
      const fresh = notIn(this.ofCell(cell), inside(path, secrets));
      if (fresh.length === 0) continue;
      this.#cells.set(cell, [...this.ofCell(cell), ...fresh]);
      this.#open.push({ node: cell.node, site: cell.site, secrets: fresh });
    }
  }
}

const nowhere: Site = { node: undefined, relationship: undefined };

interface Open {
  readonly node: YamlNode;
  readonly site: Site;
  readonly secrets: readonly Secret[];
}

/** What of a secret is in a member of the value. */
const inMember = ({ at: [first, ...at], is }: Secret, step: string): readonly Secret[] => {
  if (first !== undefined) return first === step || first === '*' ? [{ at, is }] : [];
  return is === 'credential' && isPublicMember(step) ? [] : [{ at: [], is }];
};

/** The secrets of a value that is at this place of another one. */
const inside = (path: readonly Step[], secrets: readonly Secret[]): readonly Secret[] =>
  secrets.map(({ at, is }) => ({ at: [...path.map((step) => step ?? '*'), ...at], is }));

const notIn = (known: readonly Secret[], secrets: readonly Secret[]): readonly Secret[] => {
  const keys = new Set(known.map(keyOf));
  return secrets.filter((secret) => !keys.has(keyOf(secret)));
};

const keyOf = ({ at, is }: Secret): string => JSON.stringify([is, at]);

/** The text that a function takes a part of, or the only one that it joins: its result is all of that or within it. */
const onlyPart = (name: string, argument: YamlNode): YamlNode | undefined => {
  if (argument.kind !== 'sequence') return undefined;
  const [first] = argument.items;
  if (name === 'token') return first;
  const joined = name === 'join' ? first : name === 'concat' ? argument : undefined;
  const parts = joined?.kind === 'sequence' ? joined.items.filter((part) => textOf(part) !== '') : [];
  return parts.length === 1 ? parts[0] : undefined;
};
