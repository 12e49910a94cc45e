import { describe, expect, it } from 'vitest';
import { containerRefusals } from '../../../src/domain/cloudformation/containers/container-refusals.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { inVpc } from './golden-stacks.ts';
import { reasonsOf, stackOf } from './translated.ts';

const marathon = (
  properties = '{}',
  host = '{num_cpus: 1.0, mem_size: 1 GB, publish_ports: [{protocol: tcp, source: 5000}]}',
) =>
  `app:
  type: tosca.nodes.indigo.Container.Application.Docker.Marathon
  properties: ${properties}
  artifacts: {image: {file: example/app, type: tosca.artifacts.Deployment.Image.Container.Docker}}
  requirements: [{host: runtime}]
runtime:
  type: tosca.nodes.indigo.Container.Runtime.Docker
  capabilities: {host: {properties: ${host}}}`;

const service = (properties = '', more = '') =>
  `app:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: example/app${properties}}
${more}`;

const taskOf = async (nodes: string) => {
  const { resources } = await stackOf(nodes);
  const task = resources['appTask']?.Properties ?? {};
  const [container = {}] = task['ContainerDefinitions'] as readonly { readonly [name: string]: Json }[];
  return { task, container, service: resources['app']?.Properties ?? {}, resources };
};

describe('a container', () => {
  it('may be published at five ports, and depends on the listener of each; one that is not published depends on none', async () => {
    const published = (count: number) => {
      const ports = Array.from({ length: count }, (_, index) => `{protocol: tcp, source: ${5_000 + index}}`);
      return marathon('{}', `{num_cpus: 1.0, mem_size: 1 GB, publish_ports: [${ports.join(', ')}]}`);
    };
    const { resources } = await taskOf(published(5));
    expect(resources['app']?.DependsOn).toHaveLength(5);
    expect((await reasonsOf(published(6))).join()).toContain(
      'is reached at 6 ports of load balancers, and a service of ECS has at most 5: publish fewer ports',
    );
    expect((await taskOf(service())).resources['app']).not.toHaveProperty('DependsOn');
  });

  it('that listens nowhere has a group without rules, which still lets others name it', async () => {
    const { resources } = await taskOf(service());
    expect(resources['appGroup']?.Properties).not.toHaveProperty('SecurityGroupIngress');
  });

  it('is a task of Fargate with its image, command, variables and log', async () => {
    const {
      task,
      container,
      service: kept,
    } = await taskOf(marathon("{command: 'run --all', environment_variables: {A: b}, labels: {x: y}}"));
    expect(task).toMatchObject({ RequiresCompatibilities: ['FARGATE'], Cpu: '1024', Memory: '2048' });
    expect(container).toMatchObject({
      Image: 'example/app',
      Command: ['/bin/sh', '-c', 'run --all'],
      Environment: [{ Name: 'A', Value: 'b' }],
      DockerLabels: { x: 'y' },
      PortMappings: [{ ContainerPort: 5000, Protocol: 'tcp' }],
      LogConfiguration: { LogDriver: 'awslogs', Options: { 'awslogs-group': { Ref: 'appLogs' } } },
    });
    expect(kept).toMatchObject({ DesiredCount: 1, LaunchType: 'FARGATE' });
  });

  it.each([
    ['num_cpus: 0.25', '256', '512'],
    ['num_cpus: 0.25, mem_size: 1500 MB', '256', '2048'],
    ['num_cpus: 1, mem_size: 3 GB', '1024', '3072'],
    ['num_cpus: 0.5, mem_size: 20 GB', '4096', '19456'],
    ['num_cpus: 16, mem_size: 120 GiB', '16384', '122880'],
    ['num_cpus: 17', '32768', '61440'],
    ['num_cpus: 1, mem_size: 240 GiB', '32768', '249856'],
  ])('that asks for %s gets %s units and %s MiB', async (host, units, memory) => {
    const { task } = await taskOf(marathon('{}', `{${host}}`));
    expect(task).toMatchObject({ Cpu: units, Memory: memory });
  });

  it('of Marathon publishes its ports at an address that stays', async () => {
    const outputs = `ip: {value: {get_attribute: [app, load_balancer_ips, 0]}}
all: {value: {get_attribute: [app, load_balancer_ips]}}
ports: {value: {concat: [{get_attribute: [app, load_balancer_ips, 0]}, ':', {get_attribute: [runtime, host, publish_ports, 0, target]}]}}`;
    const { resources, outputs: found } = await stackOf(marathon(), { outputs });
    const address = { 'Fn::GetAtt': ['appFrontAddress', 'PublicIp'] };
    expect(found['ip']?.Value).toEqual(address);
    expect(found['all']?.Value).toEqual({ 'Fn::Join': ['', ['["', { 'Fn::Join': ['","', [address]] }, '"]']] });
    expect(found['ports']?.Value).toEqual({ 'Fn::Join': ['', [address, ':', '5000']] });
    expect(resources['appFrontListener5000']?.Properties).toMatchObject({ Port: 5000, Protocol: 'TCP' });
    expect(resources['app']?.DependsOn).toEqual(['appFrontListener5000']);
  });

  const publishing = (...ports: readonly string[]) =>
    marathon('{}', `{num_cpus: 1.0, publish_ports: [${ports.join()}]}`);

  it('publishes one port at several others, each with its listener and its targets', async () => {
    const {
      container,
      service: kept,
      resources,
    } = await taskOf(
      publishing('{protocol: tcp, source: 8080, target: 80}', '{protocol: tcp, source: 8080, target: 81}'),
    );
    expect(container['PortMappings']).toEqual([{ ContainerPort: 8080, Protocol: 'tcp' }]);
    expect(kept['LoadBalancers']).toEqual(
      [80, 81].map((port) => ({
        ...{ ContainerName: 'app', ContainerPort: 8080, TargetGroupArn: { Ref: `appFrontTargets${port}` } },
      })),
    );
    expect(resources).toHaveProperty('appFrontListener81');
    expect(resources['appGroup']?.Properties['SecurityGroupIngress']).toHaveLength(1);
  });

  it('is refused where two of its ports are published as one, or more than ECS can reach', async () => {
    expect(
      await reasonsOf(publishing('{protocol: tcp, source: 1, target: 80}', '{protocol: tcp, source: 2, target: 80}')),
    ).toEqual([expect.stringContaining('publishes several of its ports as 80: give each one a target of its own')]);
    const six = [1, 2, 3, 4, 5, 6].map((source) => `{protocol: tcp, source: ${source}}`);
    expect(await reasonsOf(publishing(...six))).toEqual([
      expect.stringContaining('is reached at 6 ports of load balancers, and a service of ECS has at most 5'),
    ]);
  });

  it('has each variable once: ECS refuses a secret with the name of another variable', async () => {
    const secret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:toscanini-containers/a';
    const nodes = service(`, environment: {KEY: a}, secret_references: {KEY: '${secret}'}`);
    expect(await reasonsOf(nodes)).toEqual([
      'node app (toscanini.nodes.aws.ContainerService) has KEY as a variable and as a secret, and ECS takes one of them',
    ]);
  });

  it('runs as often as its node or its runtime says', async () => {
    const scalable = 'scalable: {properties: {min_instances: 3, max_instances: 3}}';
    const own = await taskOf(service('', `  capabilities: {${scalable}}`));
    expect(own.service['DesiredCount']).toBe(3);
    const { service: other } = await taskOf(
      marathon('{}', '{num_cpus: 1.0}').replace('capabilities: {host', `capabilities: {${scalable}, host`),
    );
    expect(other['DesiredCount']).toBe(3);
  });

  it('reads the password of a database of the template itself, and nothing shows it', async () => {
    const nodes = service(
      ', environment: {HOST: {get_attribute: [database, address]}}, secret_references: {DB_PASSWORD: {get_attribute: [database, password_reference]}}',
      'database: {type: toscanini.nodes.aws.Database, properties: {name: shop, engine: mysql}}',
    );
    const { container } = await taskOf(nodes);
    expect(container['Environment']).toEqual([
      { Name: 'HOST', Value: { 'Fn::GetAtt': ['database', 'Endpoint.Address'] } },
    ]);
    expect(container['Secrets']).toEqual([
      {
        Name: 'DB_PASSWORD',
        ValueFrom: {
          'Fn::Join': ['', [{ 'Fn::GetAtt': ['database', 'MasterUserSecret.SecretArn'] }, ':password::']],
        },
      },
    ]);
  });

  it('knows the addresses of machines', async () => {
    const nodes = service(
      ", environment: {PEERS: {join: [{get_attribute: [peer, private_address]}, ',']}, ONE: {concat: ['http://', {get_attribute: [peer, private_address, 0]}]}}",
      'peer: {type: tosca.nodes.Compute, capabilities: {scalable: {properties: {min_instances: 2, max_instances: 2}}}}',
    ).replace("{join: [{get_attribute: [peer, private_address]}, ',']}", '{get_attribute: [peer, private_address]}');
    const { container } = await taskOf(nodes);
    const att = (index: number) => ({ 'Fn::GetAtt': [`peerpeer${index}`, 'PrivateIp'] });
    expect(container['Environment']).toEqual([
      { Name: 'PEERS', Value: { 'Fn::Join': [',', [att(0), att(1)]] } },
      { Name: 'ONE', Value: { 'Fn::Join': ['', ['http://', att(0)]] } },
    ]);
  });

  it('is behind the load balancer that routes to it, alone', async () => {
    const lb = (more = '') =>
      `lb: {type: tosca.nodes.LoadBalancer, capabilities: {client: {properties: {port: 80}}}, requirements: [{application: app}${more}]}`;
    const endpoint = '  capabilities: {endpoint: {properties: {protocol: http, port: 8080}}}\n';
    const { service: kept, resources } = await taskOf(service('', endpoint + lb()));
    expect(kept['LoadBalancers']).toEqual([
      { ContainerName: 'app', ContainerPort: 8080, TargetGroupArn: { Ref: 'lbTargets80' } },
    ]);
    expect(resources['lbTargets80']?.Properties).toMatchObject({ TargetType: 'ip', Protocol: 'HTTP' });
    const machine = 'server: {type: tosca.nodes.Compute, capabilities: {endpoint: {properties: {port: 80}}}}';
    expect(await reasonsOf(service('', `${endpoint}${lb(', {application: server}')}\n${machine}`))).toEqual([
      'node lb (tosca.nodes.LoadBalancer) balances a container beside others: give each container a load balancer of its own',
    ]);
  });

  it('needs a public address only where no private subnet is configured', async () => {
    const configuration = (resources: Awaited<ReturnType<typeof stackOf>>['resources']) =>
      JSON.stringify(resources['app']?.Properties['NetworkConfiguration']);
    const { resources: outside } = await stackOf(service());
    expect(configuration(outside)).toContain('"AssignPublicIp":"ENABLED"');
    const { resources: inside } = await stackOf(service(), { offer: inVpc });
    expect(configuration(inside)).toContain('"AssignPublicIp":"DISABLED"');
    expect(configuration(inside)).toContain('subnet-0123456789abcdef1');
  });

  it.each([
    ['{privileged: true}', undefined, 'asks to be privileged, which Fargate does not allow'],
    ['{uris: [a]}', undefined, 'fetches files (uris), which ECS does not: put them in the image'],
    ['{enable_https: true}', undefined, 'asks for HTTPS: use toscanini.nodes.aws.LoadBalancer'],
    [
      '{secrets: {KEY: in/vault}}',
      undefined,
      'has a secret KEY that is not for containers: give an attribute of a database of the template, or the ARN of a secret of Secrets Manager whose name begins with toscanini-containers/',
    ],
    ['{}', '{num_cpus: 1.0, num_gpus: 1}', 'asks for GPUs, and Fargate has none'],
    ['{}', '{num_cpus: 64.0}', 'asks for 64 CPUs and 0 MiB of memory, and Fargate has at most 32 vCPUs and 249856 MiB'],
    [
      '{}',
      "{num_cpus: 1.0, volumes: ['data:/data:rw:dvdi:rexray']}",
      'keeps data in data:/data:rw:dvdi:rexray, and containers keep nothing here when they end',
    ],
    [
      '{}',
      '{num_cpus: 1.0, publish_ports: [{protocol: udp, source: 53}]}',
      'publishes a port of udp, and only tcp is published here',
    ],
  ])('with %s on %s drops the provider', async (properties, host, why) => {
    expect(await reasonsOf(marathon(properties, host))).toEqual(
      expect.arrayContaining([`node app (tosca.nodes.indigo.Container.Application.Docker.Marathon) ${why}`]),
    );
  });

  it.each([
    ['{get_input: app_password}'],
    ["{concat: [{get_input: app_password}, '@', {get_attribute: [other, private_address]}]}"],
  ])('with a secret among its variables drops the provider: %s', async (word) => {
    const text = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml]
topology_template:
  inputs: {app_password: {type: string, default: very-secret-word}}
  node_templates:
    other: {type: tosca.nodes.Compute}
${marathon(`{environment_variables: {WORD: ${word}}}`).replaceAll(/^/gm, '    ')}`;
    expect(translate(await topologyOf(text), { region: 'eu-west-1' })).toEqual({
      ok: false,
      reasons: [
        'node app (tosca.nodes.indigo.Container.Application.Docker.Marathon) would write a secret into the stack (properties.environment_variables.WORD)',
      ],
    });
  });

  it('names only secrets that are for containers', () => {
    const refusals = (secret: string) =>
      containerRefusals(
        {
          ...{ name: 'app', type: 't', types: [], count: 1, removalList: [], capabilities: {}, requirements: [] },
          properties: { secrets: { KEY: secret } },
        },
        new Map(),
        [],
      );
    const arn = (name: string) => `arn:aws:secretsmanager:eu-west-1:111111111111:secret:${name}`;
    expect(refusals(arn('toscanini-containers/shop-AbCdEf:password::'))).toEqual([]);
    for (const other of [
      'rds!db-123',
      'toscanini/providers/tenant',
      'toscanini-containers',
      'toscanini-containers/{{x}}',
    ])
      expect(refusals(arn(other))).toHaveLength(1);
  });

  it('says what it does otherwise', async () => {
    const { warnings } = await stackOf(marathon('{constraints: [[a, b]]}', '{num_cpus: 1.0, publish_all: true}'));
    expect(warnings).toEqual([
      'node app (tosca.nodes.indigo.Container.Application.Docker.Marathon) is placed by AWS, whatever its constraints say',
      'node app (tosca.nodes.indigo.Container.Application.Docker.Marathon) publishes only the ports of publish_ports',
    ]);
  });

  it.each([
    [
      'job: {type: tosca.nodes.indigo.Container.Application.Docker.Chronos, properties: {command: x}}',
      'job (tosca.nodes.indigo.Container.Application.Docker.Chronos) is a job, which AWS Batch runs: it needs a provider whose deployer is batch',
    ],
    [
      'job: {type: tosca.nodes.indigo.Qcg.Job, properties: {executable: x, environment: {A: b}}}',
      'job (tosca.nodes.indigo.Qcg.Job) is a job, which AWS Batch runs: it needs a provider whose deployer is batch',
    ],
  ])('that ends is a job: %#', async (nodes, why) => {
    expect(await reasonsOf(nodes)).toEqual(expect.arrayContaining([`node ${why}`]));
  });
});
