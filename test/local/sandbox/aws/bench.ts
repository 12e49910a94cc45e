/** The sandbox's AWS on a free port with a clock that only tests move, and the real SDK in front of it. */

import { CloudFormation, type Stack, type StackEvent } from '@aws-sdk/client-cloudformation';
import { EC2 } from '@aws-sdk/client-ec2';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import { startAws } from '../../../../local/sandbox/aws/server.ts';
import type { Fault } from '../../../../local/sandbox/aws/world/faults.ts';

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export const home: Keys = { accessKeyId: 'local', secretAccessKey: 'local' };

export async function startBench({ directory }: { readonly directory?: string } = {}) {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const server = await startAws({ port: 0, clock: { now: () => new Date(time) }, ...(directory && { directory }) });
  const settings = (region: string, credentials: Keys) => ({
    region,
    credentials,
    endpoint: server.url,
    maxAttempts: 1,
  });
  const of = (region = 'eu-west-1', keys = home) => ({
    cloudFormation: new CloudFormation(settings(region, keys)),
    ec2: new EC2(settings(region, keys)),
    sts: new STS(settings(region, keys)),
    ssm: new SSM(settings(region, keys)),
  });
  const { cloudFormation, ec2, sts, ssm } = of();
  const control = async (method: 'GET' | 'PUT' | 'DELETE', path = '', body?: unknown) => {
    const answer = await fetch(`${server.url}/_sandbox/aws${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    server,
    url: server.url,
    of,
    cloudFormation,
    ec2,
    sts,
    ssm,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
    setPace: (pace: number) => {
      server.world.pace = pace;
    },
    stop: () => server.stop(),
    /** every command of a job or on a machine has ended */
    idle: async (): Promise<void> => {
      await Promise.all([server.world.jobs.idle(), server.world.commands.idle()]);
    },
    control,
    setFaults: (...faults: Fault[]) => control('PUT', '', { faults }),
    things: async (): Promise<readonly { type: string; logicalId: string; stackId: string }[]> =>
      JSON.parse((await control('GET')).text).places.flatMap(({ things }: { things: unknown[] }) => things),
    create: (StackName: string, template: object, rest: object = {}) =>
      cloudFormation.createStack({ StackName, TemplateBody: JSON.stringify(template), ...rest }),
    update: (StackName: string, template: object, rest: object = {}) =>
      cloudFormation.updateStack({ StackName, TemplateBody: JSON.stringify(template), ...rest }),
    stack: async (name: string): Promise<Stack> => {
      const { Stacks: [stack] = [] } = await cloudFormation.describeStacks({ StackName: name });
      if (!stack) throw new Error(`no stack ${name}`);
      return stack;
    },
    /** oldest first */
    events: async (StackName: string): Promise<readonly StackEvent[]> => {
      const events: StackEvent[] = [];
      let NextToken: string | undefined;
      do {
        const page = await cloudFormation.describeStackEvents({ StackName, NextToken });
        events.push(...(page.StackEvents ?? []));
        NextToken = page.NextToken;
      } while (NextToken);
      return events.reverse();
    },
  };
}

export type Bench = Awaited<ReturnType<typeof startBench>>;

export const image = '/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id';

const parameters = { Image: { Type: 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>', Default: image } };

export const machine = (properties: object = {}) => ({
  Type: 'AWS::EC2::Instance',
  Properties: { ImageId: { Ref: 'Image' }, InstanceType: 't3.micro', ...properties },
});

export const bucket = { Type: 'AWS::S3::Bucket' };

export const template = (resources: object, rest: object = {}) => ({
  Parameters: parameters,
  Resources: resources,
  ...rest,
});

/** A machine with a group, a disk and an address of its own. */
export const whole = template(
  {
    Group: { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: 'web' } },
    Web: machine({ SecurityGroupIds: [{ 'Fn::GetAtt': ['Group', 'GroupId'] }], Tags: [{ Key: 'Name', Value: 'web' }] }),
    Disk: {
      Type: 'AWS::EC2::Volume',
      Properties: { Size: 10, AvailabilityZone: { 'Fn::GetAtt': 'Web.AvailabilityZone' } },
    },
    Attached: {
      Type: 'AWS::EC2::VolumeAttachment',
      Properties: { VolumeId: { Ref: 'Disk' }, InstanceId: { Ref: 'Web' }, Device: '/dev/sdf' },
    },
    Address: { Type: 'AWS::EC2::EIP', Properties: { InstanceId: { Ref: 'Web' } } },
  },
  {
    Outputs: {
      Url: { Value: { 'Fn::Sub': 'http://${Address}/' } },
      Inner: { Value: { 'Fn::GetAtt': ['Web', 'PrivateIp'] } },
    },
  },
);

export const line = ({ LogicalResourceId, ResourceStatus }: StackEvent): string =>
  `${LogicalResourceId} ${ResourceStatus}`;

/** The name and message with which a call is refused. */
export const refusal = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return `${error.name}: ${error.message}`;
    throw error;
  }
  throw new Error('the call was accepted');
};
