/** What stands whole after the storm, and new deployments where too little does: each harm is to be seen at each kind of cloud. */

import type { client } from '../client.ts';
import { isStack, setAws, setCloud } from './behind.ts';
import { limits } from './changes.ts';
import type { Infrastructure } from './held.ts';
import { workers } from './templates.ts';
import type { DeploymentRecord, Truth } from './truth.ts';
import type { World } from './world.ts';

export type Admin = ReturnType<typeof client>;

/** the first of the two clouds behind the Infrastructure Manager: it is taken away */
export const away = 'sandbox-a';
/** the other one */
export const stays = 'sandbox-b';
const aws = 'AWS';

/** How many deployments there have to be, by place: as many as are moved, and one for each harm. */
export const wantedAt = { [away]: 3, [stays]: 4, [aws]: 4 } as const;
export type Place = keyof typeof wantedAt;
export const places = Object.keys(wantedAt) as readonly Place[];

export interface Standing {
  readonly id: string;
  readonly infrastructure: Infrastructure;
  /** one of its machines, which runs */
  readonly machine: Infrastructure['virtualMachines'][number];
}

export const placeOf = ({ infrastructure }: Pick<Standing, 'infrastructure'>): Place | undefined =>
  isStack(infrastructure) ? aws : places.find((place) => place === infrastructure['cloud']);

const isWhole = ({ status }: DeploymentRecord): boolean => /^(CREATE|UPDATE)_COMPLETE$/.test(status);

/** Those with a machine that nobody has stopped: what a user has stopped is as it was asked for. */
export const standingIn = ({ deployments, infrastructures, resources }: Truth): readonly Standing[] =>
  deployments.filter(isWhole).flatMap(({ id, infrastructureId }) => {
    const infrastructure = infrastructures.find((one) => one.id === infrastructureId);
    const running = new Set(
      resources.flatMap(({ deploymentId, state, physicalId = '' }) =>
        deploymentId === id && state === 'STARTED' ? [physicalId] : [],
      ),
    );
    const machine = infrastructure?.virtualMachines.findLast((one) => running.has(`${one.id}`));
    return infrastructure && machine ? [{ id, infrastructure, machine }] : [];
  });

/** Makes those that lack, by one place after the other: the other clouds have no room meanwhile. */
export const fill = async (world: World, admin: Admin, standing: readonly Standing[]): Promise<void> => {
  for (const place of places) {
    const lacking = wantedAt[place] - standing.filter((one) => placeOf(one) === place).length;
    if (lacking <= 0) continue;
    await haveRoom(world, (one) => one === place);
    await Promise.all(Array.from({ length: lacking }, () => make(world, admin)));
  }
  await haveRoom(world, () => true);
};

const haveRoom = async ({ stack }: World, has: (place: Place) => boolean): Promise<void> => {
  await setAws(stack, { hasMachines: has(aws) });
  for (const cloud of [away, stays] as const) await setCloud(stack, cloud, has(cloud) ? null : 'refuse-create');
};

const make = async ({ stack, ledger, receiver }: World, admin: Admin): Promise<void> => {
  const wish = ledger.wish('admin', { keyed: false, callback: true });
  wish.posts += 1;
  const wanted = { template: workers(wish.marker), parameters: { count: 2 }, callback: receiver.url, ...limits(stack) };
  const { uuid } = await admin.create(wanted);
  wish.ids.add(uuid);
  await admin.settled(uuid);
};
