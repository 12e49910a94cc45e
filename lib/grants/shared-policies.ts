import type { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Configuration } from '../configuration/configuration.ts';
import { mostOf } from '../configuration/most-of.ts';
import type { DataStack } from '../data/data-stack.ts';
import { dividedStatements } from '../rights/divide.ts';
import { openingServices, viaService } from '../rights/opening-services.ts';
import type { Statement } from '../rights/statement.ts';
import { usingQueues } from './batch-grants.ts';
import type { Shared } from './grant.ts';
import { externalIds, readingSecrets } from './secret-grants.ts';
import { adoptingStacks, inspectingStacks, usingStacks } from './stack-grants.ts';

/** With the longest bucket names and two ARNs for each, 25 buckets make 5,000 characters. */
const bucketsInOne = 25;

/** The secrets of the Infrastructure Manager and of the configured providers; a folder's secrets are granted together. */
const providerSecrets = (place: Parameters<typeof readingSecrets>[0]): readonly Statement[] => {
  const { infrastructureManagerSecret: own } = place.data;
  const secrets = place.configuration.providers.flatMap(({ secret }) => secret ?? []);
  return readingSecrets(place, [...(own === undefined ? [] : [own]), ...secrets], 'providers');
};

/** Names of buckets and keys of the data stack are filled in later, and are long. */
const mostBeforeNames = 4_400;

export class SharedPolicies extends Construct implements Shared {
  readonly otherKeys: readonly ManagedPolicy[];
  readonly sources: readonly ManagedPolicy[];
  readonly listed: readonly ManagedPolicy[];
  readonly replicas: readonly ManagedPolicy[];
  readonly examined: readonly ManagedPolicy[];
  readonly uploads: readonly ManagedPolicy[];
  readonly deployers: readonly ManagedPolicy[];
  readonly inspected: readonly ManagedPolicy[];
  readonly adopted: readonly ManagedPolicy[];

  constructor(stack: Stack, id: string, configuration: Configuration, data: DataStack) {
    super(stack, id);
    const { files } = configuration;
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
    const place = { stack, configuration, data };
    const asking = (name: string, statements: readonly Statement[]) =>
      dividedStatements(statements, mostBeforeNames).map((own, n) =>
        this.policy(n === 0 ? name : `${name}${n + 1}`, own),
      );
    const secrets = providerSecrets(place);
    this.deployers = asking('Deployers', [...secrets, ...usingStacks(place), ...usingQueues(place)]);
    this.inspected = asking('Inspected', [...secrets, ...inspectingStacks(place)]);
    // its function answers requests, so it has no credentials of clouds
    const own = data.infrastructureManagerSecret;
    const identity = readingSecrets(place, own === undefined ? [] : [own], 'providers');
    this.adopted = asking('Adopted', [...identity, ...externalIds(place), ...adoptingStacks(place)]);
  }

  /** Divides the resources among as many policies as needed, at most `most` in each; no resources give no policy. */
  private policies(
    id: string,
    resources: readonly string[],
    most: number,
    statements: (resources: readonly string[]) => readonly Statement[],
  ): readonly ManagedPolicy[] {
    const count = Math.ceil(resources.length / most);
    return Array.from({ length: count }, (_, n) =>
      this.policy(n === 0 ? id : `${id}${n + 1}`, statements(resources.slice(n * most, (n + 1) * most))),
    );
  }

  private policy(id: string, statements: readonly Statement[]): ManagedPolicy {
    return new ManagedPolicy(this, id, {
      statements: statements.map(
        ({ actions, resources, conditions = {} }) =>
          new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }),
      ),
    });
  }
}
