/** A world whose two providers are regions of the sandbox's AWS, which holds stacks. */

import { cloudFormation } from '../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../src/adapters/cloudformation/planner.ts';
import { creationPreviews, updatePreviews } from '../../src/adapters/cloudformation/previews.ts';
import { awsWorlds, first, second } from './aws-world.ts';

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

export const stackWorlds = async () => {
  const aws = await awsWorlds({
    configured,
    ports: ({ clock }, clients) => ({
      plannerOf: () => planner,
      deployerOf: cloudFormation({
        ...{ clock, clients },
        accountOf: (id) => configured.find((one) => one.id === id)?.stack,
      }),
      creationPreviewOf: creationPreviews(configured),
      updatePreviewOf: updatePreviews(configured, {
        ...{ clients, clock },
        secrets: { read: () => Promise.reject(new Error('no secret is needed')) },
        pause: async (ms) => clock.advance(ms / 1_000),
      }),
    }),
  });
  const places = async (): Promise<readonly Place[]> =>
    ((await (await fetch(`${aws.url}/_sandbox/aws`)).json()) as { places: readonly Place[] }).places;
  /** what is there after all that was asked for is done */
  const standing = async (): Promise<readonly StandingStack[]> => {
    aws.advance(3_600);
    return (await places()).flatMap(({ region, stacks, things }) =>
      stacks
        .filter(({ status }) => status !== 'DELETE_COMPLETE')
        .map(({ id, status }) => {
          const own = things.filter(({ type, stackId }) => type === 'AWS::EC2::Instance' && stackId === id);
          return { region, status, machines: own.map(({ tags }) => tags['toscanini:node'] ?? '').sort() };
        }),
    );
  };
  const buckets = async (): Promise<readonly string[]> =>
    (await places()).flatMap(({ things }) =>
      things.filter(({ type }) => type === 'AWS::S3::Bucket').map(({ id }) => id),
    );
  /** puts objects into every bucket */
  const fill = async (objects: number): Promise<void> => {
    for (const id of await buckets())
      await fetch(`${aws.url}/_sandbox/aws/buckets/${id}`, { method: 'PUT', body: JSON.stringify({ objects }) });
  };
  return { ...aws, fill, buckets, standing };
};
