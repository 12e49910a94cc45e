import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { entriesOf } from '../../src/tosca/editor/entries.ts';
import type { Entries } from '../../src/tosca/editor/entry.ts';
import type { Known } from '../../src/tosca/editor/known.ts';
import { type Understood, understandTemplate } from '../../src/tosca/process.ts';
import type { Imports } from '../../src/tosca/topology.ts';
import { importsOf } from '../check/files.ts';

/** A document as it is open in an editor, and what is known of it. */
export class KnownText {
  #entries: { readonly version: number; readonly entries: Entries } | undefined;
  #understood: { readonly version: number; readonly result: Promise<Understood> } | undefined;
  /** of the last text that could be read: while somebody types, most texts cannot */
  #scope: Known['scope'];
  /** answers from the network: nobody wants a download at every key */
  readonly #downloads = new Map<string, Promise<string | undefined>>();

  entriesOf(document: TextDocument): Entries {
    if (this.#entries?.version !== document.version)
      this.#entries = { version: document.version, entries: entriesOf(document.getText()) };
    return this.#entries.entries;
  }

  /** `line`, from 0: where somebody types. */
  async known(document: TextDocument, line = 0): Promise<Known> {
    const { scope = this.#scope } = await this.understood(document);
    if (scope === undefined) this.#scope = (await this.#withoutLine(document, line)).scope;
    return { entries: this.entriesOf(document), scope: scope ?? this.#scope };
  }

  /** The line that is typed may be what keeps the text from being read. */
  #withoutLine(document: TextDocument, line: number): Promise<Understood> {
    const lines = document.getText().split('\n');
    return this.#examine(document, lines.toSpliced(line, 1, '').join('\n'));
  }

  #examine({ uri }: TextDocument, text: string): Promise<Understood> {
    const imports = importsOf(fileOf(uri), { offline: false });
    return understandTemplate(text, { ...imports, read: (address) => this.#read(imports, address) });
  }

  #read(imports: Imports, address: string): Promise<string | undefined> {
    if (!/^https?:/i.test(address)) return imports.read(address);
    const text = this.#downloads.get(address) ?? imports.read(address);
    this.#downloads.set(address, text);
    return text;
  }

  understood(document: TextDocument): Promise<Understood> {
    if (this.#understood?.version !== document.version)
      this.#understood = { version: document.version, result: this.#understand(document) };
    return this.#understood.result;
  }

  /** What it imports may have changed. */
  forget(): void {
    this.#understood = undefined;
    this.#downloads.clear();
  }

  async #understand(document: TextDocument): Promise<Understood> {
    const result = await this.#examine(document, document.getText());
    this.#scope = result.scope ?? this.#scope;
    return result;
  }
}

/** A document that is in no file, such as one without a name, counts as one in the folder of the server. */
const fileOf = (uri: string): string =>
  uri.startsWith('file:') ? fileURLToPath(uri) : join(process.cwd(), 'untitled.yaml');

/** The file behind the address of an import; undefined: it is none of this machine. */
export const fileOfImport = (uri: string, address: string): string | undefined => {
  if (address.startsWith('file:')) return fileURLToPath(address);
  if (/^[a-z][a-z\d+.-]+:/i.test(address)) return undefined;
  const file = join(dirname(fileOf(uri)), address);
  return existsSync(file) ? file : undefined;
};
