/** The account that is examined: the sandbox, an emulator, or a real one. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormation, type Stack, type StackEvent } from '@aws-sdk/client-cloudformation';
import { EC2 } from '@aws-sdk/client-ec2';
import { S3 } from '@aws-sdk/client-s3';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';

export interface Target {
  readonly region: string;
  /** absent: the real services */
  readonly endpoint?: string;
  /** whether the endpoint is our sandbox, whose control interface puts objects into buckets */
  readonly isSandbox: boolean;
  /** milliseconds between two looks */
  readonly pause: number;
  /** seconds to wait for the end of an operation */
  readonly patience: number;
}

const secret = 'conformance-secret';

export { secret };

/** Region, endpoint and credentials of every client. */
export const settingsOf = ({ region, endpoint }: Target) => {
  const keys = { accessKeyId: 'conformance', secretAccessKey: 'conformance' };
  const hasKeys = process.env['AWS_ACCESS_KEY_ID'] !== undefined || process.env['AWS_PROFILE'] !== undefined;
  return { region, ...(endpoint && { endpoint }), ...(endpoint && !hasKeys && { credentials: keys }) };
};

export class Account {
  readonly target: Target;
  readonly cloudFormation: CloudFormation;
  readonly ec2: EC2;
  readonly sts: STS;
  readonly ssm: SSM;
  readonly #s3: S3;
  /** the beginning of the names of all stacks of this run */
  readonly prefix = `toscanini-conformance-${randomUUID().slice(0, 8)}`;
  readonly #made = new Set<string>();

  constructor(target: Target) {
    this.target = target;
    const settings = settingsOf(target);
    this.cloudFormation = new CloudFormation(settings);
    this.ec2 = new EC2(settings);
    this.sts = new STS(settings);
    this.ssm = new SSM(settings);
    this.#s3 = new S3({ ...settings, forcePathStyle: true });
  }

  name(what: string): string {
    return `${this.prefix}-${what}`;
  }

  /** Remembers the stack, so that it is deleted at the end whatever happens. */
  async create(what: string, template: object, rest: object = {}): Promise<string> {
    const StackName = this.name(what);
    this.#made.add(StackName);
    const { StackId = '' } = await this.cloudFormation.createStack({
      StackName,
      TemplateBody: JSON.stringify(template),
      ...rest,
    });
    return StackId;
  }

  update(what: string, template: object, rest: object = {}): Promise<unknown> {
    return this.cloudFormation.updateStack({
      StackName: this.name(what),
      TemplateBody: JSON.stringify(template),
      ...rest,
    });
  }

  async stack(nameOrId: string): Promise<Stack> {
    const { Stacks: [stack] = [] } = await this.cloudFormation.describeStacks({ StackName: nameOrId });
    if (!stack) throw new Error(`no stack ${nameOrId}`);
    return stack;
  }

  /** All statuses that were seen on the way, the last one at the end. */
  async ended(nameOrId: string): Promise<readonly string[]> {
    const seen: string[] = [];
    await this.until(`the end of ${nameOrId}`, async () => {
      const { StackStatus = '' } = await this.stack(nameOrId);
      if (seen.at(-1) !== StackStatus) seen.push(StackStatus);
      return StackStatus.endsWith('_IN_PROGRESS') ? undefined : StackStatus;
    });
    return seen;
  }

  async until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const deadline = performance.now() + this.target.patience * 1000;
    while (performance.now() < deadline) {
      const seen = await look();
      if (seen !== undefined) return seen;
      await sleep(this.target.pause);
    }
    throw new Error(`${what}: not within ${this.target.patience} s`);
  }

  /** Oldest first. */
  async events(nameOrId: string): Promise<readonly StackEvent[]> {
    const events: StackEvent[] = [];
    let NextToken: string | undefined;
    do {
      const page = await this.cloudFormation.describeStackEvents({ StackName: nameOrId, NextToken });
      events.push(...(page.StackEvents ?? []));
      NextToken = page.NextToken;
    } while (NextToken);
    return events.reverse();
  }

  /** Physical ids by logical id. */
  async resources(nameOrId: string): Promise<{ readonly [logicalId: string]: string }> {
    const { StackResourceSummaries: all = [] } = await this.cloudFormation.listStackResources({ StackName: nameOrId });
    const present = all.filter(({ ResourceStatus }) => ResourceStatus !== 'DELETE_COMPLETE');
    return Object.fromEntries(present.map((one) => [one.LogicalResourceId ?? '', one.PhysicalResourceId ?? '']));
  }

  async fill(bucket: string): Promise<void> {
    if (!this.target.isSandbox) return void (await this.#s3.putObject({ Bucket: bucket, Key: 'one', Body: 'x' }));
    const address = `${this.target.endpoint}/_sandbox/aws/buckets/${bucket}`;
    await fetch(address, { method: 'PUT', body: JSON.stringify({ objects: 1 }) });
  }

  /** What somebody does beside CloudFormation: opens another port of a group, and deletes an empty bucket. */
  async harm(group: string, bucket: string): Promise<void> {
    const opened = { IpProtocol: 'tcp', FromPort: 22, ToPort: 22 };
    if (!this.target.isSandbox) {
      const IpPermissions = [{ ...opened, IpRanges: [{ CidrIp: '192.0.2.0/24' }] }];
      await this.ec2.authorizeSecurityGroupIngress({ GroupId: group, IpPermissions });
      return void (await this.#s3.deleteBucket({ Bucket: bucket }));
    }
    const behind = (id: string, change: object) =>
      fetch(`${this.target.endpoint}/_sandbox/aws/things/${id}`, { method: 'PUT', body: JSON.stringify(change) });
    await behind(group, { properties: { SecurityGroupIngress: [{ ...opened, CidrIp: '192.0.2.0/24' }] } });
    await behind(bucket, { gone: true });
  }

  /** A bucket that a deletion left behind on purpose. */
  async discard(bucket: string): Promise<void> {
    if (this.target.isSandbox) return;
    await this.#s3.deleteObject({ Bucket: bucket, Key: 'one' });
    await this.#s3.deleteBucket({ Bucket: bucket });
  }

  /** Deletes every stack of this run that is left. Throws when one stays. */
  async cleanUp(): Promise<void> {
    for (const StackName of this.#made) {
      const stack = await this.stack(StackName).catch((error: Error) => {
        if (error.message.endsWith('does not exist')) return undefined;
        throw error;
      });
      if (!stack) continue;
      if (stack.EnableTerminationProtection)
        await this.cloudFormation.updateTerminationProtection({ StackName, EnableTerminationProtection: false });
      await this.cloudFormation.deleteStack({ StackName });
      const [status] = (await this.ended(stack.StackId ?? '')).slice(-1);
      if (status !== 'DELETE_COMPLETE') throw new Error(`${StackName} is left as ${status}: delete it by hand`);
    }
  }
}

/** The name and the message with which a call is refused. */
export async function refusal(call: Promise<unknown>): Promise<{ readonly name: string; readonly message: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return { name: error.name, message: error.message };
    throw error;
  }
  throw new Error('the call was accepted');
}

/** The last lines of a stack trace help nobody here: a check says in words what it saw. */
export function expect(holds: boolean, saw: string): void {
  if (!holds) throw new Error(saw);
}
