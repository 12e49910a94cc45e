import type { BackfillCount, BackfillRequest } from './types.ts';

/** Counts as far as one request can, and goes on after its last name until all files were looked at. */
export async function* counted(
  request: BackfillRequest,
  ask: (body: BackfillRequest) => Promise<BackfillCount>,
): AsyncGenerator<BackfillCount> {
  let [files, matching] = [0, 0];
  for (let body = request, complete = false; !complete; ) {
    const count = await ask(body);
    files += count.files;
    matching += count.matching;
    complete = count.complete;
    if (count.lastName !== undefined) body = { ...request, after: count.lastName };
    yield { ...count, files, matching };
  }
}
