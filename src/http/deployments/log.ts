import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { EndedFiles } from '../../domain/deployments/record/ended-records.ts';
import type { Files } from '../../domain/deployments/record/ports.ts';
import { text } from '../pipeline/answer.ts';

/** In characters: as much of a log as can be sent. Only its end is kept, which says what went wrong. */
const longest = 1_000_000;

/** GET /deployments/{deployment_id}/log */
export const log =
  ({
    files,
    endedFiles,
  }: {
    readonly files: Pick<Files, 'readLog'>;
    readonly endedFiles: Pick<EndedFiles, 'readLog'>;
  }) =>
  async ({ deployment }: { readonly deployment: Deployment }) =>
    text(tail(await (deployment.ended ? endedFiles : files).readLog(deployment.id)));

const tail = (whole: string): string =>
  whole.length <= longest
    ? whole
    : `[the first ${whole.length - longest} characters are left out]\n${whole.slice(-longest)}`;
