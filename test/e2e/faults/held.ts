/** What every cloud of the sandbox holds, whoever deployed it. */

import { jobsAt } from '../jobs-held.ts';
import { stacksAt } from '../stacks-held.ts';
import type { House } from './house.ts';

export interface Held {
  /** the id of the provider */
  readonly cloud: string;
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly machines: number;
}

export const heldBy = async (house: House): Promise<readonly Held[]> => [
  ...(await infrastructuresOf(house)),
  ...(await stacksAt(house.sandbox.awsUrl, house.fetch)).map((stack) => ({
    ...stack,
    machines: stack.machines.length,
  })),
  ...(await jobsAt(house.sandbox.awsUrl, house.fetch)).map(({ jobs, ...one }) => ({ ...one, machines: jobs.length })),
];

interface Infrastructure {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly virtualMachines: readonly unknown[];
}

const infrastructuresOf = async ({ fetch, sandbox }: House): Promise<readonly Held[]> => {
  const { clouds } = (await (await fetch(`${sandbox.imUrl}/_sandbox/clouds`)).json()) as {
    readonly clouds: readonly { readonly id: string; readonly infrastructures: readonly Infrastructure[] }[];
  };
  return clouds.flatMap(({ id: cloud, infrastructures }) =>
    infrastructures.map(({ id, name, state, virtualMachines }) => ({
      ...{ cloud, id, name, state, machines: virtualMachines.length },
    })),
  );
};
