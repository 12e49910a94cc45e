/** What every cloud of the sandbox holds, whoever deployed it. */

import { accounts } from '../../../local/sandbox/aws/world/world.ts';
import type { House } from './house.ts';

const [, tenant] = accounts;

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
  ...(await stacksOf(house)),
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

interface Place {
  readonly account: string;
  readonly region: string;
  readonly stacks: readonly { readonly id: string; readonly name: string; readonly status: string }[];
  readonly things: readonly { readonly type: string; readonly stackId?: string }[];
}

/** Things that outlive their stack are held by nobody: they count as a stack of their own. */
const stacksOf = async ({ fetch, sandbox }: House): Promise<readonly Held[]> => {
  const { places } = (await (await fetch(`${sandbox.awsUrl}/_sandbox/aws`)).json()) as { places: readonly Place[] };
  return places.flatMap(({ account, region, stacks, things }) => {
    const cloud = account === tenant ? 'sandbox-aws-tenant' : `sandbox-aws-${region}`;
    const standing = stacks.filter(({ status }) => status !== 'DELETE_COMPLETE');
    const known = new Set(standing.map(({ id }) => id));
    const strays = things.filter(({ stackId = '' }) => !known.has(stackId));
    return [
      ...standing.map(({ id, name, status }) => {
        const own = things.filter(({ stackId, type }) => stackId === id && type === 'AWS::EC2::Instance');
        return { cloud, id, name, state: status, machines: own.length };
      }),
      ...strays.map(({ type, stackId = 'no stack' }) => ({
        ...{ cloud, id: stackId, name: `${type} of ${stackId}`, state: 'left over', machines: 0 },
      })),
    ];
  });
};
