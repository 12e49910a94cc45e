import * as v from 'valibot';
import { conform } from '../../src/foundation/shape/examine.ts';
import { regions } from '../sandbox/aws/world/world.ts';
import { DemoError } from './error.ts';

const cloudId = 'sandbox-a';
const clouds = v.object({ clouds: v.array(v.object({ id: v.string(), fault: v.nullable(v.string()) })) });

async function put(imUrl: string, fault: string | null): Promise<void> {
  const response = await fetch(`${imUrl}/_sandbox/clouds/${cloudId}`, {
    method: 'PUT',
    body: JSON.stringify({ fault }),
  });
  if (!response.ok) throw new DemoError(`the sandbox answered ${response.status}: ${await response.text()}`);
}

/** Makes a VM of the first cloud fail. Returns a function that restores the earlier fault. */
export async function failFirst(imUrl: string | undefined): Promise<() => Promise<void>> {
  if (imUrl === undefined) throw new DemoError('--fail-first needs the sandbox, and this service has real clouds');
  const before = conform(clouds, await (await fetch(`${imUrl}/_sandbox/clouds`)).json());
  const fault = before.clouds.find(({ id }) => id === cloudId)?.fault ?? null;
  await put(imUrl, 'fail-vm');
  return () => put(imUrl, fault);
}

/** Takes all capacity for machines from the first region of the sandbox's AWS. */
export async function withoutCapacity(awsUrl: string | undefined): Promise<void> {
  const faults = [{ resource: 'no-capacity', type: 'AWS::EC2::Instance', region: regions[0] }];
  const response = await fetch(`${awsUrl}/_sandbox/aws`, { method: 'PUT', body: JSON.stringify({ faults }) });
  if (!response.ok) throw new DemoError(`the sandbox answered ${response.status}: ${await response.text()}`);
}
