import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

type OwnProps = Pick<BucketProps, 'objectOwnership' | 'versioned' | 'lifecycleRules'>;

/** A bucket with the installation's key, closed to the public and to plain HTTP. It stays when its stack is deleted. */
export const encryptedBucket = (scope: Construct, id: string, key: IKey, own: OwnProps): Bucket =>
  new Bucket(scope, id, {
    encryption: BucketEncryption.KMS,
    encryptionKey: key,
    bucketKeyEnabled: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    ...own,
  });
