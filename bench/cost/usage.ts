/** Counts what a deployment uses of DynamoDB and S3, at their clients. */

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

/**
 * Adds everything that these clients are told from now on to `usage`, until the function that it returns is called; what is
 * refused adds nothing to the units.
 */
export const counting = ({ client, s3 }: Engine, usage: Usage): (() => void) => {
  const [table, files] = [client.send, s3.send];
  through(client, async (name, command, send) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = (await send()) as { readonly ConsumedCapacity?: Capacity };
    add(usage, name, answer.ConsumedCapacity);
    return answer;
  });
  through(s3, (name, _command, send) => {
    if (/^(Put|List)/.test(name)) usage.s3Writes += 1;
    else if (/^(Get|Head)/.test(name)) usage.s3Reads += 1;
    return send();
  });
  return () => {
    Object.assign(client, { send: table });
    Object.assign(s3, { send: files });
  };
};

interface Command {
  readonly input: object;
}

/** Around `send` and not in the middleware, because the engine's clients do without that. */
const through = (
  client: Engine['client'] | Engine['s3'],
  sent: (name: string, command: Command, send: () => Promise<unknown>) => Promise<unknown>,
): void => {
  const send = client.send.bind(client) as (command: Command) => Promise<unknown>;
  Object.assign(client, { send: (command: Command) => sent(command.constructor.name, command, () => send(command)) });
};

const add = (usage: Usage, command: string, consumed: Capacity = []): void => {
  const units = [consumed].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  if (reading.test(command)) usage.readUnits += units;
  else usage.writeUnits += units;
};
