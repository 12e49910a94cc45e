/** Counts what a deployment uses of DynamoDB and S3, in the clients themselves. */

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

/**
 * Units of one table, or of each table that a request used; the engine counts indexes and transactions as DynamoDB does.
 */
type Capacity = Consumed | readonly Consumed[];

const reading = /^(Get|Query|Scan|BatchGet|TransactGet)/;

/** Adds everything that these clients do from now on to `usage`. */
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
