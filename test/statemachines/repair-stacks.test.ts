/** What a repair does about a stack: docs/decisions/0077. */

import { EC2Client, StopInstancesCommand } from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { first } from './aws-world.ts';
import { scenario, statesOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

it('starts the machine that somebody has stopped, and updates no stack', async () => {
  const one = await scenario(aws.make());
  await one.run();
  const [stack] = await aws.standing();
  const web = (await one.world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'web');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const ec2 = new EC2Client({ endpoint: aws.url, region: first, credentials });
  await ec2.send(new StopInstancesCommand({ InstanceIds: [web?.physicalId ?? ''] }));
  aws.advance(600);
  await one.run(await one.repair());
  expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
  expect(await aws.standing()).toEqual([stack]);
});
