import { describe, expect, it } from 'vitest';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import { machinesOf, translated } from '../../domain/cloudformation/translated.ts';
import { region, sandboxForTests } from './deployer-on-sandbox.ts';

const { aws, deployer } = sandboxForTests();

const balanced = async (port: number, more = ''): Promise<Submission> => {
  const { topology, translation } = await translated(
    `web: {type: tosca.nodes.Compute, capabilities: {endpoint: {properties: {protocol: http, port: ${port}}}}}
lb: {type: tosca.nodes.LoadBalancer, capabilities: {client: {properties: {port: 80${more}}}}, requirements: [{application: web}]}`,
  );
  if (!translation.ok) throw new Error(translation.reasons.join('\n'));
  return planner.plan({
    ...{ template: '', inputs: {}, edits: [], name: 'toscanini-0198-1' },
    blueprint: JSON.stringify(translation.blueprint),
    machines: machinesOf(topology),
  });
};

const subnetsOf = async (id: string): Promise<string | undefined> =>
  (await aws().stack(id)).Parameters?.find(({ ParameterKey }) => ParameterKey === 'DefaultSubnets')?.ParameterValue;

describe('the default subnets', () => {
  it('are looked up when the stack is made', async () => {
    const { Subnets = [] } = await aws().of(region).ec2.describeSubnets({});
    const ids = Subnets.flatMap(({ SubnetId }) => SubnetId ?? []).toSorted();
    expect(await subnetsOf(await deployer().create(await balanced(80)))).toBe(ids.join(','));
  });

  it('are all those of a load balancer with an address that stays, which is in the first of them', async () => {
    const { Subnets = [] } = await aws().of(region).ec2.describeSubnets({});
    const id = await deployer().create(await balanced(80, ', floating: true'));
    aws().pass(3_600);
    const sent = async () => {
      const { TemplateBody = '' } = await aws().cloudFormation.getTemplate({ StackName: id });
      return JSON.parse(TemplateBody).Resources.lb.Properties.SubnetMappings;
    };
    expect(await sent()).toEqual(
      Subnets.map((_, index) => ({
        SubnetId: { 'Fn::Select': [index, { Ref: 'DefaultSubnets' }] },
        ...(index === 0 && { AllocationId: { 'Fn::GetAtt': ['lbAddress', 'AllocationId'] } }),
      })),
    );
    const before = await sent();
    await deployer().update(id, await balanced(8080, ', floating: true'));
    aws().pass(3_600);
    expect(await deployer().status(id)).toMatchObject({ state: 'configured', change: { is: 'done' } });
    expect(await sent()).toEqual(before);
  });

  it('stay those of the stack in an update, which asks for none', async () => {
    const id = await deployer().create(await balanced(80));
    const before = await subnetsOf(id);
    aws().pass(3_600);
    await aws().setFaults({ call: 'DescribeSubnets', answer: 'deny' });
    await deployer().update(id, await balanced(8080));
    aws().pass(3_600);
    expect(await deployer().status(id)).toMatchObject({ state: 'configured', change: { is: 'done' } });
    expect(await subnetsOf(id)).toBe(before);
  });

  it.each([
    ['throttle', 'ProviderUnavailableError'],
    ['unavailable', 'ProviderUnavailableError'],
    ['lose-after', 'ProviderUnavailableError'],
    ['deny', 'ProviderFailedError'],
  ] as const)('that cannot be asked for (%s) make no stack: %s', async (answer, error) => {
    await aws().setFaults({ call: 'DescribeSubnets', answer });
    await expect(deployer().create(await balanced(80))).rejects.toMatchObject({ name: error });
    await aws().setFaults();
    expect(await deployer().list()).toEqual([]);
  });
});
