import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, expect, it } from 'vitest';
import { executions } from '../../../src/adapters/workflows/executions.ts';
import { deployment } from '../../adapters/tables/samples.ts';
import { calling, gate, type Laptop, openLaptop, workflowArn } from './laptop.ts';

let laptop: Laptop;
afterEach(() => laptop.stop());

it('tells the service how its executions stand, while they run, when they have ended, and when there is none', async () => {
  const door = gate();
  laptop = await openLaptop({
    workflows: { CREATE: calling('wait') },
    functions: { wait: () => door.opened },
  });
  const port = executions({ client: laptop.client, stateMachine: workflowArn });
  const [one, other] = [deployment(1), deployment(2)];
  expect(await port.ofOperation(one)).toMatchObject({ state: 'UNKNOWN' });
  const arn = await laptop.start('CREATE', {}, one.operation.id);
  const stopped = await laptop.start('CREATE', {}, other.operation.id);
  expect(await port.ofOperation(one)).toMatchObject({ state: 'RUNNING' });
  await laptop.client.send(new StopExecutionCommand({ executionArn: stopped }));
  door.open();
  await laptop.ended(arn);
  expect(await port.ofOperation(one)).toMatchObject({ state: 'SUCCEEDED' });
  expect(await port.ofOperation(other)).toMatchObject({ state: 'ABORTED' });
});
