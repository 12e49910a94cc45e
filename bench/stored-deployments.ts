/**
 * What people read of 10,000 standing deployments, beside the same of ten: the first page of a list, of a list by a filter that no index covers, and of
 * the events. Only by its name, since it takes a minute.
 */

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { deployments } from '../src/adapters/tables/deployments.ts';
import { eventStream, placesInStream, streamItem } from '../src/adapters/tables/event-stream.ts';
import { streamKey } from '../src/adapters/tables/keys.ts';
import type { PageRequest } from '../src/foundation/page.ts';
import { type Engine, startEngine } from '../test/support/engine.ts';
import { processorTime } from '../test/support/processor-time.ts';
import { load, sample } from './many-deployments.ts';
import { inPairs } from './pairs.ts';
import type { Row } from './row.ts';

const [few, many] = [10, 10_000];
const [pairs, callsInBlock, batch] = [12, 20, 25];
const all = { of: 'all' } as const;
const page: PageRequest = { page: 0, size: 10, sort: 'createdAt', direction: 'desc' };
const clock = { now: () => new Date() };

export const run = async function* (): AsyncIterable<Row> {
  const engines = await Promise.all([few, many].map(standing));
  try {
    const [one, other] = engines.map(({ engine }) => requested(engine));
    for (const [name, budget] of Object.entries(budgets) as [Name, number][]) {
      const block = (call: (() => Promise<number>) | undefined) => async () => {
        const before = processorTime();
        for (let time = 0; time < callsInBlock; time += 1) await shown(name, call);
        return (processorTime() - before) / callsInBlock;
      };
      const both = [block(other?.[name]), block(one?.[name])] as const;
      await inPairs(3, ...both); // compiles what it needs
      const { ratio, spread, ...times } = await inPairs(pairs, ...both);
      const detail = `${times.one.toFixed(2)} ms of processor time against ${times.other.toFixed(2)}`;
      yield { name: `${name} of ${many} deployments / of ${few}`, ratio, spread, budget, detail };
    }
  } finally {
    for (const { engine } of engines) await engine.stop();
  }
};

/** A page of the failed ones, every tenth, reads a hundred records: ten times as many as there are in all of the few. */
const budgets = {
  'the first page': 1.5,
  'a page by a filter that all pass': 1.5,
  'the failed ones': 10,
  'the newest events': 1.5,
} as const;
type Name = keyof typeof budgets;

const requested = ({ client, tables }: Engine): Readonly<Record<Name, () => Promise<number>>> => {
  const ports = { client, table: tables.deployments, clock };
  const { list } = deployments(ports);
  const of = async (wanted?: Parameters<typeof list>[2]) => (await list(all, page, wanted)).content.length;
  return {
    'the first page': () => of(),
    'a page by a filter that all pass': () => of(({ createdBy }) => createdBy.subject.startsWith('user-')),
    'the failed ones': () => of(({ status }) => status === 'CREATE_FAILED'),
    'the newest events': async () =>
      (await eventStream(ports).list([all], { size: 10, direction: 'desc' })).content.length,
  };
};

const shown = async (name: Name, call: (() => Promise<number>) | undefined): Promise<void> => {
  if (((await call?.()) ?? 0) === 0) throw new Error(`${name}: nothing is there`);
};

const standing = async (total: number): Promise<{ readonly engine: Engine }> => {
  const engine = await startEngine();
  await load(engine, total, { busy: false });
  for (let from = 0; from < total; from += batch) {
    const writes = Array.from({ length: Math.min(batch, total - from) }, (_, index) => ({
      PutRequest: { Item: eventItem(from + index) },
    }));
    await engine.client.send(new BatchWriteCommand({ RequestItems: { [engine.tables.deployments]: writes } }));
  }
  return { engine };
};

const eventItem = (number: number) => {
  const { id, createdBy, status } = sample(number);
  const at = new Date(Date.now() - number * 1_000).toISOString();
  const event = `${number}`.padStart(43, '0');
  return streamItem({ publishesEvents: false }, streamKey(id, event), placesInStream(sample(number)), {
    ...{ id: event, writtenAt: at, at, kind: 'COMPLETE', message: status, operation: id },
    deployment: { id, createdBy, status },
  });
};
