/** How what stands is, as far as an operation may leave it. */

import { heldBy } from '../held.ts';
import { type Item, listOf } from '../lost/records.ts';
import type { Scene } from '../lost/scene.ts';

export interface State {
  readonly status: string;
  readonly reason: string;
  /** what a failure may change nothing of: who has it, where it stands, what it is made of; texts */
  readonly whole: readonly string[];
  /** what is still under way; empty in the end */
  readonly open: readonly string[];
  /** infrastructures, by their names, and machines of all of them */
  readonly names: readonly string[];
  readonly machines: number;
  /** what was said of what did not go well, besides the reason */
  readonly said: readonly string[];
}

const under = (one: unknown, name: string): Item => ((one as Item | undefined)?.[name] ?? {}) as Item;

export const stateOf = async (scene: Scene): Promise<State> => {
  const { house } = scene;
  const of = (table: Parameters<typeof listOf>[1], prefix: string) => listOf(house, table, prefix);
  const [record] = await of('deployments', 'deployment');
  const deployment = under(record, 'deployment');
  const resources = (await of('resources', '')).map((item) => under(item, 'resource'));
  const attempts = (await of('deployments', 'attempt#')).map((item) => under(item, 'attempt'));
  const check = under((await of('deployments', 'check'))[0], 'check');
  const hours = under((await of('deployments', 'hours'))[0], 'hours');
  const held = await heldBy(house);
  const status = `${deployment['status'] ?? 'none'}`;
  return {
    status,
    reason: `${deployment['statusReason'] ?? ''}`,
    whole: [
      `at ${deployment['providerId']}, office hours ${deployment['officeHours'] !== undefined}`,
      `owner ${under(deployment, 'createdBy')['subject']}, asked ${deployment['transfer'] !== undefined}`,
      ...resources.map((one) => `${one['toscaNodeName']} ${one['state']} ${one['physicalId'] !== undefined}`).sort(),
      ...held.map((one) => `${one.cloud} ${one.state} ${one.machines}`).sort(),
      `check ${under(check, 'last')['verdict']}`,
    ],
    open: [
      ...(/IN_PROGRESS/.test(status) ? [`the deployment is ${status}, task ${deployment['task']}`] : []),
      ...resources.flatMap((one) => (/ING$/.test(`${one['state']}`) ? [`a resource is ${one['state']}`] : [])),
      // what an update that failed has left stands, and its attempt is RUNNING
      ...attempts.flatMap((one) => (one['state'] === 'SUBMITTING' ? ['an attempt is SUBMITTING'] : [])),
      ...house.aws.started.map(({ stateMachine }) => `${stateMachine} was started, and nobody runs it`),
    ],
    names: held.map(({ name }) => name),
    machines: held.reduce((sum, one) => sum + one.machines, 0),
    said: [
      ...resources.flatMap((one) => under(one, 'metadata')['StateReason'] ?? []),
      ...[under(check, 'last')['why'], hours['failures']].flatMap((one) => one ?? []),
    ].map((one) => JSON.stringify(one)),
  };
};
