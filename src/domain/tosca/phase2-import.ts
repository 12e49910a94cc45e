import { resolveAddress } from './addresses.ts';
import { Budget } from './budget.ts';
import { catalogFile, catalogProfile, catalogProfiles, catalogScope } from './catalog/catalog.ts';
import { type ImportEntry, importEntries } from './imports.ts';
import { limits } from './limits.ts';
import { type Document, readDocument } from './phase1-read.ts';
import * as kinds from './problem-kinds.ts';
import { lenient, type Report } from './report.ts';
import type { Imports } from './topology.ts';
import { Scope } from './types/scope.ts';
import { shortName, type Version } from './versions.ts';

/** A document of the template's own (not the catalog's), with the names it can see. */
export interface Unit {
  readonly document: Document;
  readonly scope: Scope;
  /** for relative imports; the template itself has none */
  readonly address: string | undefined;
}

/** Phase 2: every document the template imports, directly or not, each once. */
export async function importDocuments(template: Document, imports: Imports, report: Report): Promise<readonly Unit[]> {
  return new Importer(template.version, imports, report).run(template);
}

class Importer {
  readonly #version: Version;
  /** in the place of each file that could not be read */
  readonly #unread: Scope;
  readonly #imports: Imports;
  readonly #report: Report;
  readonly #units = new Map<string, Unit | undefined>();
  readonly #all: Unit[] = [];
  #queue: { unit: Unit; depth: number }[] = [];
  #count = 0;
  /** one for all documents */
  #budget: Budget | undefined;

  constructor(version: Version, imports: Imports, report: Report) {
    this.#version = version;
    this.#unread = new Scope(version, undefined, { isUnread: true });
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
    const scope = new Scope(this.#version, forgiving ? lenient(this.#report) : this.#report);
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
      const scope = (await this.#scopeOf(entry, unit, depth)) ?? this.#unread;
      unit.scope.includes.push({ scope, prefix: entry.prefix });
    }
  }

  async #scopeOf(entry: ImportEntry, unit: Unit, depth: number): Promise<Scope | undefined> {
    if (entry.profile !== undefined) return this.#profile(entry, entry.profile, depth);
    const { reference } = entry;
    if (reference === undefined) return undefined;
    const known = catalogFile(reference);
    if (known !== undefined) return catalogScope(known, this.#version);
    const address = resolveAddress(reference, baseOf(entry, unit));
    if (address === undefined) {
      this.#report.at(entry.node, kinds.importInvalid(`${JSON.stringify(reference)} is no address`));
      return undefined;
    }
    const resolved = catalogFile(address);
    if (resolved !== undefined) return catalogScope(resolved, this.#version);
    return (await this.#document(entry, address, depth))?.scope;
  }

  async #profile(entry: ImportEntry, name: string, depth: number): Promise<Scope | undefined> {
    const known = catalogProfile(name);
    if (known !== undefined) return catalogScope(known, this.#version);
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
    const document = text === undefined ? undefined : readDocument(address, text, this.#report);
    const unit = document && this.#accept(entry, address, document) ? this.#unit(document, address) : undefined;
    this.#units.set(address, unit);
    if (unit) this.#queue.push({ unit, depth: depth + 1 });
    return unit;
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

  /** Versions of the Simple Profile mix, as in its tools; 2.0 is another language. */
  #accept(entry: ImportEntry, address: string, document: Document): boolean {
    if ((document.version === '2.0') === (this.#version === '2.0')) return true;
    this.#report.at(entry.node, kinds.importVersion(address, shortName(document.version), shortName(this.#version)));
    return false;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A repository's own address may be relative to the document that names it. */
function baseOf({ repository }: ImportEntry, { address }: Unit): string | undefined {
  if (repository === undefined) return address;
  const folder = `${repository.replace(/\/$/, '')}/`;
  return resolveAddress(folder, address)?.replace(/\/?$/, '/') ?? folder;
}
