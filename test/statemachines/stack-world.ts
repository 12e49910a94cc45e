/** A world whose two providers are regions of the sandbox's AWS, with the real deployer in front of them. */

import { startAws } from '../../local/sandbox/aws/server.ts';
import type { Fault } from '../../local/sandbox/aws/world/faults.ts';
import { cloudFormation } from '../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../src/adapters/cloudformation/planner.ts';
import { creationPreviews, updatePreviews } from '../../src/adapters/cloudformation/previews.ts';
import { configuredProviders } from '../../src/adapters/providers/configured.ts';
import { memoryWorld, type World } from '../domain/deployments/world.ts';

export const first = 'eu-central-1';
export const second = 'eu-west-1';

const configured = [first, second].map((region, index) => ({
  ...{ id: region, name: `AWS ${region}`, priority: index, deployer: 'cloudformation' as const, stack: { region } },
}));

export interface StandingStack {
  readonly region: string;
  readonly status: string;
  /** nodes of its machines */
  readonly machines: readonly string[];
}

interface Place {
  readonly region: string;
  readonly stacks: readonly { readonly id: string; readonly status: string }[];
  readonly things: readonly {
    readonly id: string;
    readonly type: string;
    readonly stackId?: string;
    readonly state?: string;
    readonly tags: { readonly [key: string]: string };
  }[];
}

/** One server for all worlds of a file: each starts with an empty AWS, and with its own time. */
export const stackWorlds = async () => {
  let clock: World['clock'] | undefined;
  const server = await startAws({ port: 0, clock: { now: () => clock?.now() ?? new Date() } });
  const make = (...faults: Fault[]): World => {
    const world = memoryWorld();
    clock = world.clock;
    server.world.reset();
    server.world.faults.set(faults);
    const clients = {
      endpoint: server.url,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    };
    const accountOf = (id: string) => configured.find((one) => one.id === id)?.stack;
    return {
      ...world,
      providers: configuredProviders(configured),
      plannerOf: () => planner,
      deployerOf: cloudFormation({ clock: world.clock, clients, accountOf }),
      creationPreviewOf: creationPreviews(configured),
      updatePreviewOf: updatePreviews(configured, {
        ...{ clients, clock: world.clock },
        secrets: { read: () => Promise.reject(new Error('no secret is needed')) },
        pause: async (ms) => world.clock.advance(ms / 1_000),
      }),
    };
  };
  /** what is there after all that was asked for is done */
  const standing = async (): Promise<readonly StandingStack[]> => {
    clock?.advance(3_600);
    const { places } = (await (await fetch(`${server.url}/_sandbox/aws`)).json()) as { places: readonly Place[] };
    return places.flatMap(({ region, stacks, things }) =>
      stacks
        .filter(({ status }) => status !== 'DELETE_COMPLETE')
        .map(({ id, status }) => {
          const own = things.filter(({ type, stackId }) => type === 'AWS::EC2::Instance' && stackId === id);
          return { region, status, machines: own.map(({ tags }) => tags['toscanini:node'] ?? '').sort() };
        }),
    );
  };
  /** from now on */
  const fail = (...faults: Fault[]) => server.world.faults.set(faults);
  /** puts objects into every bucket */
  const fill = async (objects: number): Promise<void> => {
    for (const id of await buckets())
      await fetch(`${server.url}/_sandbox/aws/buckets/${id}`, { method: 'PUT', body: JSON.stringify({ objects }) });
  };
  const buckets = async (): Promise<readonly string[]> => {
    const { places } = (await (await fetch(`${server.url}/_sandbox/aws`)).json()) as { places: readonly Place[] };
    return places.flatMap(({ things }) => things.filter(({ type }) => type === 'AWS::S3::Bucket').map(({ id }) => id));
  };
  return { make, fail, fill, buckets, standing, stop: () => server.stop() };
};
