import { InOrder } from '../circles.ts';
import { wordsOf } from '../functions/lookup.ts';
import { isLongPath } from '../functions/names-as-written.ts';
import { Cell, type Site } from '../model/instances.ts';
import type { InputInstance, Service } from '../model/service.ts';
import type { PropertyDef } from '../types/definitions.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { Backward } from './backward.ts';
import { type Called, callOf } from './called.ts';
import { adding, allSecret, both, noSecrets, secretsOfInput, secretsOfSchema } from './declared.ts';
import { namesSecret } from './names.ts';
import { secretsAt, secretsByName, stepOf } from './places.ts';
import { artifactOf, attributesAt, operationsOf, type Value, valuesAt, type Written } from './reached.ts';
import type { Secret } from './values.ts';

/** What is searched for secrets as a whole: a value, or what an operation gets. */
type Place = Written & Partial<Pick<Cell, 'schema'>>;

/**
 * Finds secrets in the values of a template: every value that comes from a secret input or a credential is secret,
 * through any function and any number of values and operations. Each place is visited once, after those that it needs
 * (circles.ts). Operations may get what they give themselves: in such a circle, one secret makes all of it secret.
 */
export class Flow {
  readonly #service: Service;
  readonly #known = new Map<Place, readonly Secret[]>();
  readonly #inputs = new Map<PropertyDef, readonly Secret[]>();
  /** what operations get, by its text and its node */
  readonly #written = new Map<YamlNode, Map<Site['node'], Written>>();
  readonly #order = new InOrder<Place>({
    needs: (one) => {
      this.#attempt(one);
      return this.#needs;
    },
    visit: (members, isCircle) => this.#conclude(members, isCircle),
  });
  #needs: Place[] = [];

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

  secretsOf(cell: Cell): readonly Secret[] {
    if (cell.node.kind === 'scalar') return this.#ofScalar(cell);
    const known = this.#known.get(cell);
    if (known) return known;
    const alone = this.#attempt(cell);
    // hardly any cell is needed by others, so it is not remembered
    if (this.#needs.length === 0) return alone;
    this.#order.add(cell);
    return this.#known.get(cell) ?? noSecrets;
  }

  #conclude(members: readonly Place[], isCircle: boolean): void {
    const all = members.map((one) => this.#attempt(one));
    const any = all.some((secrets) => secrets.length > 0) ? allSecret : noSecrets;
    for (const [index, one] of members.entries()) this.#known.set(one, isCircle ? any : (all[index] ?? noSecrets));
  }

  /** The secrets of a place, without those of the places that must be visited first: these are then in `#needs`. */
  #attempt(place: Place): readonly Secret[] {
    if (this.#needs.length > 0) this.#needs = [];
    return together(this.#ofNode(place.node, place.site), this.#ofScalar(place));
  }

  /** The secrets of a value that is written out: by its type, and by what becomes of it. */
  #ofScalar(place: Place): readonly Secret[] {
    const becomes = place instanceof Cell ? this.#backward.ofCell(place) : noSecrets;
    return both(secretsOfSchema(place.schema), becomes);
  }

  #ofPlace(place: Place): readonly Secret[] {
    if (place.node.kind === 'scalar') return this.#ofScalar(place);
    const known = this.#known.get(place);
    if (known === undefined) this.#needs.push(place);
    return known ?? noSecrets;
  }

  /** Whether an operation or artifact gets a secret. */
  #getsSecret(written: Written): boolean {
    const { node, site } = written;
    const ofNode = this.#written.get(node) ?? new Map<Site['node'], Written>();
    const place = ofNode.get(site.node) ?? written;
    this.#written.set(node, ofNode.set(site.node, place));
    return this.#ofPlace(place).length > 0;
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
    // the evaluation has refused it
    if (isLongPath(name, argument)) return allSecret;
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

  #whole(node: YamlNode, site: Site): readonly Secret[] {
    return this.#ofNode(node, site).length > 0 ? allSecret : noSecrets;
  }

  #ofInput([name, ...path]: readonly YamlNode[]): readonly Secret[] {
    const inputName = textOf(name) ?? '';
    const input = this.#service.inputs.get(inputName);
    if (input === undefined) return noSecrets;
    const computed = input.cell ? this.#ofPlace(input.cell) : noSecrets;
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
    const ofCell = cell ? this.#ofPlace(cell) : secretsOfSchema(schema);
    const operations = from.some((one) => this.#getsSecret(one)) ? allSecret : noSecrets;
    return secretsAt([...ofCell, ...declared, ...operations], path);
  }

  /** An operation that gets a secret may return it in its outputs. */
  #ofOperationOutput(words: readonly YamlNode[], site: Site): readonly Secret[] {
    const named = secretsByName(words.slice(3).map(stepOf));
    if (named.length > 0) return named;
    const operations = operationsOf(this.#service, site, words);
    return operations.some((one) => this.#getsSecret(one)) ? allSecret : noSecrets;
  }

  #ofArtifact(words: readonly YamlNode[], site: Site): readonly Secret[] {
    const named = secretsByName(words.slice(1, 2).map(stepOf));
    const artifact = artifactOf(this.#service, site, words);
    if (named.length > 0) return named;
    return artifact !== undefined && this.#getsSecret(artifact) ? allSecret : noSecrets;
  }
}

/** All secrets once: a value that is a secret in whole has no others, so that a chain of references does not collect them. */
const together = (some: readonly Secret[], more: readonly Secret[]): readonly Secret[] => {
  if (some.length === 0 || more.length === 0) return both(some, more);
  const all = [...some, ...more];
  if (all.some(({ at, is }) => at.length === 0 && is === 'secret')) return allSecret;
  return [...new Map(all.map((secret) => [JSON.stringify(secret), secret])).values()];
};
