import type { Json } from '../topology.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type CallForm, CallForms } from './call-forms.ts';
import { withoutNulls } from './without-nulls.ts';

/** A call and what is written in its place. */
interface FoundCall {
  readonly value: Json;
  /** false: it means something else for each of several nodes */
  readonly same: boolean;
  /** true: the parser can read the call itself */
  readonly isReadable: boolean;
}

/** A call of an address in a network. */
interface Address {
  readonly call: YamlNode;
  readonly path: readonly Json[];
  /** the call as it is written, with another form */
  readonly inForm: (form: Json) => CallForm;
}

const memberOf = (value: object, name: string): Json => (value as { readonly [name: string]: Json })[name] ?? null;

/** Calls that have to be written in another way for the Infrastructure Manager's parser. */
export class FoundCalls {
  readonly #found = new Map<YamlNode, FoundCall>();
  readonly #shorter = new Map<YamlNode, Json>();
  readonly #addresses = new Map<YamlNode, Address>();
  readonly #settled = new Set<YamlNode>();
  readonly forms = new CallForms();

  add(call: YamlNode, given: Json, isReadable = false): void {
    const value = withoutNulls(given);
    const before = this.#found.get(call);
    const same = before === undefined || (before.same && JSON.stringify(before.value) === JSON.stringify(value));
    this.#found.set(call, { value, same, isReadable: isReadable && before?.isReadable !== false });
  }

  /** A call that leads into null, and the part of it that gives the null itself. */
  addNull(call: YamlNode, shorter: Json): void {
    this.#shorter.set(call, shorter);
  }

  /**
   * A call that gives null where a value is required: written out it would be missing, which the parser refuses, though it
   * takes a call of an input without a value. It reads no path into one.
   */
  keepEmpty(call: YamlNode): void {
    const shorter = this.#shorter.get(call);
    if (shorter !== undefined) this.#found.set(call, { value: shorter, same: true, isReadable: false });
  }

  addForm(call: YamlNode, form: CallForm): void {
    this.add(call, form.form);
    this.forms.add(form);
  }

  addAddress(address: Address): void {
    this.#addresses.set(address.call, address);
  }

  /** Gives calls of addresses the form that `formOf` finds for their paths, which begin with the name of a node. */
  settleAddresses(formOf: (path: readonly Json[]) => readonly Json[] | undefined): void {
    for (const { call, path, inForm } of this.#addresses.values()) {
      const found = formOf(path);
      if (found === undefined) continue;
      const [word = ''] = inForm(null).argument as readonly Json[];
      // a type's call stands for every node of the type, so its word stays where it leads to the machine itself
      const isWord = found[0] === path[0] && typeof word === 'string';
      this.addForm(call, inForm({ get_attribute: isWord ? [word, ...found.slice(1)] : found }));
      this.#settled.add(call);
    }
  }

  isSettled = (call: YamlNode): boolean => this.#settled.has(call);

  /** Calls and nulls in the input of an operation that give it nothing: its parser refuses them, or writes None. */
  addNothing(written: YamlNode, value: Json): void {
    if (value === null) {
      this.add(written, null);
      this.#settled.add(written);
    }
    // a call that is written in another form has other arguments
    else if (this.#found.has(written)) return;
    else if (written.kind === 'sequence' && Array.isArray(value))
      for (const [index, one] of written.items.entries()) this.addNothing(one, (value[index] as Json) ?? null);
    else if (written.kind === 'mapping' && typeof value === 'object')
      for (const [name, one] of written.entries)
        if (Object.hasOwn(value, name)) this.addNothing(one, memberOf(value, name));
  }

  /** Whether a value holds a call that was added. */
  isIn(value: YamlNode): boolean {
    if (this.#found.size + this.#addresses.size === 0 || value.kind === 'scalar') return false;
    return holds(value, (node) => this.#found.has(node) || this.#addresses.has(node));
  }

  /** Whether a value means one thing here and another there, and the parser cannot read it, so that each place needs its own. */
  isSharedIn(value: YamlNode): boolean {
    return holds(value, (node) => {
      const found = this.#found.get(node);
      return found !== undefined && !found.same && !found.isReadable;
    });
  }

  /** What is written in place of calls; without those that several nodes share, where their results differ. */
  *all(): Generator<readonly [call: YamlNode, value: Json]> {
    for (const [call, { value, same }] of this.#found) if (same) yield [call, value];
  }
}

function holds(value: YamlNode, isWanted: (node: YamlNode) => boolean): boolean {
  const open: YamlNode[] = [value];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isWanted(node)) return true;
    if (node.kind === 'sequence') open.push(...node.items);
    if (node.kind === 'mapping') open.push(...node.entries.values());
  }
  return false;
}
