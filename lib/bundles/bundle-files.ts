import { link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { OutputFile } from 'esbuild';
import { root } from './bundling.ts';

/**
 * Writes the files of bundles into a folder, in the background. Half of the 2,150 files are equal to one of another
 * function: these become links, since a file system takes much longer to make a file. One file is written after the
 * other, because several threads wait for each other there.
 */
export class BundleFiles {
  readonly #folder: string;
  readonly #made = new Map<string, { readonly path: string; readonly contents: Uint8Array }>();
  readonly #folders = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  add({ path, contents, hash }: OutputFile): void {
    const file = join(this.#folder, relative(join(root, 'cdk.out'), path));
    const same = this.#made.get(hash);
    const isSame = same !== undefined && Buffer.compare(same.contents, contents) === 0;
    if (!isSame) this.#made.set(hash, { path: file, contents });
    this.#last = this.#last.then(() => this.#write(file, contents, isSame ? same.path : undefined));
  }

  /** Resolves when all files are there. */
  written(): Promise<void> {
    return this.#last;
  }

  /** `same`: a file with the same contents. Where the disk has no links, they are written again. */
  async #write(file: string, contents: Uint8Array, same: string | undefined): Promise<void> {
    const folder = dirname(file);
    if (!this.#folders.has(folder)) await mkdir(folder, { recursive: true });
    this.#folders.add(folder);
    const isLinked = same !== undefined && (await linked(same, file));
    if (!isLinked) await writeFile(file, contents);
  }
}

const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  );
