import { DeleteObjectsCommand } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { nodeKinds } from '../../domain/changes/kinds.ts';
import { mendings } from '../../domain/deployments/record/mends.ts';
import type { Outline } from '../../domain/deployments/record/outline.ts';
import type { Files } from '../../domain/deployments/record/ports.ts';
import type { PolicyPlan } from '../../domain/policies/plan.ts';
import { counters } from '../../domain/quotas/amounts.ts';
import type { Run } from '../../domain/runs/run.ts';
import { conform } from '../../foundation/shape/examine.ts';
import { json, number, recordOf } from '../../foundation/shape/schemas.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { unavailable } from '../aws/unavailable.ts';
import { logAfter } from './log-after.ts';
import { type FilesOptions, get, getIfThere, listedFiles, put } from './objects.ts';

/** Texts in S3: `templates/<deployment>/<operation>`, `….ranking`, `….plans`, `….run` and `….outline`, `logs/<deployment>/<piece>`, `notifications/<id>`. */
export const files = (options: FilesOptions): Files => ({
  putTemplate: (deploymentId, operationId, text) => put(options, templateKey(deploymentId, operationId), text),
  getTemplate: (deploymentId, operationId) => get(options, templateKey(deploymentId, operationId)),
  putRanking: (deploymentId, operationId, ranking) =>
    put(options, rankingKey(deploymentId, operationId), JSON.stringify(ranking)),
  findRanking: async (deploymentId, operationId) => {
    const text = await getIfThere(options, rankingKey(deploymentId, operationId));
    return text === '' ? undefined : conform(rankingSchema, parseExactly(text));
  },
  putPlans: (deploymentId, operationId, plans) =>
    put(options, plansKey(deploymentId, operationId), JSON.stringify(plans)),
  findPlans: async (deploymentId, operationId) => {
    const text = await getIfThere(options, plansKey(deploymentId, operationId));
    return text === '' ? [] : (parseExactly(text) as unknown as readonly PolicyPlan[]); // written by putPlans, which is typed
  },
  putOutline: (deploymentId, operationId, outline) =>
    put(options, outlineKey(deploymentId, operationId), JSON.stringify(outline)),
  findOutline: async (deploymentId, operationId) => {
    const text = await getIfThere(options, outlineKey(deploymentId, operationId));
    return text === '' ? undefined : (parseExactly(text) as Outline); // written by putOutline, which is typed
  },
  putRun: (deploymentId, operationId, run) => put(options, runKey(deploymentId, operationId), JSON.stringify(run)),
  findRun: async (deploymentId, operationId) => {
    const text = await getIfThere(options, runKey(deploymentId, operationId));
    return text === '' ? undefined : (parseExactly(text) as unknown as Run); // written by putRun, which is typed
  },
  appendLog: (deploymentId, name, text) => put(options, `logs/${deploymentId}/${name}`, text),
  readLog: async (deploymentId) => (await logAfter(options, `logs/${deploymentId}/`)).text,
  readLogAfter: (deploymentId, cursor) => logAfter(options, `logs/${deploymentId}/`, cursor),
  putNotification: (id, notification) => put(options, `notifications/${id}`, JSON.stringify(notification)),
  getNotification: async (id) => conform(notificationSchema, parseExactly(await get(options, `notifications/${id}`))),
  remove: async (deploymentId) => {
    await removeAll(options, `templates/${deploymentId}/`);
    await removeAll(options, `logs/${deploymentId}/`);
    await removeAll(options, `tokens/${deploymentId}/`);
  },
});

const notificationSchema = v.object({
  url: v.string(),
  body: v.string(),
  deploymentId: v.string(),
  scheduleId: v.optional(v.string()),
  requestId: v.optional(v.string()),
  about: v.string(),
  sequence: number,
  webhook: v.optional(
    v.object({
      name: v.string(),
      contentType: v.string(),
      subscribedBy: v.optional(v.object({ group: v.string(), issuer: v.string() })),
    }),
  ),
});

