import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { s3Client } from '../../../src/adapters/aws/s3.ts';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { withTemplate } from '../../../src/adapters/cloudformation/template-files.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import { startBench, template } from '../../local/sandbox/aws/bench.ts';
import { type Engine, localAws, startEngine } from '../../support/engine.ts';

const name = 'toscanini-01980000-0000-7000-8000-000000000001-12';
const clock = { now: () => new Date() };

let engine: Engine;
let aws: Awaited<ReturnType<typeof startBench>>;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());
beforeEach(async () => {
  aws = await startBench();
});
afterEach(() => aws.stop());

const deployer = (withFiles = true) => {
  const clients = { endpoint: aws.url, credentials: localAws.credentials, maxAttempts: 1 };
  const client = s3Client({ ...localAws, endpoint: engine.endpoints.s3, forcePathStyle: true });
  const files = withFiles ? () => ({ client, bucket: engine.bucket, newToken: () => 'token' }) : undefined;
  return cloudFormation({ clock, clients, files, accountOf: () => ({ region: 'eu-west-1' }) })('aws');
};

/** A template of at least so many bytes. */
const order = (bytes: number, extra: object = {}): Submission => {
  const Metadata = { filling: 'x'.repeat(bytes) };
  const resources = { Bucket: { Type: 'AWS::S3::Bucket', Metadata }, ...extra };
  const { Resources } = template(resources);
  return JSON.stringify({ name, template: { Resources }, parameters: {}, tags: {} }) as Submission;
};

const kept = async () => {
  const { Contents = [] } = await engine.s3.send(new ListObjectsV2Command({ Bucket: engine.bucket }));
  return Contents.map(({ Key }) => Key);
};

describe('a template that is too large for a call', () => {
  it('goes through S3, for a creation and for an update, and its file is deleted', async () => {
    const id = await deployer().create(order(60_000));
    aws.pass(600);
    expect(await deployer().status(id)).toMatchObject({ state: 'configured' });
    expect(await kept()).toEqual([]);
    await deployer().update(id, order(70_000, { Other: { Type: 'AWS::S3::Bucket' } }));
    aws.pass(600);
    expect(await aws.things()).toHaveLength(2);
    expect(await kept()).toEqual([]);
  });

  it('is read by an address that only who has it may use, and only for some minutes', async () => {
    const addresses: URL[] = [];
    const inner = deployer();
    const spy = vi.spyOn(CloudFormationClient.prototype, 'send').mockImplementation(async (command: unknown) => {
      const { input } = command as { input: { TemplateURL?: string } };
      if (input.TemplateURL !== undefined) addresses.push(new URL(input.TemplateURL));
      return { StackId: 'made' };
    });
    await inner.create(order(60_000));
    spy.mockRestore();
    expect(addresses.map(({ pathname }) => pathname)).toEqual([
      `/${engine.bucket}/templates/01980000-0000-7000-8000-000000000001/stack-12-token`,
    ]);
    expect(Object.fromEntries(addresses[0]?.searchParams ?? [])).toMatchObject({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Credential': expect.stringMatching(/\/eu-south-1\/s3\/aws4_request$/),
      'X-Amz-Expires': '300',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'X-Amz-SignedHeaders': 'host',
    });
  });

  it('is not the one of a call at the same time, such as the dry run of another template', async () => {
    const client = s3Client({ ...localAws, endpoint: engine.endpoints.s3, forcePathStyle: true });
    const files = { client, bucket: engine.bucket };
    const read = async (sent: object): Promise<unknown> =>
      (await fetch((sent as { readonly TemplateURL: string }).TemplateURL)).json();
    const asked = (filling: string) => ({ name, template: { filling: filling.repeat(60_000) } });
    const seen = await withTemplate(files, asked('a'), async (sent) => {
      await withTemplate(files, asked('b'), read);
      return read(sent);
    });
    expect(seen).toEqual(asked('a').template);
    expect(await kept()).toEqual([]);
  });

  it('leaves no file when the call fails, and says what failed', async () => {
    await aws.setFaults({ call: 'CreateStack', answer: 'deny' });
    await expect(deployer().create(order(60_000))).rejects.toMatchObject({ name: 'ProviderFailedError' });
    expect(await kept()).toEqual([]);
  });

  it('is refused above what CloudFormation takes from S3, and where there is no S3', async () => {
    const refusal = (most: number) => ({
      name: 'ProviderFailedError',
      message: expect.stringMatching(
        `^the template becomes \\d+ bytes for CloudFormation, and a stack may have ${most}`,
      ),
    });
    await expect(deployer().create(order(1_000_001))).rejects.toMatchObject(refusal(1_000_000));
    await expect(deployer(false).create(order(60_000))).rejects.toMatchObject(refusal(51_200));
  });

  it('is not written to S3 when it fits into the call', async () => {
    const client = s3Client({ ...localAws, endpoint: 'http://127.0.0.1:9' });
    const clients = { endpoint: aws.url, credentials: localAws.credentials, maxAttempts: 1 };
    const files = () => ({ client, bucket: 'none' });
    const small = cloudFormation({ clock, clients, files, accountOf: () => ({ region: 'eu-west-1' }) })('aws');
    await expect(small.create(order(100))).resolves.toContain(name);
  });
});
