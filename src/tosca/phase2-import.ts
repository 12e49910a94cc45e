import { neighbourOf, resolveAddress } from './addresses.ts';
import { Budget } from './budget.ts';
import { catalogProfile, catalogProfiles, catalogScope, type KnownAddress, knownAddress } from './catalog/catalog.ts';
import { type ImportEntry, importEntries } from './imports.ts';
import { limits } from './limits.ts';
import { bodyOf, type Document, readDocument } from './phase1-read.ts';
import * as kinds from './problem-kinds.ts';
import { lenient, type Report } from './report.ts';
import type { ResolvedImport } from './resolved-imports.ts';
import type { Imports } from './topology.ts';
import { TypeScope } from './types/scope.ts';
import type { Scope, TypeDef } from './types/type-def.ts';
import { shortName, type Version } from './versions.ts';
import { textOf } from './yaml/scalar.ts';

/** A document that is not from the catalog, with the names it can see. */
export interface Unit {
  readonly document: Document;
  readonly scope: Scope;
  /** base for relative imports; the template itself has none */
  readonly address: string | undefined;
}

export interface Imported {
  /** the template itself comes first */
  readonly units: readonly Unit[];
  readonly taken: readonly ResolvedImport[];
}

/** Phase 2: reads every document that the template imports, directly or not, each once. */
export async function importDocuments(template: Document, imports: Imports, report: Report): Promise<Imported> {
  const importer = new Importer(template.version, imports, report);
  return { units: await importer.run(template), taken: importer.taken };
}

class Importer {
  readonly #version: Version;
  /** stands in for each file that could not be read */
  #unread: Scope | undefined;
  readonly #imports: Imports;
  readonly #report: Report;
  readonly #units = new Map<string, Unit | undefined>();
  readonly #all: Unit[] = [];
  readonly taken: ResolvedImport[] = [];
  #queue: { unit: Unit; depth: number }[] = [];
  #count = 0;
  #characters = 0;
  /** shared by all documents */
  #budget: Budget | undefined;

  constructor(version: Version, imports: Imports, report: Report) {
    this.#version = version;
    this.#imports = imports;
    this.#report = report;
  }

