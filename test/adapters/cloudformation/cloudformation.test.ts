import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { describe, expect, it } from 'vitest';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import { name, planned, region, sandboxForTests, server, tenant } from './deployer-on-sandbox.ts';

const { aws, deployer, made } = sandboxForTests();

describe('the status of a stack', () => {
  it.each([
    ['no-capacity', /capacity/i, undefined],
    ['quota', /limit/i, undefined],
    ['deny', /not authorized/i, undefined],
    ['fail', /internal error/i, undefined],
  ] as const)('that failed with %s says why, and blames the provider', async (resource, why, blame) => {
    await aws().setFaults({ resource, type: 'AWS::EC2::Instance' });
    const status = await deployer().status(await made({ server: server() }));
    expect(status).toMatchObject({ state: 'failed', reason: expect.stringMatching(why) });
    expect(status.reason).toContain('node server: serverserver0 (AWS::EC2::Instance) is CREATE_FAILED');
    expect(status.blame).toBe(blame);
  });

  it.each([
    ['no-capacity', /^[^;]*capacity[^;]* \(InsufficientInstanceCapacity\); try again later, or ask for another size/],
    [
      'quota',
      /^[^;]*limit of resources of this kind \(ServiceLimitExceeded\); delete what is not needed, or have this quota/,
    ],
    [
      'deny',
      /^[^;]*not authorized to perform this operation \(AccessDenied\); the operator of this provider has to give/,
    ],
  ] as const)(
    'that failed with %s says what to do, and leaves out what only the support of AWS needs',
    async (resource, why) => {
      await aws().setFaults({ resource, type: 'AWS::EC2::Instance' });
      const { reason } = await deployer().status(await made({ server: server() }));
      expect(reason).toMatch(why);
      expect(reason).not.toMatch(/Request ?ID|RequestToken|HandlerErrorCode/);
    },
  );

  it('whose image does not exist says which one, and what to name instead', async () => {
    const own = { ...server({}, { image: 'ami-0123456789abcdef9' }), type: 'tosca.nodes.indigo.Compute' };
    const { reason } = await deployer().status(await made({ server: own }));
    expect(reason).toMatch(
      /^node server: \S+ \(AWS::EC2::Instance\) is CREATE_FAILED: The image id '\[ami-0123456789abcdef9\]' does not exist \(NotFound\); name an image of this region, or its distribution and version$/,
    );
  });

  it('whose update failed says that what was there still stands', async () => {
    const id = await made({ server: server() });
    const before = await deployer().status(id);
    await aws().setFaults({ resource: 'no-capacity', type: 'AWS::EC2::Instance' });
    await deployer().update(id, await planned({ server: server(), other: server() }));
    expect((await deployer().status(id)).change).toMatchObject({ is: 'in-progress' });
    aws().pass(600);
    const after = await deployer().status(id);
    expect(after).toMatchObject({ state: 'configured', change: { is: 'failed' } });
    expect(after.reason).toMatch(/^the update failed, and what was there before still stands: otherother0 .*capacity/i);
    expect(after.vms).toEqual(before.vms);
  });

  it('whose deletion is blocked goes without what blocks it, where that is forced', async () => {
    const id = await made({
      server: server(),
      files: { type: 'tosca.nodes.ObjectStorage', properties: { name: 'f' } },
    });
    const bucket = (await aws().things()).find(({ type }) => type === 'AWS::S3::Bucket') as unknown as { id: string };
    await aws().control('PUT', `/buckets/${bucket.id}`, { objects: 3 });
    await deployer().destroy(id, { wait: false, force: true });
    aws().pass(600);
    expect(await deployer().status(id)).toMatchObject({ state: 'failed' });
    await deployer().destroy(id, { wait: true, force: true });
    aws().pass(600);
    await expect(deployer().status(id)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect((await aws().things()).map(({ type }) => type)).toEqual(['AWS::S3::Bucket']);
  });

  it('whose deletion is blocked names what blocks it', async () => {
    const id = await made({
      server: server(),
      files: { type: 'tosca.nodes.ObjectStorage', properties: { name: 'f' } },
    });
    const bucket = (await aws().things()).find(({ type }) => type === 'AWS::S3::Bucket') as unknown as { id: string };
    await aws().control('PUT', `/buckets/${bucket.id}`, { objects: 3 });
    await deployer().destroy(id);
    aws().pass(600);
    expect((await deployer().status(id)).reason).toMatch(
      /^node files: files \(AWS::S3::Bucket\) is DELETE_FAILED: .*empty/,
    );
    expect((await deployer().status(id)).reason).toContain(`delete all objects of bucket ${bucket.id}`);
    await expect(deployer().destroy(id, { wait: true })).rejects.toThrow(
      /the stack could not be deleted: node files: files \(AWS::S3::Bucket\)/,
    );
    await aws().control('PUT', `/buckets/${bucket.id}`, { objects: 0 });
    aws().pass(600);
    await deployer()
      .destroy(id)
      .catch(() => undefined);
    aws().pass(600);
    await expect(deployer().status(id)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(await aws().things()).toEqual([]);
  });
});

describe('the nodes of a stack', () => {
  it('are as far as their resources, and a stack without software has nothing to configure', async () => {
    const id = await deployer().create(await planned({ server: server() }));
    const states = async () => (await deployer().nodes(id)).map(({ node, state }) => [node, state]);
    expect(await states()).not.toContainEqual(['server', 'made']);
    aws().pass(600);
    expect(await states()).toEqual([['server', 'made']]);
    expect(await deployer().configure(id, { since: '2026-01-01T00:00:00.000Z' })).toEqual({ is: 'done' });
  });
});

describe('an update', () => {
  it('keeps the image that the stack has, and takes another one when the template asks for another system', async () => {
    const id = await made({ server: server() });
    const imageOf = async () => {
      const { vms } = await deployer().status(id);
      const [machine] = await deployer().virtualMachines(id, Object.keys(vms));
      return { id: machine?.id, image: machine?.properties.at(-1)?.['disk.0.image.url'] };
    };
    const before = await imageOf();
    await deployer().update(id, await planned({ server: server({ num_cpus: 4 }) }));
    aws().pass(600);
    expect(await imageOf()).toEqual(before);
    const template = await aws().of(region).cloudFormation.getTemplate({ StackName: id });
    expect(template.TemplateBody).not.toContain('AWS::SSM::Parameter');
    await deployer().update(id, await planned({ server: server({ num_cpus: 4 }, { distribution: 'debian' }) }));
    aws().pass(600);
    const after = await imageOf();
    expect(after.image).not.toBe(before.image);
    expect(after.id).not.toBe(before.id);
  });

  it('that changes nothing is done, and one while another is in progress is not ready', async () => {
    const id = await made({ server: server() });
    await deployer().update(id, await planned({ server: server() }));
    await deployer().update(id, await planned({ server: server({ num_cpus: 4 }) }));
    await expect(deployer().update(id, await planned({ server: server() }))).rejects.toMatchObject({
      name: 'NotReadyError',
    });
  });

  it('in progress lets nobody delete its stack: that is not ready, and no refusal', async () => {
    const id = await made({ server: server() });
    await deployer().update(id, await planned({ server: server({ num_cpus: 4 }) }));
    await expect(deployer().destroy(id)).rejects.toMatchObject({
      name: 'NotReadyError',
      message: expect.stringContaining('cannot be deleted while in status UPDATE_IN_PROGRESS'),
    });
  });

  it('after a rollback that failed finishes that one first', async () => {
    const id = await made({ server: server() });
    await aws().setFaults(
      { resource: 'fail', type: 'AWS::EC2::Instance', times: 1 },
      { resource: 'fail', logicalId: 'serverserver0', skip: 1, times: 1 },
    );
    await deployer().update(id, await planned({ server: server({ num_cpus: 4 }), other: server() }));
    aws().pass(900);
    const { state, reason = '' } = await deployer().status(id);
    if (state !== 'failed') return expect(reason).toMatch(/still stands/);
    expect(reason).toMatch(/^the update failed, and so did its rollback/);
    await expect(deployer().update(id, await planned({ server: server() }))).rejects.toMatchObject({
      name: 'NotReadyError',
    });
  });
});

describe('a creation', () => {
  it('of a template that CloudFormation does not accept fails everywhere', async () => {
    const broken = JSON.stringify({
      name,
      template: { Resources: { a: { Type: 'AWS::EC2::Instance', Properties: { ImageId: { Ref: 'none' } } } } },
      parameters: {},
      tags: {},
    });
    await expect(deployer().create(broken as Submission)).rejects.toMatchObject({ name: 'WorkFailedError' });
    expect(await deployer().list()).toEqual([]);
  });

  it('of a template that is too large is refused with its size', async () => {
    const nodes = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`server-${index}`, server()]));
    await expect(deployer().create(await planned(nodes))).rejects.toThrow(
      /^the template becomes \d+ bytes for CloudFormation, and a stack may have 51200/,
    );
  });

  it('that is repeated finds the stack that the first call has made', async () => {
    const submission = await planned({ server: server() });
    const id = await deployer().create(submission);
    expect(await deployer().create(submission)).toBe(id);
    expect(await deployer().list()).toEqual([id]);
  });

  it.each([
    ['throttle', 'ProviderUnavailableError'],
    ['unavailable', 'ProviderUnavailableError'],
    ['lose-before', 'ProviderUnavailableError'],
    ['deny', 'ProviderFailedError'],
  ] as const)('that meets %s is a %s', async (answer, error) => {
    await aws().setFaults({ call: 'CreateStack', answer });
    await expect(deployer().create(await planned({ server: server() }))).rejects.toMatchObject({ name: error });
  });

  it('in another account is made in the name of its role, which asks for the external id', async () => {
    const id = await made({ server: server() }, tenant);
    expect(id).toContain(':222222222222:stack/');
    expect(await deployer().list()).toEqual([]);
    expect(await deployer(tenant).list()).toEqual([id]);
    await expect(deployer({ ...tenant, externalId: async () => 'wrong' }).list()).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
      outageCause: 'credentials-refused',
    });
  });
});

