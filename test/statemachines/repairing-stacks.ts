/** Stacks that somebody else changes behind CloudFormation's back. */

import { type Scenario, scenario } from './scenario.ts';
import type { stackWorlds } from './stack-world.ts';
import { templateOf } from './templates.ts';

type StackWorlds = Awaited<ReturnType<typeof stackWorlds>>;

interface Thing {
  readonly id: string;
  readonly type: string;
  readonly stackId?: string;
  readonly logicalId?: string;
  readonly state?: string;
}

const bucket = `
    data: {type: tosca.nodes.ObjectStorage, properties: {name: data}}`;

/** A web, a db and a bucket stand, and are complete. */
export const standingStack = async (aws: StackWorlds): Promise<Scenario> => {
  const one = await scenario(aws.make());
  await one.run();
  const both = templateOf({ web: { type: 'tosca.nodes.Compute' }, db: { type: 'tosca.nodes.Compute' } });
  await one.run(await one.update(both.replace('\n  outputs:', `${bucket}\n  outputs:`)));
  one.world.clock.advance(600);
  return one;
};

export const thingsOf = async ({ url }: StackWorlds): Promise<readonly Thing[]> => {
  const { places } = (await (await fetch(`${url}/_sandbox/aws`)).json()) as {
    places: readonly { readonly things: readonly Thing[] }[];
  };
  return places.flatMap(({ things }) => things).filter(({ stackId }) => stackId !== undefined);
};

export const thingOf = async (aws: StackWorlds, type: string, logicalId: RegExp = /./): Promise<Thing> => {
  const found = (await thingsOf(aws)).find((one) => one.type === type && logicalId.test(one.logicalId ?? ''));
  if (found === undefined) throw new Error(`there is no ${type}`);
  return found;
};

/** What somebody does in the console. */
export const behind = async ({ url }: StackWorlds, id: string, change: object): Promise<void> => {
  const answer = await fetch(`${url}/_sandbox/aws/things/${id}`, { method: 'PUT', body: JSON.stringify(change) });
  if (!answer.ok) throw new Error(await answer.text());
};

export const countsOf = async (aws: StackWorlds): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(await thingsOf(aws), ({ type }) => type)].map(([type, all]) => [type, all.length]),
  );
