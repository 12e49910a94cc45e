/** What the workflows of actions and updates leave of who has started or stopped a machine last: docs/decisions/0087. */

import { expect, it } from 'vitest';
import { acceptAction } from '../../src/domain/actions/accept-action.ts';
import type { Calendar } from '../../src/domain/office-hours/calendar.ts';
import { hoursActionId, isChangedByHand } from '../../src/domain/office-hours/office-hours.ts';
import type { ActionType } from '../../src/domain/resources/resource.ts';
import { memoryWorld } from '../domain/deployments/world.ts';
import { run } from './machines.ts';
import { scenario } from './scenario.ts';
import { stepsOver } from './steps.ts';
import { templateOf } from './templates.ts';

const calendar: Calendar = { timeZone: 'UTC', days: ['mon'], start: '08:00', stop: '19:00' };
const node = { type: 'tosca.nodes.Compute' };

const standing = async () => {
  const one = await scenario(memoryWorld(), {});
  await one.run();
  const { world } = one;
  const machine = async () => {
    const [web] = await world.resources.all(one.deployment.id);
    if (!web) throw new Error('nothing was created');
    return web;
  };
  /** Asks for an action, and lets its workflow run to the end. */
  const act = async (type: ActionType, by: 'hours' | 'hand') => {
    const [web, deployment] = [await machine(), await one.now()];
    if (!deployment) throw new Error('nothing was created');
    world.clock.advance(1);
    await acceptAction(world, deployment, web, type, by === 'hours' ? hoursActionId(web) : undefined);
    const order = world.actions.at(-1);
    expect(await run('act-on-resource', { ...order }, { steps: stepsOver(world), clock: world.clock })).toMatchObject({
      status: 'SUCCEEDED',
    });
    return machine();
  };
  return { ...one, machine, act };
};

it('is known after the action has ended, and after an update, until the local day is over', async () => {
  const { act, machine, world, update, run: runOperation } = await standing();
  const today = () => world.clock.now();
  const tomorrow = () => new Date(today().getTime() + 86_400_000);
  const stopped = await act('stop', 'hours');
  expect([stopped.state, isChangedByHand(stopped, calendar, today())]).toEqual(['STOPPED', false]);
  const started = await act('start', 'hand');
  expect([started.state, isChangedByHand(started, calendar, today())]).toEqual(['STARTED', true]);
  await runOperation(await update(templateOf({ web: node, worker: node })));
  expect(isChangedByHand(await machine(), calendar, today())).toBe(true);
  expect(isChangedByHand(await machine(), calendar, tomorrow())).toBe(false);
});