describe('a stack whose provider is configured for another place since', () => {
  const elsewhere = { region: 'eu-central-1' };

  it('is followed and deleted in the region where it is', async () => {
    const id = await made({ server: server() });
    expect(await deployer(elsewhere).status(id)).toMatchObject({ state: 'configured', vms: expect.anything() });
    expect((await deployer(elsewhere).log(id)).quotable).toContain('CREATE_COMPLETE');
    await deployer(elsewhere).destroy(id);
    aws().pass(600);
    await expect(deployer(elsewhere).status(id)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect(await deployer().list()).toEqual([]);
  });

  it.each([
    ['a role of another account', {}, tenant],
    ['no role of its account any more', tenant, {}],
  ])('with %s, is not gone: operators are asked to correct that', async (_, before, after) => {
    const id = await made({ server: server() }, before);
    const calls = [
      () => deployer(after).status(id),
      () => deployer(after).destroy(id),
      () => deployer(after).nodes(id),
      () => deployer(after).log(id),
      () => deployer(after).operate(id, 'i-1', 'stop'),
      async () => deployer(after).removeRemains?.(id),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({
        ...{ name: 'ProviderUnavailableError', outageCause: 'credentials-refused' },
        message: expect.stringMatching(
          /^stack \S+ is in account \d+, and the credentials of its provider are of account \d+: give the provider/,
        ),
      });
    expect((await deployer(before).status(id)).state).toBe('configured');
  });
});

it('does not delete a stack that somebody has protected', async () => {
  const id = await made({ server: server() });
  const { cloudFormation: client } = aws().of(region);
  expect(client).toBeInstanceOf(CloudFormation);
  await client.updateTerminationProtection({ StackName: id, EnableTerminationProtection: true });
  await expect(deployer().destroy(id)).rejects.toThrow(
    /is protected against deletion: switch off its termination protection/,
  );
  expect((await deployer().status(id)).state).toBe('configured');
});

it('treats refused rights for a stack that exists as an outage, and never as its end', async () => {
  const id = await made({ server: server() });
  await aws().setFaults({ call: 'DescribeStacks', answer: 'deny' });
  await expect(deployer().status(id)).rejects.toMatchObject({
    name: 'ProviderUnavailableError',
    outageCause: 'credentials-refused',
  });
});
