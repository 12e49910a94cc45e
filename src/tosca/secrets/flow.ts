import { functionNames } from '../functions/calls.ts';
import { wordsOf } from '../functions/lookup.ts';
import type { Cell, Site } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import type { PropertyDef } from '../types/definitions.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
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

  constructor(service: Service) {
    this.#service = service;
  }

  secretsOf(first: Cell): readonly Secret[] {
    if (first.node.kind === 'scalar') return secretsOfSchema(first.schema);
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
    const secrets = both(this.#ofNode(cell.node, cell.site), secretsOfSchema(cell.schema));
    return this.#needs.length > 0 ? undefined : secrets;
  }

  #ofCell(cell: Cell): readonly Secret[] {
    if (cell.node.kind === 'scalar') return secretsOfSchema(cell.schema);
    const known = this.#known.get(cell);
    if (known === undefined && !this.#busy.has(cell)) this.#needs.push(cell);
    return known ?? noSecrets;
  }

  #ofNode(node: YamlNode, site: Site): readonly Secret[] {
    if (node.kind === 'scalar') return noSecrets;
    const call = node.kind === 'mapping' ? this.#callOf(node) : undefined;
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

  #callOf(node: YamlMapping): Called | undefined {
    const key = node.onlyKey;
    const argument = key === undefined ? undefined : node.get(key);
    if (key === undefined || argument === undefined) return undefined;
    if (this.#service.version === '2.0')
      return /^\$(?!\$)/.test(key) ? { name: key.slice(1).replace(/\$.*$/, ''), argument } : undefined;
    const needsList = key === 'token' || key === 'concat' || key === 'join';
    return functionNames.has(key) && (!needsList || argument.kind === 'sequence') ? { name: key, argument } : undefined;
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
    const input = this.#service.inputs.get(textOf(name) ?? '');
    if (input === undefined) return noSecrets;
    const computed = input.cell ? this.#ofCell(input.cell) : noSecrets;
    const secrets = both(this.#ofInputDef(input.def), computed);
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

interface Called {
  readonly name: string;
  readonly argument: YamlNode;
}
