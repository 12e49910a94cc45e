/** What somebody does at the clouds, behind the service's back. */

import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient, DeleteStackCommand } from '@aws-sdk/client-cloudformation';
import { until } from '../checks.ts';
import { type CloudUrls, heldAt, type Infrastructure } from './held.ts';

export const harms = [
  'stops a machine',
  'deletes a machine',
  'gives a machine another size',
  'deletes everything',
] as const;
export type Harm = (typeof harms)[number];

type Machine = Infrastructure['virtualMachines'][number];
type Changes = Readonly<Record<Exclude<Harm, 'deletes everything'>, object>>;

const atManager: Changes = {
  'stops a machine': { stopped: true },
  'deletes a machine': { gone: true },
  'gives a machine another size': { cpus: 16 },
};

const atAws: Changes = {
  'stops a machine': { stopped: true },
  'deletes a machine': { gone: true },
  'gives a machine another size': { properties: { InstanceType: 'm5.4xlarge' } },
};

export const isStack = ({ id }: Pick<Infrastructure, 'id'>): boolean => id.startsWith('arn:aws:cloudformation:');

export type DoHarm = (infrastructure: Infrastructure, machine: Machine, what: Harm) => Promise<void>;

/** `deletes everything`: the whole stack at AWS; behind an Infrastructure Manager, whose own record stays, every machine. */
export const harmAt =
  (clouds: CloudUrls): DoHarm =>
  async (infrastructure, machine, what) => {
    if (what !== 'deletes everything') return change(clouds, infrastructure, machine, what);
    if (isStack(infrastructure)) return deleteStack(clouds, infrastructure.id);
    for (const one of infrastructure.virtualMachines) await change(clouds, infrastructure, one, 'deletes a machine');
  };

const change = (
  { imUrl, awsUrl }: CloudUrls,
  infrastructure: Infrastructure,
  { id }: Machine,
  what: keyof Changes,
): Promise<void> =>
  isStack(infrastructure)
    ? put(`${awsUrl}/_sandbox/aws/things/${id}`, atAws[what])
    : put(`${imUrl}/_sandbox/infrastructures/${infrastructure.id}/vms/${id}`, atManager[what]);

/** By the administrator of the account that has it, as in the console; returns when it is gone. */
const deleteStack = async (clouds: CloudUrls, stack: string): Promise<void> => {
  const [, , , region = '', account = ''] = stack.split(':');
  const credentials = { accessKeyId: account, secretAccessKey: 'administrator' };
  const client = new CloudFormationClient({ endpoint: clouds.awsUrl, region, credentials });
  try {
    await client.send(new DeleteStackCommand({ StackName: stack }));
  } finally {
    client.destroy();
  }
  await untilGone(clouds, stack);
};

/** Waits until nothing of an infrastructure stands any more. */
export const untilGone = (clouds: CloudUrls, infrastructure: string): Promise<true> =>
  until(
    `${infrastructure} is gone`,
    async () => ((await heldAt(clouds)).some(({ id }) => id === infrastructure) ? undefined : true),
    600,
    2_000,
  );

/** What a cloud of the Infrastructure Manager does from now on; null: what it should. */
export const setCloud = ({ imUrl }: CloudUrls, cloud: string, fault: 'silent' | 'refuse-create' | null) =>
  put(`${imUrl}/_sandbox/clouds/${cloud}`, { fault });

/** Whether AWS has machines left, in any account and region; its quotas leave room for all. */
export const setAws = ({ awsUrl }: CloudUrls, { hasMachines }: { readonly hasMachines: boolean }) =>
  put(`${awsUrl}/_sandbox/aws`, {
    quotas: { instances: 500 },
    faults: hasMachines ? [] : [{ resource: 'no-capacity', type: 'AWS::EC2::Instance' }],
  });

/** The clouds may be starting just then. */
const put = async (address: string, body: object): Promise<void> => {
  let answer: Response | undefined;
  for (let tries = 0; tries < 50; tries += 1) {
    const headers = { 'content-type': 'application/json' };
    answer = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(body) }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  const said = answer === undefined ? 'no answer' : `${answer.status} ${await answer.text()}`;
  throw new Error(`the clouds do not take ${JSON.stringify(body)} at ${address}: ${said}`);
};
