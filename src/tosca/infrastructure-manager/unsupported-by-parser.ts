import type { Json } from '../topology.ts';
import { type Step, sourceOf, stepsTo, type YamlMapping, type YamlNode } from '../yaml/node.ts';
import { FoundCalls } from './found-calls.ts';
import { MisreadScalars } from './misread-scalars.ts';
import { PlacedValues } from './placed-values.ts';
import { isReplaced } from './replaced-texts.ts';

export interface FollowedCall {
  /** the template, a parent of it, or an import */
  readonly file: string | undefined;
  /** keys and indexes from the root of the template to the call */
  readonly path: readonly Step[];
  readonly value: Json;
}

/** A value that has to be in the template. */
export interface Member extends FollowedCall {
  /** where it has whole numbers that the parser takes for floats only with a point */
  readonly floats?: readonly (readonly Step[])[];
}

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

/**
 * Collects what the Infrastructure Manager's parser cannot read in a template (for-parser.ts): calls that
 * lead into a value (`get_property: [server, os_users, 0, name]`) with their results, copies of templates, the parents of an add-on, and
 * scalars that YAML 1.1 reads as something else.
 */
export class UnsupportedByParser {
  readonly calls = new FoundCalls();
  readonly placed = new PlacedValues(this.calls, (file, path) => this.#isInTemplate(file, path));
  readonly #unordered: FollowedCall[] = [];
  readonly #parents: Parent[] = [];
  readonly #imports = new Map<string, string>();
  readonly #members: Member[] = [];
  readonly scalars = new MisreadScalars();
  #copies = false;
  /** characters that `addOwnCall` may still add */
  #room = 100_000;

  addCall(call: YamlNode, value: Json): void {
    this.calls.add(call, value);
  }

  /**
   * A call that the parser can read, written out in the template's own files: a form that the manager gets of a property
   * (docs/decisions/0059) is not what others read of it. A number stays a call, since the parser takes no 2 for a float;
   * so does what would make a long text of a short one.
   */
  addOwnCall(call: YamlNode, value: Json): void {
    if (typeof value === 'number' || this.#room < 0 || !this.isOwn(call)) return;
    this.#room -= typeof value === 'object' && value !== null ? JSON.stringify(value).length : String(value).length;
    if (this.#room >= 0) this.calls.add(call, value, true);
  }

  /** Whether it is written in the template's own files. */
  isOwn(written: YamlNode): boolean {
    const file = sourceOf(written)?.file;
    return file === 'template' || this.#imports.has(file ?? '') || this.#parents.some((parent) => parent.file === file);
  }

  /** A call of an input whose text the manager would replace. */
  addInput(call: YamlNode, value: Json | undefined): void {
    if (isReplaced(value)) this.addCall(call, value ?? null);
  }

  addCopy(): void {
    this.#copies = true;
  }

  /** Whether a value is written outside of the template's own topology, such as in a type, and holds a call that was added. */
  holdsCallElsewhere(value: YamlNode): boolean {
    if (stepsTo(value)[0] === 'topology_template' && sourceOf(value)?.file === 'template') return false;
    return this.calls.isIn(value);
  }

  /** Members that have to be in a map of the template with these values. */
  addMembers(map: YamlNode, values: { readonly [name: string]: Json }): void {
    for (const [name, value] of Object.entries(values))
      this.#members.push({ file: sourceOf(map)?.file, path: [...stepsTo(map), name], value });
  }

  /** A value that has to be below a map of the template, at the end of these keys. */
  addBelow(map: YamlMapping, below: readonly Step[], member: Pick<Member, 'value' | 'floats'>): void {
    this.#members.push({ file: sourceOf(map)?.file, path: [...stepsTo(map), ...below], ...member });
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

  /** What takes the place of calls in what is sent. */
  get written(): readonly FollowedCall[] {
    return this.#writtenAmong(() => true);
  }

  /** Those that ask for an address in a network, and those that give software nothing. */
  get addresses(): readonly FollowedCall[] {
    return this.#writtenAmong(this.calls.isSettled);
  }

  #writtenAmong(isWanted: (call: YamlNode) => boolean): readonly FollowedCall[] {
    return [...this.calls.all()].flatMap(([call, value]) => {
      if (!isWanted(call)) return [];
      const path = stepsTo(call);
      const file = sourceOf(call)?.file;
      return written.has(path[0]) && this.#isInTemplate(file, path) ? [{ file, path, value }] : [];
    });
  }

  /** Values in files that are sent: only they can be written in another way. */
  get misread(): MisreadScalars['values'] {
    return this.scalars.values.filter(({ file, path }) => this.#isInTemplate(file, path));
  }

  get members(): readonly Member[] {
    return this.#members.filter(({ file, path }) => this.#isInTemplate(file, path));
  }

  get misreadKeys(): MisreadScalars['keys'] {
    return this.scalars.keys.filter(({ file, path }) => this.#isInTemplate(file, path));
  }
}
