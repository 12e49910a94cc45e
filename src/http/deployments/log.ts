import * as v from 'valibot';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { EndedFiles } from '../../domain/deployments/record/ended-records.ts';
import { logCursorPattern, logCursorRule } from '../../domain/deployments/record/log-cursor.ts';
import type { Files } from '../../domain/deployments/record/ports.ts';
import { type Answer, text } from '../pipeline/answer.ts';
import { endedQuery } from '../pipeline/ended-query.ts';
import { optional, patternText } from '../pipeline/fields.ts';

/** In characters: as much of a log as can be sent. Only its end is kept, which says what went wrong. */
const longest = 1_000_000;

/** `after`: only what was added since the answer whose `X-Log-Next` it is. */
export const logQuery = v.object({
  ...endedQuery,
  after: optional(patternText(logCursorPattern, logCursorRule)),
});

interface Ports {
  readonly files: Pick<Files, 'readLogAfter'>;
  readonly endedFiles: Pick<EndedFiles, 'readLog'>;
}

interface Input {
  readonly deployment: Deployment;
  readonly query: v.InferOutput<typeof logQuery>;
}

/** The header with the place from which a client reads on. */
const logNext = 'X-Log-Next';

/** GET /deployments/{deployment_id}/log. To an ended deployment nothing is added, so `after` has no meaning there. */
export const log =
  ({ files, endedFiles }: Ports) =>
  async ({ deployment, query: { after } }: Input): Promise<Answer> => {
    if (deployment.ended) return text(tail(await endedFiles.readLog(deployment.id)));
    const read = await files.readLogAfter(deployment.id, after);
    return { ...text(tail(read.text)), headers: { [logNext]: read.cursor } };
  };

const tail = (whole: string): string =>
  whole.length <= longest
    ? whole
    : `[the first ${whole.length - longest} characters are left out]\n${whole.slice(-longest)}`;
