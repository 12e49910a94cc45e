/** Counts what a DynamoDB client reads. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export interface Reads {
  requests: number;
  /** one for each query, and one for each record that is fetched by its key */
  reads: number;
  /** what DynamoDB bills: half a unit for 4 kB, a whole one if the read must include all finished writes */
  units: number;
}

interface Answer {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number } | readonly { readonly CapacityUnits?: number }[];
}

interface Batch {
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly unknown[] }>>;
}

/** Counts from now on. */
export const readsOf = (client: DynamoDBDocumentClient): Reads => {
  const counted: Reads = { requests: 0, reads: 0, units: 0 };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        Object.assign(request.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await next(request);
        const { ConsumedCapacity = [] } = answer.output as Answer;
        const batch = Object.values((request.input as Batch).RequestItems ?? {});
        counted.requests += 1;
        counted.reads += /^BatchGet/.test(commandName) ? batch.reduce((sum, { Keys = [] }) => sum + Keys.length, 0) : 1;
        counted.units += [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        return answer;
      },
    { step: 'initialize', priority: 'low', name: 'countedReads' },
  );
  return counted;
};

/** What `call` reads. */
export const readsDuring = async (counted: Reads, call: () => Promise<unknown>): Promise<Reads> => {
  const before = { ...counted };
  await call();
  return {
    requests: counted.requests - before.requests,
    reads: counted.reads - before.reads,
    units: counted.units - before.units,
  };
};