const edit = v.object({
  node: v.string(),
  path: v.array(v.string()),
  value: v.optional(json),
  ifAbsent: v.optional(v.boolean()),
});
const strings = v.array(v.string());
const laterType = v.picklist(['integer', 'float', 'boolean', 'list', 'map']);
const requestedNode = v.object({
  type: v.string(),
  kind: v.picklist(nodeKinds),
  count: number,
  machines: strings,
  endpoints: strings,
  values: recordOf(v.string(), json),
  secrets: v.optional(strings),
  key: v.optional(v.literal(true)),
});
const mend = v.object({
  resource: v.string(),
  node: v.string(),
  how: v.picklist(mendings),
  part: v.optional(v.string()),
  wanted: v.optional(recordOf(v.string(), v.string())),
});
const named = { id: v.string(), name: v.string() };
const amounts = v.object({
  ...{ machines: v.number(), cpus: v.number(), memory: v.number() },
  ...{ disk: v.number(), jobs: v.number(), hourly: v.number() },
});
const planned = v.object({
  running: amounts,
  standing: amounts,
  starts: v.number(),
  unknown: v.array(v.picklist(counters)),
});
const estimatedCost = v.object({
  ...{ currency: v.literal('USD'), hourly: v.number(), monthly: v.number(), pricesOf: v.string(), region: v.string() },
  items: v.array(
    v.object({
      ...{ name: v.string(), node: v.optional(v.string()), what: v.string(), hourly: v.number() },
      whileRunning: v.optional(v.literal(true)),
      most: v.optional(v.number()),
    }),
  ),
  most: v.optional(v.object({ hourly: v.number(), monthly: v.number() })),
  leftOut: v.array(v.string()),
  unpriced: v.array(v.string()),
});
const rankingSchema = v.object({
  candidates: v.array(
    v.object({
      ...{ ...named, edits: v.array(edit), score: v.optional(v.string()), blueprint: v.optional(v.string()) },
      empty: v.optional(recordOf(v.string(), v.string())),
      use: v.optional(planned),
      cost: v.optional(estimatedCost),
    }),
  ),
  dropped: v.array(v.object({ ...named, reason: v.string() })),
  notes: v.array(v.string()),
  translation: v.optional(v.string()),
  outputs: v.array(v.object({ name: v.string(), value: json, deferred: v.boolean(), type: v.optional(laterType) })),
  secretOutputs: v.optional(v.array(v.object({ at: v.array(v.string()), is: v.picklist(['secret', 'credential']) }))),
  injection: v.optional(
    v.object({
      clusters: v.array(v.object({ node: v.string(), takes: v.array(v.string()) })),
      tagged: v.array(v.object({ node: v.string(), tags: recordOf(v.string(), json) })),
    }),
  ),
  sent: v.optional(v.array(edit)),
  altered: v.optional(v.array(v.object({ node: v.string(), property: v.string() }))),
  mends: v.optional(v.array(mend)),
  strangers: v.optional(strings),
  reverts: v.optional(
    v.array(v.object({ part: v.string(), is: v.picklist(['changed', 'missing']), node: v.optional(v.string()) })),
  ),
  leaves: v.optional(strings),
  comparing: v.optional(v.string()),
  proving: v.optional(v.string()),
  provingSince: v.optional(v.string()),
  asked: v.optional(recordOf(v.string(), requestedNode)),
  mayMove: v.optional(v.literal(true)),
});

/** All also under `templates/`, so that they are removed with the templates. */
const plansKey = (deploymentId: string, operationId: string): string =>
  `${templateKey(deploymentId, operationId)}.plans`;

const runKey = (deploymentId: string, operationId: string): string => `${templateKey(deploymentId, operationId)}.run`;

const outlineKey = (deploymentId: string, operationId: string): string =>
  `${templateKey(deploymentId, operationId)}.outline`;

const rankingKey = (deploymentId: string, operationId: string): string =>
  `${templateKey(deploymentId, operationId)}.ranking`;

const templateKey = (deploymentId: string, operationId: string): string => `templates/${deploymentId}/${operationId}`;

async function* listed(options: FilesOptions, prefix: string): AsyncGenerator<readonly string[]> {
  for await (const files of listedFiles(options, prefix))
    yield files.map(({ Key }) => Key).filter((key) => key !== undefined);
}

const removeAll = async (options: FilesOptions, prefix: string): Promise<void> => {
  const { client, bucket } = options;
  for await (const keys of listed(options, prefix)) {
    if (keys.length === 0) continue;
    const Objects = keys.map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first)
      throw unavailable('S3', new Error(`${Errors.length} files were not deleted, the first for ${first.Code}`));
  }
};
