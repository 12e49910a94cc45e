import * as v from 'valibot';
import type { EndedFiles } from '../../domain/deployments/record/ended-records.ts';
import { timelineKinds } from '../../domain/deployments/record/timeline.ts';
import { conform } from '../../foundation/shape/examine.ts';
import { number } from '../../foundation/shape/schemas.ts';
import { type FilesOptions, getIfThere, put } from './objects.ts';

/** Texts in S3 that the bucket's own rule deletes (lib/data/data-stack.ts): `ended/<deployment>/log`, `.../timeline` and `.../versions/<number>`. */
export const endedFiles = (options: FilesOptions): EndedFiles => ({
  putLog: (deploymentId, text) => put(options, logKey(deploymentId), text),
  putTimeline: (deploymentId, events) => put(options, timelineKey(deploymentId), JSON.stringify(events)),
  putVersion: (deploymentId, number, text) => put(options, versionKey(deploymentId, number), text),
  readVersion: (deploymentId, number) => getIfThere(options, versionKey(deploymentId, number)),
  readLog: (deploymentId) => getIfThere(options, logKey(deploymentId)),
  readTimeline: async (deploymentId) => {
    const text = await getIfThere(options, timelineKey(deploymentId));
    return text === '' ? [] : conform(timelineSchema, JSON.parse(text));
  },
});

const logKey = (deploymentId: string): string => `ended/${deploymentId}/log`;
const versionKey = (deploymentId: string, number: number): string => `ended/${deploymentId}/versions/${number}`;
const timelineKey = (deploymentId: string): string => `ended/${deploymentId}/timeline`;

const timelineSchema = v.array(
  v.object({
    name: v.string(),
    kind: v.picklist(timelineKinds),
    message: v.string(),
    at: v.string(),
    operation: v.optional(v.string()),
    attempt: v.optional(number),
    provider: v.optional(v.string()),
    node: v.optional(v.string()),
    requestedBy: v.optional(v.object({ issuer: v.string(), subject: v.string() })),
  }),
);
