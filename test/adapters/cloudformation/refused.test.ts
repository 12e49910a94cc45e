import { describe, expect, it } from 'vitest';
import { tenantRole } from '../../../local/sandbox/aws/world/world.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { stackReach } from '../../../src/domain/cloudformation/fit.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { name, planned, region, sandboxForTests, server } from './deployer-on-sandbox.ts';

const { aws, deployer, made } = sandboxForTests();

describe('something new, where AWS refuses', () => {
  const wrong = { roleArn: tenantRole, externalId: async () => 'geheim-und-falsch' };

  it('the role: the next provider is tried, nobody waits for an operator, and the external id is not told', async () => {
    const refusal = await deployer(wrong)
      .create(await planned({ server: server() }))
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      name: 'ProviderFailedError',
      cause: { name: 'ProviderUnavailableError', outageCause: 'credentials-refused' },
    });
    expect((refusal as Error).message).toMatch(
      /^AWS refused the credentials of this service: .*sts:AssumeRole on resource: \S+ \(AccessDenied\): this role must exist and trust this service, and its external id must be that of the secret of the provider$/,
    );
    expect(JSON.stringify(refusal)).not.toContain('geheim');
    expect(await aws().things()).toEqual([]);
  });

  it('the role, of something that exists: nothing is given up', async () => {
    const id = await made({ server: server() });
    for (const call of [deployer(wrong).status(id), deployer(wrong).destroy(id), deployer(wrong).find(name)])
      await expect(call).rejects.toMatchObject({ outageCause: 'credentials-refused' });
    expect((await deployer().status(id)).state).toBe('configured');
  });

  it('a type: the nodes are named, and another region may have it', async () => {
    const topic = (type: string) => ({ type: 'toscanini.nodes.aws.Resource', properties: { type, properties: {} } });
    const template = JSON.stringify({
      tosca_definitions_version: 'tosca_simple_yaml_1_3',
      imports: ['toscanini-aws-types.yaml'],
      topology_template: { node_templates: { news: topic('AWS::SNS::Tpic'), good: topic('AWS::SNS::Topic') } },
    });
    const stack = { region, allowedTypes: ['AWS::SNS::*'] };
    const { blueprint } = stackReach.fit(await topologyOf(template), { id: 'aws', name: 'AWS', priority: 1, stack });
    const order = planner.plan({ template, inputs: {}, name, edits: [], blueprint, machines: [] });
    await expect(deployer().create(order)).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message:
        'node news: CloudFormation has no type AWS::SNS::Tpic in eu-west-1: correct the name of the type, or deploy in a region that has it',
    });
  });
});
