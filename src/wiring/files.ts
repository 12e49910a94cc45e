/** The ports that keep templates, logs and records, in S3. */

import { endedFiles as s3EndedFiles } from '../adapters/files/ended-files.ts';
import { files as s3Files } from '../adapters/files/files.ts';
import { countedLog } from '../adapters/tables/counted-log.ts';
import { filesBucket } from './buckets.ts';
import { once } from './once.ts';
import { deploymentsTable } from './tables.ts';

export const files = once(() => countedLog(s3Files(filesBucket()), deploymentsTable));
export const endedFiles = once(() => s3EndedFiles(filesBucket()));
