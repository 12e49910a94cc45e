import type { Json } from '../topology.ts';
import { type Step, sourceOf, stepsTo, type YamlMapping, type YamlNode } from '../yaml/node.ts';
import { MisreadScalars } from './misread-scalars.ts';
import type { DefaultValues, OperationValues } from './operation-values.ts';
import type { RelationshipValues } from './relationship-operations.ts';
import { isReplaced } from './replaced-texts.ts';
import { membersWithoutNulls, withoutNulls } from './without-nulls.ts';

export interface FollowedCall {
  /** the template, a parent of it, or an import */
  readonly file: string | undefined;
  /** keys and indexes from the root of the template to the call */
  readonly path: readonly Step[];
  readonly value: Json;
}

/** The place of a requirement, and what its relationship gets. */
type WrittenRelationship = Pick<FollowedCall, 'file' | 'path'> & { readonly values: RelationshipValues };

/** Sections whose calls are replaced, also in imports; operations of node types are written into the nodes. */
const written: ReadonlySet<unknown> = new Set(['topology_template', 'relationship_types']);

/** A template that an add-on extends, or an import, as it was read. */
export interface Parent {
  readonly file: string;
  readonly text: string;
}

/** The functions of tosca-parser 2.15.0 (functions.py). */
const functions = new Set([
  ...['get_property', 'get_input', 'get_attribute', 'get_operation_output', 'concat', 'token'],
]);

const memberOf = (value: object, name: string): Json => (value as { readonly [name: string]: Json })[name] ?? null;

/**
 * Collects what the Infrastructure Manager's parser cannot read in a template (for-parser.ts): calls that
 * lead into a value (`get_property: [server, os_users, 0, name]`) with their results, copies of templates, the parents of an add-on, and
 * scalars that YAML 1.1 reads as something else.
 */
export class UnsupportedByParser {
  readonly #found = new Map<YamlNode, { readonly value: Json; readonly same: boolean }>();
  readonly #shorter = new Map<YamlNode, Json>();
  readonly #forms = new Map<string, Json>();
  readonly #unordered: FollowedCall[] = [];
  readonly #parents: Parent[] = [];
  readonly #imports = new Map<string, string>();
  readonly #members: FollowedCall[] = [];
  readonly scalars = new MisreadScalars();
  readonly #operations: OperationValues[] = [];
  readonly #defaults: DefaultValues[] = [];
  readonly #relationships: WrittenRelationship[] = [];
  readonly #addresses = new Map<YamlNode, { readonly path: readonly Json[]; readonly argument: readonly Json[] }>();
  readonly #settled = new Set<YamlNode>();
  #copies = false;
  /** characters that `addOwnCall` may still add */
  #room = 100_000;

  addCall(call: YamlNode, given: Json): void {
    const value = withoutNulls(given);
    const before = this.#found.get(call);
    const same = before === undefined || (before.same && JSON.stringify(before.value) === JSON.stringify(value));
    this.#found.set(call, { value, same });
  }

  /**
   * A call that the parser can read, written out in the template's own files: a form that the manager gets of a property
   * (docs/decisions/0059) is not what others read of it. A number stays a call, since the parser takes no 2 for a float;
   * so does what would make a long text of a short one.
   */
  addOwnCall(call: YamlNode, value: Json): void {
    if (typeof value === 'number' || this.#room < 0 || !this.#isOwn(call)) return;
    this.#room -= typeof value === 'object' && value !== null ? JSON.stringify(value).length : String(value).length;
    if (this.#room >= 0) this.addCall(call, value);
  }

  #isOwn(call: YamlNode): boolean {
    const file = sourceOf(call)?.file;
    return file === 'template' || this.#imports.has(file ?? '') || this.#parents.some((parent) => parent.file === file);
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
    if (shorter !== undefined) this.#found.set(call, { value: shorter, same: true });
  }

  /** A call of an input whose text the manager would replace. */
  addInput(call: YamlNode, value: Json | undefined): void {
    if (isReplaced(value)) this.addCall(call, value ?? null);
  }

  /** Another form of a call that only the deployment can answer, for the manager. */
  addForm(call: YamlNode, argument: Json, form: Json): void {
    this.addCall(call, form);
    this.#forms.set(JSON.stringify(argument), form);
  }

  /** A call of an address in a network, which the manager knows under another name once all nodes are known. */
  addAddress(call: YamlNode, path: readonly Json[], argument: readonly Json[]): void {
    this.#addresses.set(call, { path, argument });
  }

  /** Gives these calls the form that `formOf` finds for their paths, which begin with the name of a node. */
  settleAddresses(formOf: (path: readonly Json[]) => readonly Json[] | undefined): void {
    for (const [call, { path, argument }] of this.#addresses) {
      const found = formOf(path);
      if (found === undefined) continue;
      const [word = ''] = argument;
      // a type's call stands for every node of the type, so its word stays where it leads to the machine itself
      const isWord = found[0] === path[0] && typeof word === 'string';
      this.addForm(call, argument, { get_attribute: isWord ? [word, ...found.slice(1)] : found });
      this.#settled.add(call);
    }
  }

  /** Those of `calls` that ask for such an address, and those that give software nothing. */
  get addresses(): readonly FollowedCall[] {
    return this.#callsAmong((call) => this.#settled.has(call));
  }

  /** These forms, by the arguments of the calls as JSON. */
  get forms(): ReadonlyMap<string, Json> {
    return this.#forms;
  }

  addCopy(): void {
    this.#copies = true;
  }

  /** Whether a value is written outside of the template's own topology, such as in a type, and holds a call that was added. */
  holdsCallElsewhere(value: YamlNode): boolean {
    if (this.#found.size + this.#addresses.size === 0 || value.kind === 'scalar') return false;
    if (stepsTo(value)[0] === 'topology_template' && sourceOf(value)?.file === 'template') return false;
    const open: YamlNode[] = [value];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (this.#found.has(node) || this.#addresses.has(node)) return true;
      if (node.kind === 'sequence') open.push(...node.items);
      if (node.kind === 'mapping') open.push(...node.entries.values());
    }
    return false;
  }

  addOperation(operation: OperationValues): void {
    this.#operations.push({ ...operation, inputs: membersWithoutNulls(operation.inputs) });
  }

  /** Calls and nulls in the input of an operation that give it nothing: its parser refuses them, or writes None. */
  addNothing(written: YamlNode, value: Json): void {
    if (value === null) {
      this.addCall(written, null);
      this.#settled.add(written);
    } else if (written.kind === 'sequence' && Array.isArray(value))
      for (const [index, one] of written.items.entries()) this.addNothing(one, (value[index] as Json) ?? null);
    else if (written.kind === 'mapping' && typeof value === 'object')
      for (const [name, one] of written.entries)
        if (Object.hasOwn(value, name)) this.addNothing(one, memberOf(value, name));
  }

  addDefaults(values: DefaultValues): void {
    this.#defaults.push(values);
  }

  /** Values of properties that have to be written into their nodes, for the same reason. */
  get defaults(): readonly DefaultValues[] {
    return this.#defaults;
  }

  /** Operations that have to be written into their nodes, since their types hold calls. */
  get operations(): readonly OperationValues[] {
    return this.#operations;
  }

  /** Members that have to be in a map of the template with these values. */
  addMembers(map: YamlNode, values: { readonly [name: string]: Json }): void {
    for (const [name, value] of Object.entries(values))
      this.#members.push({ file: sourceOf(map)?.file, path: [...stepsTo(map), name], value });
  }

  /** A requirement that has to be in a node template. */
  addRequirement(node: YamlMapping, requirement: { readonly [name: string]: Json }): void {
    const written = node.get('requirements');
    if (written?.kind === 'sequence')
      this.#members.push({
        file: sourceOf(written)?.file,
        path: [...stepsTo(written), written.items.length],
        value: requirement,
      });
    else this.addMembers(node, { requirements: [requirement] });
  }

