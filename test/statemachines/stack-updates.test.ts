import { CloudFormationClient, DeleteStackCommand } from '@aws-sdk/client-cloudformation';
import { EC2Client, TerminateInstancesCommand } from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginUpdate } from '../../src/domain/deployments/updating/begin-update.ts';
import { changeInfrastructure } from '../../src/domain/deployments/updating/change-infrastructure.ts';
import { first } from './aws-world.ts';
import { grown } from './race.ts';
import { inputOf, scenario, statesOf } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';
import { templateOf } from './templates.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const node = { type: 'tosca.nodes.Compute' };

describe('an update after one whose rollback has failed', () => {
  /** The machine `web` can be changed by nobody, so CloudFormation cannot undo a failed change of it either. */
  const stuck = async () => {
    const one = await scenario(aws.make());
    await one.run();
    const web = (await one.world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'web');
    const fault = { resource: 'fail', logicalId: `web${web?.id.replaceAll('-', '')}` } as const;
    aws.fail(fault);
    await one.run(await one.update(larger));
    expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_ROLLBACK_FAILED' }]);
    return one;
  };
  const larger = templateOf({ web: { ...node, host: 'num_cpus: 4' }, db: node });

  it('fails when the rollback fails again, and says why, instead of trying that for days', async () => {
    const one = await stuck();
    const before = one.world.clock.now().getTime();
    await one.run(await one.update(larger));
    expect((one.world.clock.now().getTime() - before) / 1_000).toBeLessThan(600);
    expect(await one.now()).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(
        /^an earlier update has to be rolled back first, and that failed again: node web: .* is UPDATE_FAILED: .*; repair/,
      ),
    });
  });

  it('gives up what has failed twice where the request names its node, and nothing before that', async () => {
    const one = await stuck();
    const instead = templateOf({ web: { ...node, host: 'disk_size: 40 GB' }, db: node });
    await one.run(await one.update(instead, { replace: ['web'] }));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED', statusReason: expect.stringMatching(/replace/) });
    await one.run(await one.update(instead, { replace: ['web'] }));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await aws.standing()).toMatchObject([{ status: 'UPDATE_COMPLETE', machines: ['db', 'web'] }]);
  });

  it('is carried out once the rollback can be finished', async () => {
    const one = await stuck();
    aws.fail();
    await one.run(await one.update(larger));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
  });
});

describe('an update that CloudFormation has undone', () => {
  it('leaves what it was to remove as it was, and is carried out later', async () => {
    const one = await scenario(aws.make());
    await one.run();
    const instead = templateOf({ web: node, cache: node });
    aws.fail({ resource: 'no-capacity', type: 'AWS::EC2::Instance' });
    await one.run(await one.update(instead));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED' });
    expect((await aws.standing()).map(({ machines }) => machines)).toEqual([['db', 'web']]);
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED', cache: 'ERROR' });
    aws.fail();
    await one.run(await one.update(instead));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(await statesOf(one)).toEqual({ web: 'STARTED', cache: 'STARTED' });
  });
});

describe('an update of a stack that somebody changes by hand', () => {
  const clients = () => ({
    ...{ region: first, endpoint: aws.url },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  it('is not complete while the stack is being deleted', async () => {
    const one = await scenario(aws.make());
    await one.run();
    const bucket = { type: 'tosca.nodes.ObjectStorage', properties: { name: 'files' } };
    const template = JSON.stringify({
      tosca_definitions_version: 'tosca_simple_yaml_1_3',
      topology_template: { node_templates: { files: bucket } },
    });
    const operation = await one.update(template, { replace: true });
    const input = inputOf(operation);
    await beginUpdate(one.world)(input);
    await changeInfrastructure(one.world)(input);
    aws.advance(3_600);
    const StackName = (await one.now())?.infrastructureId;
    await new CloudFormationClient(clients()).send(new DeleteStackCommand({ StackName }));
    await one.run(operation);
    expect(await one.now()).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(/^infrastructure \S+ no longer exists/),
    });
  });

  /** The machine of `web` is gone, and CloudFormation does not notice that. */
  const terminated = async () => {
    const one = await scenario(aws.make());
    await one.run();
    const web = (await one.world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'web');
    if (web?.physicalId === undefined) throw new Error('web has no machine');
    await new EC2Client(clients()).send(new TerminateInstancesCommand({ InstanceIds: [web.physicalId] }));
    aws.advance(60);
    return { one, id: web.id };
  };

  it('fails soon where a machine was terminated, says how it is made again, and shows it no more as started', async () => {
    const { one } = await terminated();
    const before = one.world.clock.now().getTime();
    await one.run(await one.update(grown));
    expect((one.world.clock.now().getTime() - before) / 60_000).toBeLessThan(15);
    expect(await one.now()).toMatchObject({
      status: 'UPDATE_FAILED',
      statusReason: expect.stringMatching(/no virtual machine for web: .* name its resource in the removal_list/),
    });
    expect(await statesOf(one)).toMatchObject({ web: 'ERROR', db: 'STARTED' });
  });

  it('makes the terminated machine again where its resource is in the removal_list', async () => {
    const { one, id } = await terminated();
    const scalable = `count: 1, removal_list: ["${id}"]`;
    await one.run(await one.update(templateOf({ web: { scalable }, db: node })));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect((await aws.standing()).map(({ machines }) => machines)).toEqual([['db', 'web']]);
  });
});
