import { CfnOutput, Duration, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnComputeEnvironment, CfnJobQueue } from 'aws-cdk-lib/aws-batch';
import { CfnSecurityGroup, GatewayVpcEndpointAwsService, IpAddresses, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { type Bucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Configuration } from '../configuration/configuration.ts';
import { jobNames } from '../configuration/job-names.ts';
import type { DataStack } from '../data/data-stack.ts';
import { encryptedBucket } from '../data/encrypted-bucket.ts';
import { addExecutionRole, addJobRole } from './job-roles.ts';

export interface JobsStackProps extends StackProps {
  readonly configuration: Configuration;
  readonly data: DataStack;
}

type Network = NonNullable<Configuration['jobs']['network']>;

/**
 * The installation's own job queue, on Fargate. It costs nothing while no job runs. Its results stay when it is
 * deleted.
 */
export class JobsStack extends Stack {
  constructor(scope: Construct, id: string, { configuration, data, ...props }: JobsStackProps) {
    super(scope, id, props);
    const { network = this.network() } = configuration.jobs;
    const environment = new CfnComputeEnvironment(this, 'Machines', {
      type: 'MANAGED',
      state: 'ENABLED',
      // a change of the network or the number of processors is applied in place, while jobs run
      replaceComputeEnvironment: false,
      computeResources: {
        type: 'FARGATE',
        maxvCpus: configuration.jobs.cpus,
        subnets: network.subnetIds,
        securityGroupIds: network.securityGroupIds,
      },
    });
    const { queue } = jobNames(this, configuration);
    new CfnJobQueue(this, 'Queue', {
      jobQueueName: queue,
      priority: 1,
      state: 'ENABLED',
      computeEnvironmentOrder: [{ order: 1, computeEnvironment: environment.attrComputeEnvironmentArn }],
    });
    addExecutionRole(this, configuration);
    const results = this.results(data);
    addJobRole(this, configuration, { data, results });
    new CfnOutput(this, 'JobQueue', { value: queue, description: 'the job queue in AWS Batch' });
    new CfnOutput(this, 'ResultsBucket', { value: results.bucketName, description: 'jobs may write results here' });
  }

  /** The first two zones of any region. The CDK would look up the others in an account, and synthesis must work without one. */
  override get availabilityZones(): string[] {
    return [0, 1].map((index) => Fn.select(index, Fn.getAzs()));
  }

  /** Jobs can reach the internet to fetch images. Nothing can reach them. A NAT gateway would cost money every hour. */
  private network(): Network {
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.64.0.0/16'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'jobs', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false }],
      gatewayEndpoints: { s3: { service: GatewayVpcEndpointAwsService.S3 } },
    });
    const group = new CfnSecurityGroup(this, 'Outbound', {
      vpcId: vpc.vpcId,
      groupDescription: 'jobs of Toscanini: outbound traffic only',
      securityGroupEgress: [{ ipProtocol: '-1', cidrIp: '0.0.0.0/0', description: 'images, S3 and other services' }],
    });
    return {
      subnetIds: vpc.publicSubnets.map(({ subnetId }) => subnetId),
      securityGroupIds: [group.attrGroupId],
    };
  }

  /** Versioned: a job that overwrites the result of another job destroys nothing. */
  private results({ key }: DataStack): Bucket {
    return encryptedBucket(this, 'Results', key, {
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: true,
      lifecycleRules: [
        {
          abortIncompleteMultipartUploadAfter: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(35),
        },
      ],
    });
  }
}
