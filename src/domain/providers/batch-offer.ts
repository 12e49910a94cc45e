/** A job queue that the provider's configuration names. */
export interface JobQueue {
  /** name or ARN */
  readonly name: string;
  /** what its machines are; absent: Fargate */
  readonly platform?: 'FARGATE' | 'EC2' | undefined;
  /** absent: x86_64 */
  readonly architecture?: 'x86_64' | 'arm64' | undefined;
  /** its machines have graphics processors; absent: none */
  readonly gpus?: true | undefined;
}

/** What a provider lets AWS Batch run: a part of its configuration. */
export interface BatchOffer {
  readonly region: string;
  /** the first one that can run a job is taken, unless the template names one */
  readonly queues: readonly JobQueue[];
  /** of the role that starts containers: it pulls images, writes logs and reads secrets. Fargate needs one */
  readonly executionRoleArn?: string | undefined;
  /** of the role that the jobs' own programs have; absent: they have no rights */
  readonly jobRoleArn?: string | undefined;
  /** the image of jobs that name none, as jobs of QCG do; absent: such a job cannot run here */
  readonly image?: string | undefined;
  /** whether jobs on Fargate get a public address, which they need to pull images in a subnet without a NAT; absent: yes */
  readonly publicAddresses?: boolean | undefined;
}
