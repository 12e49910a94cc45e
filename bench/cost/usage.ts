/** Counts what a deployment asks of DynamoDB and S3, at the clients themselves. */

import type { Engine } from '../../test/support/engine.ts';

export interface Usage {
  writeUnits: number;
  readUnits: number;
  s3Writes: number;
  s3Reads: number;
}

export const nothing = (): Usage => ({ writeUnits: 0, readUnits: 0, s3Writes: 0, s3Reads: 0 });

interface Consumed {
  readonly CapacityUnits?: number;
}

/** Of one table, or of each that a request touched; the engine counts indexes and transactions as DynamoDB does. */
type Capacity = Consumed | readonly Consumed[];

const reading = /^(Get|Query|Scan|BatchGet|TransactGet)/;

/** Adds to `usage` whatever these clients do from here on. */
export const counting = ({ client, s3 }: Engine, usage: Usage): void => {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        Object.assign(request.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await next(request);
        add(usage, commandName, (answer.output as { readonly ConsumedCapacity?: Capacity }).ConsumedCapacity);
        return answer;
      },
    { step: 'initialize', priority: 'low', name: 'countedUnits' },
  );
  s3.middlewareStack.add(
    (next, { commandName = '' }) =>
      (request) => {
        if (/^(Put|List)/.test(commandName)) usage.s3Writes += 1;
        else if (/^(Get|Head)/.test(commandName)) usage.s3Reads += 1;
        return next(request);
      },
    { step: 'initialize', name: 'countedRequests' },
  );
};

const add = (usage: Usage, command: string, consumed: Capacity = []): void => {
  const units = [consumed].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  if (reading.test(command)) usage.readUnits += units;
  else usage.writeUnits += units;
};
