/** The bus of the installation (`events.bus`) on a laptop: what is put on it becomes lines of a file, as rules of EventBridge see it. */

import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync } from 'node:fs';
import fastify from 'fastify';
import * as v from 'valibot';
import { region } from '../template/names.ts';

const json = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return JSON.parse(dataset.value) as unknown;
    } catch {
      addIssue({ message: 'Detail is malformed' });
      return NEVER;
    }
  }),
);

/** As EventBridge takes them: the members that the service sends. */
const entries = v.strictObject({
  Entries: v.pipe(
    v.array(
      v.strictObject({
        EventBusName: v.string(),
        Source: v.string(),
        DetailType: v.string(),
        Detail: json,
        /** seconds since 1970 */
        Time: v.number(),
        Resources: v.array(v.string()),
      }),
    ),
    v.minLength(1),
    v.maxLength(10),
  ),
});

type Entry = v.InferOutput<typeof entries>['Entries'][number];

/** The envelope that targets of a rule get [Amazon EventBridge user guide, "Event structure"]. */
const delivered = (id: string, { Source, DetailType, Detail, Time, Resources }: Entry): string =>
  JSON.stringify({
    ...{ version: '0', id, 'detail-type': DetailType, source: Source, account: '111111111111' },
    ...{ time: new Date(Time * 1_000).toISOString(), region, resources: Resources, detail: Detail },
  });

export interface TeamBus {
  /** address for AWS_ENDPOINT_URL_EVENTBRIDGE */
  readonly url: string;
  stop(): Promise<void>;
}

const type = 'application/x-amz-json-1.1';

/** Answers PutEvents on a free port of this machine. Each event becomes a line at the end of the file, before its answer. */
export const startTeamBus = async (file: string): Promise<TeamBus> => {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 2 ** 21 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/', ({ body, headers }, reply) => {
    const refuse = (code: string, message: string) =>
      reply
        .code(400)
        .type(type)
        .send(JSON.stringify({ __type: code, message }));
    if (headers['x-amz-target'] !== 'AWSEvents.PutEvents')
      return refuse('UnknownOperationException', 'the bus of a laptop takes PutEvents only');
    const given = v.safeParse(v.pipe(v.string(), json, entries), body);
    if (!given.success) return refuse('ValidationException', given.issues.map(({ message }) => message).join('; '));
    const made = given.output.Entries.map((entry) => ({ id: randomUUID(), entry }));
    appendFileSync(file, made.map(({ id, entry }) => `${delivered(id, entry)}\n`).join(''), { mode: 0o600 });
    chmodSync(file, 0o600);
    return reply
      .type(type)
      .send(JSON.stringify({ FailedEntryCount: 0, Entries: made.map(({ id }) => ({ EventId: id })) }));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, stop: () => app.close() };
};
