import { describe, expect, it } from 'vitest';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { inVpc, twoZones } from './golden-stacks.ts';
import { reasonsOf, stackOf } from './translated.ts';

const balanced = (properties = '{}', client = '{port: 80}', endpoint = '{protocol: http, port: 8080}', more = '') =>
  `web: {type: tosca.nodes.Compute, capabilities: {endpoint: {properties: ${endpoint}}}}
lb:
  type: tosca.nodes.LoadBalancer
  properties: ${properties}
  capabilities: {client: {properties: ${client}}}
  requirements: [{application: web}]
${more}`;

const partsOf = async (nodes: string, offer?: StackOffer) => {
  const { resources, warnings } = await stackOf(nodes, offer === undefined ? {} : { offer });
  const all = (type: string) =>
    Object.values(resources).flatMap(({ Type, Properties }) =>
      Type === `AWS::ElasticLoadBalancingV2::${type}` ? [Properties] : [],
    );
  const [balancer = {}] = all('LoadBalancer');
  return { resources, warnings, balancer, listeners: all('Listener'), groups: all('TargetGroup') };
};

describe('a load balancer', () => {
  it('of HTTP reads requests, and asks the path of the application whether it works', async () => {
    const { balancer, listeners, groups } = await partsOf(
      balanced('{}', '{port: 80}', '{protocol: http, port: 8080, url_path: /ok}'),
      twoZones,
    );
    expect(balancer).toMatchObject({
      Type: 'application',
      Scheme: 'internet-facing',
      Subnets: ['subnet-0123456789abcdef0', 'subnet-0123456789abcdef1'],
    });
    expect(listeners).toMatchObject([{ Port: 80, Protocol: 'HTTP' }]);
    expect(groups).toMatchObject([{ Port: 8080, Protocol: 'HTTP', HealthCheckPath: '/ok', VpcId: inVpc.vpc }]);
  });

  it.each([
    ['connections', '{}', '{port: 80}', '{port: 8080}', undefined],
    ['HTTP in one zone', '{}', '{port: 80}', '{protocol: http, port: 80}', inVpc],
    ['HTTPS without a certificate', '{}', '{port: 443, protocol: https}', '{port: 443}', undefined],
    ['HTTP at an address that stays', '{}', '{port: 80, floating: true}', '{protocol: http, port: 80}', undefined],
  ])('of %s passes connections on', async (_, properties, client, endpoint, offer) => {
    const { balancer, listeners } = await partsOf(balanced(properties, client, endpoint), offer);
    expect(balancer['Type']).toBe('network');
    expect(listeners).toMatchObject([{ Protocol: 'TCP' }]);
  });

  it('ends HTTPS where it has a certificate, and speaks HTTP with its machines', async () => {
    const certificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/1';
    const nodes = balanced(
      `{certificate: '${certificate}'}`,
      '{protocol: https, port: 443}',
      '{protocol: http, port: 8080}',
    );
    const own = nodes.replace('tosca.nodes.LoadBalancer', 'toscanini.nodes.aws.LoadBalancer');
    const { balancer, listeners, groups } = await partsOf(own, twoZones);
    expect(balancer['Type']).toBe('application');
    expect(listeners).toMatchObject([
      { Port: 443, Protocol: 'HTTPS', Certificates: [{ CertificateArn: certificate }] },
    ]);
    // CloudFormation's own default takes TLS 1.0
    expect(listeners).toMatchObject([{ SslPolicy: 'ELBSecurityPolicy-TLS13-1-2-2021-06' }]);
    expect(groups).toMatchObject([{ Port: 8080, Protocol: 'HTTP' }]);
  });

  it('listens where its applications do when nobody names a port', async () => {
    const { listeners } = await partsOf(balanced('{}', '{}'));
    expect(listeners).toMatchObject([{ Port: 8080 }]);
  });

  it('has a target for each machine of each application, at its own port', async () => {
    const nodes = `one: {type: tosca.nodes.Compute, capabilities: {endpoint: {properties: {port: 1000}}, scalable: {properties: {min_instances: 2, max_instances: 2}}}}
two: {type: tosca.nodes.Compute, capabilities: {endpoint: {properties: {port: 2000}}}}
lb: {type: tosca.nodes.LoadBalancer, capabilities: {client: {properties: {port: 80}}}, requirements: [{application: one}, {application: two}]}`;
    const { groups, resources } = await partsOf(nodes);
    expect(groups[0]?.['Targets']).toEqual([
      { Id: { Ref: 'oneone0' }, Port: 1000 },
      { Id: { Ref: 'oneone1' }, Port: 1000 },
      { Id: { Ref: 'twotwo0' }, Port: 2000 },
    ]);
    expect(Object.keys(resources)).toEqual(expect.arrayContaining(['lbToone1000', 'lbTotwo2000']));
  });

  it('within the network is reached only by machines of the deployment', async () => {
    // the normative type says PUBLIC for its client, so only a type of another file can say otherwise
    const { resources } = await partsOf(balanced());
    const rules = resources['lbGroup']?.Properties['SecurityGroupIngress'] as Json;
    expect(rules).toEqual([{ IpProtocol: 'tcp', FromPort: 80, ToPort: 80, CidrIp: '0.0.0.0/0' }]);
  });

  it('may be reached by a machine that connects to it, at its port', async () => {
    const client = `client: {type: tosca.nodes.Compute, requirements: [{dependency: {node: lb, relationship: tosca.relationships.ConnectsTo}}]}`;
    const { resources } = await stackOf(balanced('{}', '{port: 80}', '{port: 8080}', client));
    expect(resources['clientTolb']?.Properties).toMatchObject({ FromPort: 80, ToPort: 80 });
    expect(resources['clientclient0']?.DependsOn).toEqual(['lb']);
  });

  it('gives its name as its address, or the address that it keeps', async () => {
    const outputs = 'at: {value: {get_attribute: [lb, client, ip_address]}}';
    const { outputs: name } = await stackOf(balanced(), { outputs });
    expect(name['at']?.Value).toEqual({ 'Fn::GetAtt': ['lb', 'DNSName'] });
    const { outputs: kept, resources } = await stackOf(balanced('{}', '{port: 80, floating: true}'), { outputs });
    expect(kept['at']?.Value).toEqual({ 'Fn::GetAtt': ['lbAddress', 'PublicIp'] });
    expect(resources['lb']?.Properties['SubnetMappings']).toMatchObject([
      { SubnetId: { 'Fn::Select': [0, { Ref: 'DefaultSubnets' }] } },
    ]);
  });

  const several: StackOffer = {
    ...inVpc,
    subnets: {
      public: [
        { id: 'subnet-a', zone: 'eu-west-1a' },
        { id: 'subnet-a2', zone: 'eu-west-1a' },
        { id: 'subnet-b', zone: 'eu-west-1b' },
      ],
    },
  };

  it('stands once in each zone, and passes connections on to every zone', async () => {
    const { balancer: http } = await partsOf(balanced(), several);
    expect(http['Subnets']).toEqual(['subnet-a', 'subnet-b']);
    expect(http).not.toHaveProperty('LoadBalancerAttributes');
    const { balancer } = await partsOf(balanced('{}', '{port: 80, floating: true}'), several);
    expect(balancer['SubnetMappings']).toEqual([
      { SubnetId: 'subnet-a', AllocationId: { 'Fn::GetAtt': ['lbAddress', 'AllocationId'] } },
      { SubnetId: 'subnet-b' },
    ]);
    expect(balancer['LoadBalancerAttributes']).toEqual([{ Key: 'load_balancing.cross_zone.enabled', Value: 'true' }]);
  });

  it('says what it does with encrypted connections', async () => {
    const { warnings } = await partsOf(balanced('{}', '{port: 443, protocol: https}'));
    expect(warnings).toEqual([
      'node lb (tosca.nodes.LoadBalancer) passes on encrypted connections as they are: its machines need the certificate',
    ]);
  });

  it.each([
    [
      balanced('{algorithm: magic}'),
      'asks for the algorithm magic, and there are round_robin, least_outstanding_requests, least_connections',
    ],
    [
      balanced('{algorithm: least_connections}', '{port: 80}', '{port: 80}'),
      'asks for the algorithm least_connections, which only a load balancer of HTTP with subnets in two zones has',
    ],
    [balanced('{}', '{port: 53, protocol: udp}'), 'balances udp, and only tcp, http and https are balanced here'],
    [
      balanced('{}', '{}', '{}'),
      'listens at no port: give its capability client a port, or the endpoint of what it balances',
    ],
    [
      'lb: {type: tosca.nodes.LoadBalancer}',
      'balances nothing: name the machines or the container by its requirement application',
    ],
    [
      'files: {type: tosca.nodes.ObjectStorage, properties: {name: f}}\nlb: {type: tosca.nodes.LoadBalancer, requirements: [{application: {node: files, capability: storage_endpoint}}]}',
      'balances files (tosca.nodes.ObjectStorage), which has no machines and no containers',
    ],
  ])('that cannot be made drops the provider: %#', async (nodes, why) => {
    expect(await reasonsOf(nodes)).toEqual([`node lb (tosca.nodes.LoadBalancer) ${why}`]);
  });

  it('needs a public subnet where subnets are configured', async () => {
    const offer = { ...inVpc, subnets: { private: { id: 'subnet-0b', zone: 'eu-west-1b' } } };
    expect(await reasonsOf(balanced(), { offer })).toEqual([
      'node lb (tosca.nodes.LoadBalancer) needs a public subnet, and the configuration of this provider names none (stack.subnets.public)',
    ]);
  });
});
