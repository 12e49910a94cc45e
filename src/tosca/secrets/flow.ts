import { wordsOf } from '../functions/lookup.ts';
import type { Cell, Site } from '../model/instances.ts';
import type { InputInstance, Service } from '../model/service.ts';
import type { PropertyDef } from '../types/definitions.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { Backward } from './backward.ts';
import { type Called, callOf } from './called.ts';
import { adding, allSecret, both, noSecrets, secretsOfInput, secretsOfSchema } from './declared.ts';
import { namesSecret } from './names.ts';
import { secretsAt, secretsByName, stepOf } from './places.ts';
import { artifactOf, attributesAt, operationsOf, type Value, valuesAt } from './reached.ts';
import type { Secret } from './values.ts';

/**
 * Finds secrets in the values of a template: every value that comes from a secret input or a credential is secret,
 * through any function and any number of values. Each cell is visited once, from a stack, since chains of references
 * may be as long as the template. A cycle adds nothing.
 */
export class Flow {
  readonly #service: Service;
  readonly #known = new Map<Cell, readonly Secret[]>();
  readonly #inputs = new Map<PropertyDef, readonly Secret[]>();
  readonly #busy = new Set<Cell>();
  #needs: Cell[] = [];

  readonly #backward: Backward;

  /** `backward`: what becomes a secret at another place */
  constructor(service: Service, backward: Backward = new Backward(service)) {
    this.#service = service;
    this.#backward = backward;
  }

  /** Whether the value becomes a secret, or a part of it does. */
  isMarked(cell: Cell): boolean {
    return this.#backward.ofCell(cell).length > 0;
  }

