/** A failure that passes by itself is no reason to leave a provider. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fault } from '../../local/sandbox/aws/world/faults.ts';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import { limits } from '../domain/deployments/world.ts';
import { first, second } from './aws-world.ts';
import { scenarioOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const owner = { issuer: 'https://issuer.example', subject: 'user' };
const template = readFileSync('examples/aws-container.yaml', 'utf8');
const fault: Fault = { resource: 'no-service-role', type: 'AWS::ECS::Service', region: first };

const ran = async (...faults: Fault[]) => {
  const world = aws.make(...faults);
  const one = scenarioOf(world, await createDeployment(world, { template, parameters: {}, limits, owner }));
  await one.run();
  const attempts = await world.attempts.list(one.deployment.id);
  return { status: (await one.now())?.status, tried: attempts.map(({ providerId, state }) => [providerId, state]) };
};

it('the first use of a service is tried again in the same region, since its role is there then', async () => {
  expect(await ran({ ...fault, times: 1 })).toEqual({
    status: 'CREATE_COMPLETE',
    tried: [
      [first, 'DESTROYED'],
      [first, 'COMPLETE'],
    ],
  });
});

it('the next region is tried when the role is still not there', async () => {
  expect(await ran(fault)).toEqual({
    status: 'CREATE_COMPLETE',
    tried: [
      [first, 'DESTROYED'],
      [first, 'DESTROYED'],
      [second, 'COMPLETE'],
    ],
  });
});
