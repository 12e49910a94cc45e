/** What stands before an operation, and what many of them do. */

import type { DeployerKind } from '../../../../src/domain/deployers/kinds.ts';
import { templateOf, templateOfJobs } from '../templates.ts';
import { listOf } from './records.ts';
import type { Scene } from './scene.ts';

export interface Scenario {
  readonly name: string;
  /** of every provider; default: the Infrastructure Manager */
  readonly deployer?: DeployerKind;
  prepare?(scene: Scene): Promise<void>;
  act(scene: Scene): Promise<void>;
}

/** What waits for a machine that is never read waits for ten days by default, which takes thirty thousand requests. */
const limits = { providerTimeoutMins: 20 };

export const wanted = (scene: Scene, count = 1): object => ({
  template: scene.deployer === 'batch' ? templateOfJobs : templateOf({ count }),
  parameters: {},
  ...limits,
  callback: `${scene.house.receiver.url}/hook`,
});

/** `more`: what the request has besides; a token: of somebody else. */
export const create = async (scene: Scene, more: object = {}, token = scene.token): Promise<void> => {
  await scene.ask('create', { body: { ...wanted(scene), ...more }, key: 'create', token });
};

export const created = async (...given: Parameters<typeof create>): Promise<void> => {
  const [scene] = given;
  await create(...given);
  await scene.work();
  const { status, statusReason = '' } = await recordOf(scene);
  if (status !== 'CREATE_COMPLETE') throw new Error(`it was not created: ${status} ${statusReason}`);
};

/** Of the only deployment. */
export const recordOf = async ({
  house,
}: Scene): Promise<{ readonly status?: string; readonly statusReason?: string }> =>
  (await listOf(house, 'deployments', 'deployment'))[0]?.['deployment'] ?? {};

/** There is one of each in a scene. */
export const place = async ({ house }: Scene) => {
  const [deployment] = await listOf(house, 'deployments', 'deployment');
  const [resource] = await listOf(house, 'resources', '');
  return { deployment_id: `${deployment?.['pk'] ?? ''}`, resource_id: `${resource?.['sk'] ?? ''}` };
};

/** Somebody stops the machine at its cloud, or gives it another size at AWS. */
export const harm = async ({ house: { fetch, sandbox }, deployer }: Scene): Promise<void> => {
  const put = (address: string, body: object) => fetch(address, { method: 'PUT', body: JSON.stringify(body) });
  const read = async (address: string) => (await fetch(address)).json();
  if (deployer === 'cloudformation') {
    const { places } = (await read(`${sandbox.awsUrl}/_sandbox/aws`)) as { readonly places: readonly Place[] };
    const machine = places.flatMap(({ things }) => things).find(({ type }) => type === 'AWS::EC2::Instance');
    const properties = { InstanceType: 'm5.large' };
    await put(`${sandbox.awsUrl}/_sandbox/aws/things/${machine?.id}`, { properties });
    return;
  }
  const { clouds } = (await read(`${sandbox.imUrl}/_sandbox/clouds`)) as { readonly clouds: readonly Cloud[] };
  const [one] = clouds.flatMap(({ infrastructures }) => infrastructures);
  await put(`${sandbox.imUrl}/_sandbox/infrastructures/${one?.id}/vms/0`, { stopped: true });
};

interface Place {
  readonly things: readonly { readonly id: string; readonly type: string }[];
}

interface Cloud {
  readonly infrastructures: readonly { readonly id: string }[];
}

export const check = async (scene: Scene): Promise<void> => {
  await scene.ask('check', { path: await place(scene), key: 'check' });
  await scene.look();
  await scene.work(); // callbacks
};
