import { z } from 'zod';
import { DemoError } from './error.ts';

const cloudId = 'sandbox-a';
const clouds = z.object({ clouds: z.array(z.object({ id: z.string(), fault: z.string().nullable() })) });

async function put(imUrl: string, fault: string | null): Promise<void> {
  const response = await fetch(`${imUrl}/_sandbox/clouds/${cloudId}`, {
    method: 'PUT',
    body: JSON.stringify({ fault }),
  });
  if (!response.ok) throw new DemoError(`the sandbox answered ${response.status}: ${await response.text()}`);
}

/** Makes a VM of the first cloud fail; answers how to put back what was there. */
export async function failFirst(imUrl: string | undefined): Promise<() => Promise<void>> {
  if (imUrl === undefined) throw new DemoError('--fail-first needs the sandbox, and this service has real clouds');
  const before = clouds.parse(await (await fetch(`${imUrl}/_sandbox/clouds`)).json());
  const fault = before.clouds.find(({ id }) => id === cloudId)?.fault ?? null;
  await put(imUrl, 'fail-vm');
  return () => put(imUrl, fault);
}