  /** Operations that have to be written into the relationship of a requirement. */
  addRelationship(requirement: YamlNode, values: RelationshipValues): void {
    this.#relationships.push({ file: sourceOf(requirement)?.file, path: stepsTo(requirement), values });
  }

  get relationships(): readonly WrittenRelationship[] {
    return this.#relationships.filter(({ file, path }) => this.#isInTemplate(file, path));
  }

  /**
   * A requirement for whose target the manager must not wait, since that waits for this node: as a relationship of the
   * root type it decides no order (seen with IM 2.0.0).
   */
  addUnordered(written: YamlNode, target: string): void {
    const relationship = 'tosca.relationships.Root';
    const isMap = written.kind === 'mapping';
    this.#unordered.push({
      file: sourceOf(written)?.file,
      path: [...stepsTo(written), ...(isMap ? ['relationship'] : [])],
      value: isMap ? relationship : { node: target, relationship },
    });
  }

  get unordered(): readonly FollowedCall[] {
    return this.#unordered.filter(({ file, path }) => this.#isInTemplate(file, path));
  }

  /**
   * A map whose only member has the name of a function is a call for the manager's parser: `{ token: secret }` as a
   * credential. So its defaults are written beside it.
   */
  addMap(map: YamlMapping, value: { readonly [name: string]: Json }): void {
    if ([...map.entries.keys()].some((name) => functions.has(name)))
      this.addMembers(map, Object.fromEntries(Object.entries(value).filter(([name]) => !map.entries.has(name))));
  }

  addParent(parent: Parent): void {
    this.#parents.push(parent);
  }

  /** The parents of an add-on, nearest first. */
  get parents(): readonly Parent[] {
    return this.#parents;
  }

  /** A file that the template imports, directly or not, and that was read for this check. */
  addImport({ file, text }: Parent): void {
    this.#imports.set(file, text);
  }

  /** The texts that were checked, by address, or by path in the archive. */
  get imports(): ReadonlyMap<string, string> {
    return this.#imports;
  }

  get hasCopies(): boolean {
    return this.#copies;
  }

  /** Joining the lists of an add-on and its parent changes indexes, so a path through the parent's lists does not count. */
  #isInTemplate(file: string | undefined, path: readonly Step[]): boolean {
    if (file === 'template' || this.#imports.has(file ?? '')) return true;
    return this.#parents.some((parent) => parent.file === file) && typeof path[2] === 'string';
  }

  /** Calls in what is sent. One that several nodes share is left out when its results differ. */
  get calls(): readonly FollowedCall[] {
    return this.#callsAmong(() => true);
  }

  #callsAmong(isWanted: (call: YamlNode) => boolean): readonly FollowedCall[] {
    return [...this.#found].flatMap(([call, { value, same }]) => {
      if (!isWanted(call)) return [];
      const path = stepsTo(call);
      const file = sourceOf(call)?.file;
      const isOwn = written.has(path[0]) && this.#isInTemplate(file, path);
      return same && isOwn ? [{ file, path, value }] : [];
    });
  }

  /** Values in files that are sent: only they can be written in another way. */
  get misread(): MisreadScalars['values'] {
    return this.scalars.values.filter(({ file, path }) => this.#isInTemplate(file, path));
  }

  get members(): readonly FollowedCall[] {
    return this.#members.filter(({ file, path }) => this.#isInTemplate(file, path));
  }

  get misreadKeys(): MisreadScalars['keys'] {
    return this.scalars.keys.filter(({ file, path }) => this.#isInTemplate(file, path));
  }
}
