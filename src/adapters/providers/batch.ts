import * as v from 'valibot';
import { strict, text } from '../../foundation/shape/schemas.ts';

const region = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'expected the name of a region, such as eu-south-1'),
);

const role = v.pipe(v.string(), v.regex(/^arn:[a-z-]+:iam::\d{12}:role\/[\w+=,.@/-]+$/, 'expected the ARN of a role'));

const queue = strict({
  /** name or ARN */
  name: text,
  /** absent: FARGATE */
  platform: v.optional(v.picklist(['FARGATE', 'EC2'])),
  /** absent: x86_64 */
  architecture: v.optional(v.picklist(['x86_64', 'arm64'])),
  /** its machines have graphics processors; needs the platform EC2 */
  gpus: v.optional(v.literal(true)),
});

export const batchEntries = {
  region,
  /** job queues; the first that can run a job is taken, unless the template names one */
  queues: v.pipe(v.array(queue), v.minLength(1, 'expected one at least')),
  /** of the role that starts containers on Fargate: it pulls images, writes logs and reads secrets */
  executionRoleArn: v.optional(role),
  /** of the role that the programs in jobs have; absent: no rights */
  jobRoleArn: v.optional(role),
  /** for jobs that name no image, such as those of QCG */
  image: v.optional(text),
  /** false: the subnets of the queue have a NAT; absent: jobs on Fargate get a public address to pull images */
  publicAddresses: v.optional(v.boolean()),
  /** a role of another account that submits the jobs; the provider's `secret` holds its `externalId` */
  roleArn: v.optional(role),
};

/** What AWS Batch may run at a provider, and where: `batch` of a provider with `deployer: 'batch'`. */
export const batchSchema = strict(batchEntries);
