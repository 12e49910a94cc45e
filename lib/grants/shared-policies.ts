import type { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Configuration } from '../configuration/configuration.ts';
import { mostOf } from '../configuration/most-of.ts';
import type { DataStack } from '../data/data-stack.ts';
import { openingServices, viaService } from '../rights/opening-services.ts';

/** With the longest bucket names and two ARNs for each, 25 buckets make 5,000 characters. */
const bucketsInOne = 25;

export class SharedPolicies extends Construct {
  /** lets AWS services decrypt what the team's own keys encrypt */
  readonly otherKeys: readonly ManagedPolicy[];
  /** lets functions read files in buckets besides the stack's own */
  readonly sources: readonly ManagedPolicy[];
  /** lets functions list the files in buckets besides the stack's own */
  readonly listed: readonly ManagedPolicy[];
  /** lets functions write replicas to storage elements, only under our own prefix, and read them */
  readonly replicas: readonly ManagedPolicy[];
  /** lets the doctor check that buckets besides the stack's own exist and send events */
  readonly examined: readonly ManagedPolicy[];
  /** lets functions find and end multipart copies that were given up: AWS charges for their parts */
  readonly uploads: readonly ManagedPolicy[];

  constructor(stack: Stack, id: string, { files }: Configuration, data: DataStack) {
    super(stack, id);
    const bucketArn = (bucket: string): string =>
      bucket === 'incoming'
        ? data.incoming.bucket.bucketArn
        : stack.formatArn({ service: 's3', region: '', account: '', resource: bucket });
    const sources = [...new Set(files.buckets)].map(bucketArn);
    const targets = [...new Set(files.elements.map(({ bucket }) => bucket))].map(bucketArn);
    const copies = (arns: readonly string[]) => arns.map((arn) => `${arn}/toscanini-replicas/*`);
    this.otherKeys = this.policies('OtherKeys', data.otherKeys, mostOf.kmsKeys, (keys) => [
      {
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: keys,
        conditions: { StringLike: { 'kms:ViaService': openingServices.map(viaService) } },
      },
    ]);
    this.sources = this.policies('Sources', sources, bucketsInOne, (buckets) => [
      { actions: ['s3:ListBucket'], resources: buckets },
      { actions: ['s3:GetObject', 's3:GetObjectTagging'], resources: buckets.map((arn) => `${arn}/*`) },
    ]);
    this.listed = this.policies('Listed', sources, 2 * bucketsInOne, (buckets) => [
      { actions: ['s3:ListBucket'], resources: buckets },
    ]);
    this.replicas = this.policies('Replicas', targets, bucketsInOne, (buckets) => [
      { actions: ['s3:ListBucket'], resources: buckets },
      { actions: ['s3:GetObject', 's3:PutObject', 's3:PutObjectTagging'], resources: copies(buckets) },
    ]);
    this.examined = this.policies('Examined', [...new Set([...sources, ...targets])], 2 * bucketsInOne, (buckets) => [
      { actions: ['s3:ListBucket', 's3:GetBucketNotification'], resources: buckets },
    ]);
    this.uploads = this.policies('Uploads', targets, bucketsInOne, (buckets) => [
      { actions: ['s3:ListBucketMultipartUploads'], resources: buckets },
      { actions: ['s3:AbortMultipartUpload'], resources: copies(buckets) },
    ]);
  }

  /** Divides the resources among as many policies as needed, at most `most` in each; no resources give no policy. */
  private policies(
    id: string,
    resources: readonly string[],
    most: number,
    statements: (resources: readonly string[]) => readonly Said[],
  ): readonly ManagedPolicy[] {
    const count = Math.ceil(resources.length / most);
    return Array.from(
      { length: count },
      (_, n) =>
        new ManagedPolicy(this, n === 0 ? id : `${id}${n + 1}`, {
          statements: statements(resources.slice(n * most, (n + 1) * most)).map(
            ({ actions, resources: named, conditions = {} }) =>
              new PolicyStatement({ actions: [...actions], resources: [...named], conditions }),
          ),
        }),
    );
  }
}

interface Said {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>>;
}
