import * as v from 'valibot';
import { jobsAt } from '../jobs-held.ts';
import { stacksAt } from '../stacks-held.ts';

const machine = v.looseObject({ id: v.union([v.number(), v.string()]), node: v.string() });
const infrastructure = v.looseObject({
  id: v.string(),
  name: v.string(),
  state: v.string(),
  forgotten: v.boolean(),
  virtualMachines: v.array(machine),
  /** of AWS Batch: names of all jobs that were ever submitted for it */
  jobs: v.optional(v.array(v.string())),
});
export type Infrastructure = v.InferOutput<typeof infrastructure>;

const clouds = v.object({
  clouds: v.array(v.looseObject({ id: v.string(), infrastructures: v.array(infrastructure) })),
});

/** Addresses of the sandbox's Infrastructure Manager and AWS. */
export interface CloudUrls {
  readonly imUrl: string;
  readonly awsUrl: string;
}

/** What stands at the clouds just now, as they themselves say. */
export const heldAt = async ({ imUrl, awsUrl }: CloudUrls): Promise<readonly Infrastructure[]> => {
  const answer = await fetch(`${imUrl}/_sandbox/clouds`);
  const infrastructures = v
    .parse(clouds, await answer.json())
    .clouds.flatMap(({ id: cloud, infrastructures: all }) => all.map((one) => ({ ...one, cloud })));
  const stacks = await stacksAt(awsUrl);
  return [
    ...infrastructures,
    ...(await jobsAt(awsUrl)).map((one) => ({ ...one, jobs: [...one.jobs], forgotten: false, virtualMachines: [] })),
    ...stacks.map(({ machines, ...stack }) => ({ ...stack, forgotten: false, virtualMachines: [...machines] })),
  ];
};