  /** The secrets of an input, by its definition and by what becomes of it. */
  secretsOfInput(name: string, { def, cell }: InputInstance): readonly Secret[] {
    return [...secretsOfInput(def), ...this.#backward.ofInput(name), ...(cell ? this.secretsOf(cell) : [])];
  }

  secretsOf(first: Cell): readonly Secret[] {
    if (first.node.kind === 'scalar') return this.#ofScalar(first);
    const known = this.#known.get(first);
    if (known) return known;
    const alone = this.#attempt(first);
    // hardly any cell is needed by others, so it is not remembered
    if (alone) return alone;
    const stack = [first];
    for (let cell = stack.at(-1); cell !== undefined; cell = stack.at(-1)) {
      if (this.#known.has(cell)) {
        stack.pop();
        continue;
      }
      this.#busy.add(cell);
      const secrets = this.#attempt(cell);
      if (secrets) {
        this.#known.set(cell, secrets);
        this.#busy.delete(cell);
      } else stack.push(...this.#needs);
    }
    return this.#known.get(first) ?? noSecrets;
  }

  /** The secrets of a cell; undefined while it needs other cells. */
  #attempt(cell: Cell): readonly Secret[] | undefined {
    if (this.#needs.length > 0) this.#needs = [];
    const secrets = together(this.#ofNode(cell.node, cell.site), this.#ofScalar(cell));
    return this.#needs.length > 0 ? undefined : secrets;
  }

  /** The secrets of a value that is written out: by its type, and by what becomes of it. */
  #ofScalar(cell: Cell): readonly Secret[] {
    return both(secretsOfSchema(cell.schema), this.#backward.ofCell(cell));
  }

  #ofCell(cell: Cell): readonly Secret[] {
    if (cell.node.kind === 'scalar') return this.#ofScalar(cell);
    const known = this.#known.get(cell);
    if (known === undefined && !this.#busy.has(cell)) this.#needs.push(cell);
    return known ?? noSecrets;
  }

  #ofNode(node: YamlNode, site: Site): readonly Secret[] {
    if (node.kind === 'scalar') return noSecrets;
    const call = node.kind === 'mapping' ? callOf(node, this.#service.version) : undefined;
    if (call) return this.#ofCall(call, site);
    let all: Secret[] | undefined;
    const addOf = (value: YamlNode, key: string | number): void => {
      const found = this.#ofNode(value, site);
      if (found.length > 0) all = adding(`${key}`.replace(/^\$\$/, '$'), found, all);
    };
    if (node.kind === 'mapping') node.each(addOf);
    else for (let index = 0; index < node.items.length; index += 1) addOf(node.items[index] as YamlNode, index);
    return all ?? noSecrets;
  }

  /** The result of a function on a secret is secret. */
  #ofCall({ name, argument }: Called, site: Site): readonly Secret[] {
    const words = wordsOf(argument);
    switch (name) {
      case 'get_input':
        return this.#ofInput(words);
      case 'get_property':
        return this.#ofPath(words, valuesAt(this.#service, site, words), site);
      case 'get_attribute':
        return this.#ofPath(words, attributesAt(this.#service, site, words), site);
      case 'get_operation_output':
        return this.#ofOperationOutput(words, site);
      case 'get_artifact':
        return this.#ofArtifact(words, site);
      case 'get_nodes_of_type':
        return noSecrets;
      default:
        return namesSecret(name) && name !== 'token' ? allSecret : this.#whole(argument, site);
    }
  }

  #whole(node: YamlNode | undefined, site: Site): readonly Secret[] {
    return node !== undefined && this.#ofNode(node, site).length > 0 ? allSecret : noSecrets;
  }

  #ofInput([name, ...path]: readonly YamlNode[]): readonly Secret[] {
    const inputName = textOf(name) ?? '';
    const input = this.#service.inputs.get(inputName);
    if (input === undefined) return noSecrets;
    const computed = input.cell ? this.#ofCell(input.cell) : noSecrets;
    const secrets = both(both(this.#ofInputDef(input.def), this.#backward.ofInput(inputName)), computed);
    const steps = path.map(stepOf);
    return both(secretsByName(steps), secrets.length === 0 ? noSecrets : secretsAt(secrets, steps));
  }

  /** An input may be read by every node. */
  #ofInputDef(def: PropertyDef): readonly Secret[] {
    const known = this.#inputs.get(def) ?? secretsOfInput(def);
    this.#inputs.set(def, known);
    return known;
  }

  /** Checks the names on the path and the values found there. A step computed from a secret makes the result secret. */
  #ofPath(words: readonly YamlNode[], values: readonly Value[], site: Site): readonly Secret[] {
    if (words.some((word) => this.#whole(word, site).length > 0)) return allSecret;
    const named = secretsByName(words.slice(1).map(stepOf));
    return values.length === 0 ? named : [...named, ...values.flatMap((value) => this.#ofValue(value))];
  }

  #ofValue({ cell, schema, declared, from, path }: Value): readonly Secret[] {
    const ofCell = cell ? this.#ofCell(cell) : secretsOfSchema(schema);
    const operations = from.some(({ node, site }) => this.#whole(node, site).length > 0) ? allSecret : noSecrets;
    return secretsAt([...ofCell, ...declared, ...operations], path);
  }

  /** An operation that gets a secret may return it in its outputs. */
  #ofOperationOutput(words: readonly YamlNode[], site: Site): readonly Secret[] {
    const named = secretsByName(words.slice(3).map(stepOf));
    if (named.length > 0) return named;
    const operations = operationsOf(this.#service, site, words);
    return operations.some(({ node, site: at }) => this.#whole(node, at).length > 0) ? allSecret : noSecrets;
  }

  #ofArtifact(words: readonly YamlNode[], site: Site): readonly Secret[] {
    const named = secretsByName(words.slice(1, 2).map(stepOf));
    const artifact = artifactOf(this.#service, site, words);
    return named.length > 0 ? named : this.#whole(artifact?.node, artifact?.site ?? site);
  }
}

/** All secrets once: a value that is a secret in whole has no others, so that a chain of references does not collect them. */
const together = (some: readonly Secret[], more: readonly Secret[]): readonly Secret[] => {
  if (some.length === 0 || more.length === 0) return both(some, more);
  const all = [...some, ...more];
  if (all.some(({ at, is }) => at.length === 0 && is === 'secret')) return allSecret;
  return [...new Map(all.map((secret) => [JSON.stringify(secret), secret])).values()];
};
