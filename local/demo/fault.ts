import * as v from 'valibot';
import { conform } from '../../src/foundation/shape/examine.ts';
import { regions } from '../sandbox/aws/world/world.ts';
import { DemoError } from './error.ts';
import { showCommand } from './screen.ts';

const cloudId = 'sandbox-a';
const machines = v.array(v.object({ id: v.union([v.string(), v.number()]) }));
const clouds = v.object({
  clouds: v.array(
    v.object({
      id: v.string(),
      fault: v.nullable(v.string()),
      infrastructures: v.array(v.object({ id: v.string(), virtualMachines: machines })),
    }),
  ),
});

async function put(address: string, body: object): Promise<void> {
  const response = await fetch(address, { method: 'PUT', body: JSON.stringify(body) });
  if (!response.ok) throw new DemoError(`the sandbox answered ${response.status}: ${await response.text()}`);
}

/** Shows a change of the sandbox as the user can type it, and makes it. */
async function change(address: string, body: object): Promise<void> {
  showCommand('curl', '-X', 'PUT', address, '-d', JSON.stringify(body));
  await put(address, body);
}

/** How long a machine takes in the clouds of the sandbox's Infrastructure Manager; otherwise three seconds. */
export async function bootIn(bootSeconds: number, imUrl: string): Promise<void> {
  const known = conform(clouds, await (await fetch(`${imUrl}/_sandbox/clouds`)).json());
  await Promise.all(known.clouds.map(({ id }) => put(`${imUrl}/_sandbox/clouds/${id}`, { bootSeconds })));
}

/** Makes a VM of the first cloud fail. Returns a function that restores the earlier fault. */
export async function failFirst(imUrl: string | undefined): Promise<() => Promise<void>> {
  if (imUrl === undefined) throw new DemoError('--fail-first needs the sandbox, and this service has real clouds');
  const before = conform(clouds, await (await fetch(`${imUrl}/_sandbox/clouds`)).json());
  const fault = before.clouds.find(({ id }) => id === cloudId)?.fault ?? null;
  const address = `${imUrl}/_sandbox/clouds/${cloudId}`;
  await change(address, { fault: 'fail-vm' });
  return () => put(address, { fault });
}

/** Deletes the last machine of the one infrastructure at its cloud, behind the back of the Infrastructure Manager. */
export async function killMachine(imUrl: string | undefined): Promise<void> {
  const known = conform(clouds, await (await fetch(`${imUrl}/_sandbox/clouds`)).json());
  const [one] = known.clouds.flatMap(({ infrastructures }) => infrastructures);
  const machine = one?.virtualMachines.at(-1);
  if (machine === undefined) throw new DemoError('the sandbox has no machine that could be deleted');
  await change(`${imUrl}/_sandbox/infrastructures/${one?.id}/vms/${machine.id}`, { gone: true });
}

/** Lets the first cloud give no answer any more, or answer again. */
export const silence = (imUrl: string | undefined, isSilent: boolean): Promise<void> =>
  change(`${imUrl}/_sandbox/clouds/${cloudId}`, { fault: isSilent ? 'silent' : null });

/** Takes all capacity for machines from the first region of the sandbox's AWS. */
export const withoutCapacity = (awsUrl: string | undefined): Promise<void> =>
  change(`${awsUrl}/_sandbox/aws`, {
    faults: [{ resource: 'no-capacity', type: 'AWS::EC2::Instance', region: regions[0] }],
  });