  async run(template: Document): Promise<readonly Unit[]> {
    const root = this.#unit(template, template.address);
    this.#queue.push({ unit: root, depth: 0 });
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      await this.#importsOf(next.unit, next.depth);
    }
    for (const { scope } of this.#all) {
      scope.includes.push({ scope: catalogScope(undefined, this.#version), prefix: '' });
      if (this.#version !== '2.0' && scope !== root.scope) scope.fallback = root.scope;
    }
    return this.#all;
  }

  #unit(document: Document, address: string | undefined): Unit {
    const forgiving = this.#version !== '2.0' && this.#all.length > 0;
    const scope = new TypeScope<TypeDef>(this.#version, forgiving ? lenient(this.#report) : this.#report);
    this.#budget ??= new Budget(() => this.#report.at(document.root, kinds.templateLimit()));
    scope.budget = this.#budget;
    const unit = { document, scope, address };
    this.#all.push(unit);
    return unit;
  }

  async #importsOf(unit: Unit, depth: number): Promise<void> {
    const entries = importEntries(unit.document.root, this.#version, this.#report);
    const namespaces = new Set<string>();
    for (const entry of entries) {
      if (entry.prefix !== '' && namespaces.has(entry.prefix) && this.#version === '2.0') {
        this.#report.at(entry.node, kinds.namespaceTaken(entry.prefix.slice(0, -1)));
      }
      namespaces.add(entry.prefix);
      const scope = (await this.#scopeOf(entry, unit, depth)) ?? this.#standIn();
      unit.scope.includes.push({ scope, prefix: entry.prefix });
      // tools of 1.x join with a dot
      if (entry.prefix !== '' && this.#version !== '2.0')
        unit.scope.includes.push({ scope, prefix: entry.prefix.replace(/:$/, '.'), isAlias: true });
    }
  }

  #standIn(): Scope {
    this.#unread ??= new TypeScope<TypeDef>(this.#version, undefined, { isUnread: true });
    return this.#unread;
  }

  /** The order is: the operator's answer, an exact address of the catalog, its patterns, the address itself. */
  async #scopeOf(entry: ImportEntry, unit: Unit, depth: number): Promise<Scope | undefined> {
    if (entry.profile !== undefined) return this.#profile(entry, entry.profile, depth);
    const { reference } = entry;
    if (reference === undefined) return undefined;
    const address = resolveAddress(reference, baseOf(entry, unit));
    if (address === undefined) {
      this.#report.at(entry.node, kinds.importInvalid(`${JSON.stringify(reference)} is not an address`));
      return undefined;
    }
    const said = await this.#said(entry, reference === address ? [address] : [reference, address]);
    if (said === 'refused') return undefined;
    if (said !== undefined && said !== 'fetch') return this.#ofOperator(entry, address, depth, said);
    const known = knownAddress(reference) ?? knownAddress(address);
    if (known === undefined)
      return (await this.#document(entry, await this.#found(address, reference, unit), depth))?.scope;
    if (said === 'fetch' || known.by === 'name') return this.#fetched(entry, address, depth, known);
    if (known.instead !== undefined) this.#report.at(entry.node, kinds.importBranch(address, known.instead));
    return this.#builtIn(
      address,
      known.file,
      `which ${known.by === 'address' ? 'has this address' : 'is for addresses like this'}`,
    );
  }

  /** The address, or that of a neighbour, if only that can be read. */
  async #found(address: string, reference: string, unit: Unit): Promise<string> {
    const neighbour = this.#version === '2.0' ? undefined : neighbourOf(reference, unit.address);
    if (neighbour === undefined || neighbour === address || this.#units.has(address)) return address;
    if (typeof (await this.#tryRead(address)) !== 'string') return address;
    return typeof (await this.#tryRead(neighbour)) === 'string' ? address : neighbour;
  }

  async #ofOperator(
    entry: ImportEntry,
    address: string,
    depth: number,
    { file, text }: { readonly file: string; readonly text: string },
  ): Promise<Scope | undefined> {
    this.#take({ address, taken: 'operator', file, because: 'as its map says' });
    return (await this.#document(entry, address, depth, text))?.scope;
  }

  /** Several files may import the same address, so it is noted once. */
  #take(taken: ResolvedImport): void {
    if (!this.taken.some(({ address }) => address === taken.address)) this.taken.push(taken);
  }

  #builtIn(address: string, file: string, because: string): Scope {
    this.#take({ address, taken: 'built-in', file, because });
    return catalogScope(file, this.#version);
  }

  /** Reads the address, and falls back to its built-in copy. */
  async #fetched(
    entry: ImportEntry,
    address: string,
    depth: number,
    { file, by }: KnownAddress,
  ): Promise<Scope | undefined> {
    if (this.#units.has(address)) return this.#units.get(address)?.scope;
    const found = await this.#tryRead(address);
    // whoever names a built-in file means it, unless there is a file of that name
    if (typeof found === 'string')
      return by === 'name' ? catalogScope(file, this.#version) : this.#builtIn(address, file, `since ${found}`);
    if (by !== 'name')
      this.#take({ address, taken: 'network', because: 'which this installation uses instead of the built-in copy' });
    return (await this.#document(entry, address, depth, found.text))?.scope;
  }

  /** A string is the reason why it cannot be read. */
  async #tryRead(address: string): Promise<{ readonly text: string } | string> {
    try {
      const text = await this.#imports.read(address);
      return text === undefined ? 'reading it was not requested' : { text };
    } catch (error) {
      return `it could not be read: ${reasonOf(error)}`;
    }
  }

  async #said(entry: ImportEntry, names: readonly string[]) {
    try {
      for (const name of names) {
        const said = await this.#imports.said?.(name);
        if (said !== undefined) return said;
      }
      return undefined;
    } catch (error) {
      this.#report.at(entry.node, kinds.importFailed(names.at(-1) ?? '', reasonOf(error)));
      return 'refused';
    }
  }

  async #profile(entry: ImportEntry, name: string, depth: number): Promise<Scope | undefined> {
    const said = await this.#said(entry, [name]);
    if (said === 'refused') return undefined;
    if (said !== undefined && said !== 'fetch') {
      this.#take({ address: name, taken: 'operator', file: said.file, because: 'as its map says' });
      return (await this.#document(entry, said.file, depth, said.text))?.scope;
    }
    const known = catalogProfile(name);
    if (known !== undefined && said !== 'fetch') return this.#builtIn(name, known, 'which is this profile');
    const found = await this.#profileText(entry, name);
    if (found === undefined) return undefined;
    return (await this.#document(entry, found.address, depth, found.text))?.scope;
  }

  async #profileText(entry: ImportEntry, name: string): Promise<{ address: string; text: string } | undefined> {
    try {
      const found = await this.#imports.profile?.(name);
      if (found === undefined) this.#report.at(entry.node, kinds.profileUnknown(name, catalogProfiles()));
      return found;
    } catch (error) {
      this.#report.at(entry.node, kinds.importFailed(name, reasonOf(error)));
      return undefined;
    }
  }

  async #document(entry: ImportEntry, address: string, depth: number, given?: string): Promise<Unit | undefined> {
    if (this.#units.has(address)) return this.#units.get(address);
    if (!this.#within(entry, depth)) return undefined;
    const text = given ?? (await this.#read(entry, address));
    const document =
      text === undefined || !this.#fits(entry, text)
        ? undefined
        : readDocument(address, text, this.#report, this.#version);
    const unit = document && this.#accept(entry, address, document) ? this.#unit(document, address) : undefined;
    this.#units.set(address, unit);
    if (unit) this.#noteTopology(entry, address, unit.document);
    if (unit) this.#queue.push({ unit, depth: depth + 1 });
    return unit;
  }

  /** Node templates of an import could only stand in the place of a node, and nobody puts them there. */
  #noteTopology({ node }: ImportEntry, address: string, { root, version }: Document): void {
    const body = bodyOf(root, version);
    const templates = body?.get('node_templates');
    if (templates?.kind !== 'mapping' || templates.size === 0) return;
    const mappings = body?.get('substitution_mappings');
    if (mappings?.kind === 'mapping' && !this.#hasNode(textOf(mappings.get('node_type')))) return;
    this.#report.at(node, kinds.importTopology(address, templates.entries));
  }

  /** Whether the template has a node of this type. */
  #hasNode(type = ''): boolean {
    const [first] = this.#all;
    const nodes = first && bodyOf(first.document.root, this.#version)?.get('node_templates');
    if (nodes?.kind !== 'mapping') return false;
    const types = [...nodes.entries.values()].map((node) =>
      node.kind === 'mapping' ? textOf(node.get('type')) : undefined,
    );
    return types.some((name) => name === type || name?.endsWith(`:${type}`));
  }

  #fits(entry: ImportEntry, text: string): boolean {
    this.#characters += text.length;
    if (this.#characters <= limits.importCharacters) return true;
    const reason = `the imported files have more than ${limits.importCharacters} characters together`;
    this.#report.at(entry.node, kinds.importLimit(reason));
    return false;
  }

  #within(entry: ImportEntry, depth: number): boolean {
    this.#count += 1;
    if (this.#count > limits.imports) {
      this.#report.at(entry.node, kinds.importLimit(`more than ${limits.imports} files are imported`));
      return false;
    }
    if (depth < limits.importDepth) return true;
    this.#report.at(entry.node, kinds.importLimit(`imports of imports are nested deeper than ${limits.importDepth}`));
    return false;
  }

  async #read(entry: ImportEntry, address: string): Promise<string | undefined> {
    try {
      const text = await this.#imports.read(address);
      if (text === undefined) this.#report.at(entry.node, kinds.importUnread(address));
      return text;
    } catch (error) {
      this.#report.at(entry.node, kinds.importFailed(address, reasonOf(error)));
      return undefined;
    }
  }

  /** Versions of the Simple Profile may be mixed, as its tools allow; 2.0 is a different language. */
  #accept(entry: ImportEntry, address: string, document: Document): boolean {
    if ((document.version === '2.0') === (this.#version === '2.0')) return true;
    this.#report.at(entry.node, kinds.importVersion(address, shortName(document.version), shortName(this.#version)));
    return false;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A repository's address may itself be relative to the document that names it. */
function baseOf({ repository }: ImportEntry, { address }: Unit): string | undefined {
  if (repository === undefined) return address;
  const folder = `${repository.replace(/\/$/, '')}/`;
  return resolveAddress(folder, address)?.replace(/\/?$/, '/') ?? folder;
}
