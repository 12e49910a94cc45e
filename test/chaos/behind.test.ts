import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harm, harmAt, harms, isStack } from '../e2e/chaos/behind.ts';
import { heldAt, type Infrastructure } from '../e2e/chaos/held.ts';
import { machine, template } from '../local/sandbox/aws/bench.ts';
import { type TestSandbox, testSandbox } from '../local/sandbox/client.ts';
import { cluster } from '../local/sandbox/templates.ts';

/** An account of a tenant: what stands there is none of the first administrator's. */
const tenant = { accessKeyId: '222222222222', secretAccessKey: 'any' };

let cloud: TestSandbox;
let urls: Parameters<typeof harmAt>[0];
let aws: CloudFormation;

beforeAll(async () => {
  // nothing takes time at AWS: nobody waits for the end of a deletion
  cloud = await testSandbox({ awsPort: 0, awsPace: 0 });
  urls = { imUrl: cloud.sandbox.imUrl, awsUrl: cloud.sandbox.awsUrl ?? '' };
  aws = new CloudFormation({ endpoint: urls.awsUrl, region: 'eu-west-1', credentials: tenant });
});
afterAll(async () => {
  aws.destroy();
  await cloud.sandbox.stop();
});

const only = async (isWanted: (one: Infrastructure) => boolean): Promise<Infrastructure> => {
  const found = (await heldAt(urls)).find(isWanted);
  if (found === undefined) throw new Error('nothing stands there');
  return found;
};

const harm = async (infrastructure: Infrastructure, what: Harm): Promise<void> => {
  const last = infrastructure.virtualMachines.at(-1);
  if (last === undefined) throw new Error('it has no machine');
  await harmAt(urls)(infrastructure, last, what);
};

const stateOf = async (stack: Infrastructure): Promise<readonly unknown[]> => {
  const answer = await fetch(`${urls.awsUrl}/_sandbox/aws`);
  const { places } = (await answer.json()) as { places: { things: { stackId: string; state: string }[] }[] };
  return places.flatMap(({ things }) => things.filter(({ stackId }) => stackId === stack.id));
};

it.each(harms)('somebody %s behind the Infrastructure Manager', async (what) => {
  const id = await cloud.create(cluster());
  cloud.pass(60);
  const before = await cloud.state(id);
  const one = await only((infrastructure) => infrastructure.id === id);
  const radl = async () => (await cloud.call('GET', `/infrastructures/${id}/vms/1`)).text;
  const told = await radl();
  await harm(one, what);
  expect([await cloud.state(id), await radl()]).not.toEqual([before, told]);
});

it.each(harms)('somebody %s at AWS', async (what) => {
  await aws.createStack({
    StackName: what.replaceAll(' ', '-'),
    TemplateBody: JSON.stringify(template({ Web: machine() })),
  });
  const stack = await only((one) => isStack(one) && one.name === what.replaceAll(' ', '-'));
  const before = await stateOf(stack);
  await harm(stack, what);
  if (what !== 'gives a machine another size') return expect(await stateOf(stack)).not.toEqual(before);
  const { StackDriftDetectionId } = await aws.detectStackDrift({ StackName: stack.id });
  expect(StackDriftDetectionId).toBeDefined();
  const { StackResourceDrifts = [] } = await aws.describeStackResourceDrifts({ StackName: stack.id });
  expect(StackResourceDrifts.map((one) => one.StackResourceDriftStatus)).toContain('MODIFIED');
});
