import type { Token } from '../../../src/domain/credentials/ports.ts';
import type { RankingRequest } from '../../../src/domain/providers/ports.ts';
import type { Json, Node, Policy, Topology } from '../../../src/tosca/topology.ts';

export const issuer = 'https://iam.example';

type Properties = { readonly [name: string]: Json };

/** A node of the type whose images and flavors are matched. */
export const compute = (name: string, os: Properties = {}, host: Properties = {}): Node => ({
  ...node(name, 'tosca.nodes.indigo.Compute', {}),
  capabilities: { os: { types: [], properties: os }, host: { types: [], properties: host } },
});

export const node = (name: string, type: string, properties: Properties, ...above: readonly string[]): Node => ({
  name,
  type,
  types: [type, ...above],
  count: 1,
  removalList: [],
  properties,
  capabilities: {},
  requirements: [],
});

export const policy = (properties: Properties, type = 'tosca.policies.indigo.SlaPlacement'): Policy => ({
  name: `policy-${Object.values(properties).join('-')}`,
  type,
  types: [type, 'tosca.policies.Placement', 'tosca.policies.Root'],
  targets: [],
  properties,
});

const topology = (nodes: readonly Node[], policies: readonly Policy[]): Topology => ({
  version: 'tosca_simple_yaml_1_0',
  metadata: {},
  inputs: {},
  nodes,
  outputs: [],
  secrets: [],
  policies,
});

/** A request for ranking, of a template with these nodes and policies. */
export const asking = (
  more: {
    nodes?: readonly Node[];
    policies?: readonly Policy[];
    userGroup?: string;
    issuer?: string;
    token?: Token;
    only?: string;
  } = {},
): RankingRequest => {
  const { nodes = [], policies = [], ...rest } = more;
  return { issuer, topology: topology(nodes, policies), ...rest };
};
