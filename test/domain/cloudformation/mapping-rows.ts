/** What each relationship and policy becomes on AWS: a row of docs/aws-types.md each, with a template that shows it. */

import type { Json } from '../../../src/tosca/topology.ts';

/** What the translation gives: of each resource its type, the reasons, or the notes. */
export interface Shown {
  /** types without `AWS::`, one for each resource, sorted */
  readonly types: readonly string[];
  readonly resources: { readonly [id: string]: { readonly Type: string; readonly DependsOn?: Json } };
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
}

export interface Row {
  /** the types that have this row */
  readonly types: readonly string[];
  /** what they become, for the page */
  readonly becomes: string;
  readonly nodes: object;
  readonly policies?: readonly object[];
  /** what shows that it is carried out; the same template without it must not fulfil it */
  readonly shows: (shown: Shown) => boolean;
}

const has =
  (type: string) =>
  ({ types }: Shown): boolean =>
    types.includes(type);

const compute = (requirements: readonly object[] = [], more: object = {}) => ({
  type: 'tosca.nodes.Compute',
  requirements,
  ...more,
});
const endpoint = { capabilities: { endpoint: { properties: { port: 5432, protocol: 'tcp' } } } };
const disk = { type: 'tosca.nodes.BlockStorage', properties: { size: '5 GB' } };
const attaching = (type: string) => ({
  server: compute([{ local_storage: { node: 'disk', relationship: { type, properties: { location: '/data' } } } }]),
  disk,
});
const server = { server: compute() };
const policy = (type: string, properties: object = {}) => [{ rule: { type, targets: ['server'], properties } }];
const noted = ({ notes }: Shown): boolean => notes.some((note) => note.startsWith('policy rule ('));
const software = (requirements: readonly object[]) => ({
  type: 'tosca.nodes.SoftwareComponent',
  requirements,
  interfaces: { Standard: { create: { implementation: '#!/bin/sh\ntrue\n' } } },
});

const r = 'tosca.relationships';
const p = 'tosca.policies';

export const relationships: readonly Row[] = [
  {
    types: [`${r}.ConnectsTo`],
    becomes:
      'a rule that lets the source reach the ports of the target, between machines, load balancers, databases and containers',
    nodes: {
      client: compute([{ dependency: { node: 'target', relationship: `${r}.ConnectsTo` } }]),
      target: compute([], endpoint),
    },
    shows: has('EC2::SecurityGroupIngress'),
  },
  {
    types: [`${r}.AttachesTo`, `${r}.indigo.AttachesTo`],
    becomes: '`EC2::VolumeAttachment`, and a mount at the first start where `location` says so',
    nodes: attaching(`${r}.AttachesTo`),
    shows: has('EC2::VolumeAttachment'),
  },
  {
    types: [`${r}.DependsOn`, `${r}.Root`],
    becomes: '`DependsOn`, also by the requirement `dependency`',
    nodes: { first: compute(), second: compute([{ dependency: { node: 'first', relationship: `${r}.DependsOn` } }]) },
    shows: ({ resources }) => JSON.stringify(resources['secondsecond0']?.DependsOn ?? '').includes('firstfirst0'),
  },
  {
    types: [`${r}.RoutesTo`],
    becomes: 'the targets of a load balancer, also by the requirement `application`',
    nodes: {
      front: {
        type: 'tosca.nodes.LoadBalancer',
        capabilities: { client: { properties: { port: 80 } } },
        requirements: [{ application: { node: 'server', relationship: `${r}.RoutesTo` } }],
      },
      ...server,
    },
    shows: ({ resources }) => JSON.stringify(resources).includes('"Targets":[{'),
  },
  {
    types: [`${r}.HostedOn`],
    becomes: 'nothing of its own: operations of the software run on the machine that hosts it',
    nodes: { ...server, app: software([{ host: { node: 'server', relationship: `${r}.HostedOn` } }]) },
    shows: ({ reasons }) => reasons.length === 0,
  },
  {
    types: [`${r}.network.BindsTo`, `${r}.network.LinksTo`],
    becomes: 'the subnet of the machine, by its port',
    nodes: {
      ...server,
      port: {
        type: 'tosca.nodes.network.Port',
        properties: { order: 0 },
        requirements: [{ binding: 'server' }, { link: 'net' }],
      },
      net: { type: 'tosca.nodes.network.Network', properties: { cidr: '172.31.200.0/24' } },
    },
    shows: ({ resources }) => JSON.stringify(resources['serverserver0'] ?? '').includes('"SubnetId":{"Ref":"net'),
  },
];

/** Types of software and storage that this deployer does not have: their own nodes drop the provider. */
export const beyond: readonly string[] = [
  `${r}.eosc.Transfers`,
  `${r}.indigo.Manages`,
  `${r}.indigo.GlusterFS.AttachesTo`,
  `${r}.indigo.OneDataStorage.AttachesTo`,
];

export const policies: readonly Row[] = [
  {
    types: [`${p}.Scaling`, 'toscanini.policies.aws.Scaling'],
    becomes:
      '`ApplicationAutoScaling::ScalableTarget` and `ApplicationAutoScaling::ScalingPolicy` of a container ([below](#how-containers-scale)); for machines nothing, and a note says why',
    nodes: {
      server: {
        type: 'toscanini.nodes.aws.ContainerService',
        properties: { image: 'example/app' },
        capabilities: { scalable: { properties: { max_instances: 4 } } },
      },
    },
    policies: policy(`${p}.Scaling`),
    shows: has('ApplicationAutoScaling::ScalingPolicy'),
  },
  {
    types: [`${p}.Update`, `${p}.Performance`],
    becomes: 'nothing, and a note says so',
    nodes: server,
    policies: policy(`${p}.Update`),
    shows: noted,
  },
];

/** Decided when providers are ranked, or when one is gone (test/domain/drift/move-by-itself.test.ts), for every kind of deployer (test/domain/providers/ranking/prefilter.test.ts). */
export const ranked: readonly string[] = [
  `${p}.Placement`,
  `${p}.indigo.Placement`,
  `${p}.indigo.SlaPlacement`,
  `${p}.indigo.CredentialsAwareSlaPlacement`,
  'toscanini.policies.Moving',
];
