import type { FileOwners } from '../../domain/deployments/record/ports.ts';
import { type FilesOptions, listedFiles } from './objects.ts';

/** How many ids a group has: so many are checked at the same time. */
const inGroup = 25;

/** The owners of `templates/<id>/…`: every creation writes its template first. */
export const fileOwners = (options: FilesOptions): FileOwners => ({
  unchangedSince: (instant) => groups(unchanged(written(options), instant.getTime())),
});

interface Written {
  readonly id: string;
  readonly at: number;
}

/** S3 lists in the order of the names, so the files of one owner follow each other. */
async function* written(options: FilesOptions): AsyncGenerator<Written> {
  for await (const files of listedFiles(options, 'templates/'))
    for (const { Key = '', LastModified } of files) {
      const [, id] = Key.split('/');
      if (id) yield { id, at: LastModified?.getTime() ?? Number.POSITIVE_INFINITY };
    }
}

async function* unchanged(files: AsyncIterable<Written>, instant: number): AsyncGenerator<string> {
  let last: Written | undefined;
  for await (const { id, at } of files) {
    if (last !== undefined && last.id !== id && last.at < instant) yield last.id;
    last = { id, at: last?.id === id ? Math.max(last.at, at) : at };
  }
  if (last !== undefined && last.at < instant) yield last.id;
}

async function* groups(ids: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let group: string[] = [];
  for await (const id of ids) {
    group.push(id);
    if (group.length < inGroup) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
