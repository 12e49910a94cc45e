import * as v from 'valibot';
import { workers } from './templates.ts';
import type { User } from './user.ts';
import type { Action, World } from './world.ts';

const resources = v.looseObject({
  content: v.array(
    v.looseObject({
      uuid: v.string(),
      toscaNodeName: v.string(),
      toscaNodeType: v.string(),
      state: v.string(),
      physicalId: v.optional(v.string()),
    }),
  ),
});

/** Some deployment of the user that nobody asked to delete. */
export const anyOf = ({ ledger, dice }: World, user: User): string | undefined => {
  const ids = ledger.living(user.name);
  return ids[dice.below(ids.length)];
};

const resourcesOf = async (user: User, id: string) => {
  const answer = await user.ask('GET', `/deployments/${id}/resources?size=100`, [200, 404]);
  return answer?.status === 200 ? v.parse(resources, JSON.parse(answer.text)).content : [];
};

/** Bounded, so that a cloud that hangs is given up within the run; a busy machine gets longer. */
export const limits = ({ time }: Pick<World['stack'], 'time'>) => ({
  timeoutMins: Math.ceil(3 * time.slowness()),
  providerTimeoutMins: Math.ceil(time.slowness()),
});

const isJob = (type: string): boolean => type === 'toscanini.nodes.Job';

/** More or fewer workers; sometimes it is said which of them is to go. */
export const update: Action = async (world, user) => {
  const { dice, ledger } = world;
  const id = anyOf(world, user);
  if (id === undefined) return;
  const machines = (await resourcesOf(user, id)).filter(({ toscaNodeName }) => toscaNodeName === 'worker');
  if (machines.length === 0) return;
  const marker = [...ledger.wishes.values()].find(({ ids }) => ids.has(id))?.marker ?? 'chaos-unknown';
  const count = 1 + dice.below(4);
  const known = machines.map(({ uuid }) => uuid);
  const listed = count < machines.length && dice.below(2) === 0 ? known.slice(0, machines.length - count) : [];
  const body = { template: workers(marker, listed), parameters: { count }, ...limits(world.stack) };
  // 400: a machine that was to go has gone
  const allowed = [202, 404, 409, ...(listed.length > 0 ? [400] : [])];
  await user.ask('PUT', `/deployments/${id}`, allowed, { body });
};

export const act: Action = async (world, user) => {
  const id = anyOf(world, user);
  if (id === undefined) return;
  const machines = (await resourcesOf(user, id)).filter(({ state }) => state === 'STARTED' || state === 'STOPPED');
  const machine = machines[world.dice.below(machines.length)];
  if (machine === undefined || machine.toscaNodeName === 'program') return;
  const body = { type: machine.state === 'STARTED' ? 'stop' : 'start' };
  // a job is never started or stopped
  const allowed = isJob(machine.toscaNodeType) ? [400, 404, 409] : [202, 404, 409];
  await user.ask('POST', `/deployments/${id}/resources/${machine.uuid}/actions`, allowed, { body });
};
