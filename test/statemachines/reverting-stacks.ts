/** Updates of stacks that fail, and were asked to go back. */

import { expect } from 'vitest';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { type Scenario, scenario } from './scenario.ts';
import type { stackWorlds } from './stack-world.ts';
import { type Nodes, templateOf } from './templates.ts';

type StackWorlds = Awaited<ReturnType<typeof stackWorlds>>;

export const node = { type: 'tosca.nodes.Compute' };
const both = templateOf({ web: node, db: node });
export const rollback = { onFailure: 'rollback', parameters: { size: 2 } } as const;

/** Version 1 is in force. */
export const complete = async (aws: StackWorlds) => {
  const one = await scenario(aws.make(), { parameters: { size: 1 } });
  await one.run();
  await one.run(await one.update(both));
  expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', inForce: 1 });
  one.world.clock.advance(60);
  return one;
};

export const next = async ({ world }: Scenario): Promise<Deployment | undefined> =>
  (await world.deployments.notStarted(new Date('2099-01-01')))[0];

/** The machine `web` can be changed by nobody, so CloudFormation cannot undo a failed change of it either. */
export const stuck = async (
  aws: StackWorlds,
  { nodes = {}, ...changes }: { readonly nodes?: Nodes; readonly replace?: readonly string[] } = {},
) => {
  const one = await complete(aws);
  const web = (await one.world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'web');
  aws.fail({ resource: 'fail', logicalId: `web${web?.id.replaceAll('-', '')}` });
  const larger = templateOf({ web: { ...node, host: 'num_cpus: 4' }, db: node, ...nodes });
  await one.run(await one.update(larger, { ...rollback, ...changes }));
  expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_ROLLBACK_FAILED' }]);
  expect(await one.now()).toMatchObject({ status: 'UPDATE_IN_PROGRESS', operation: { restores: 1 } });
  return one;
};
