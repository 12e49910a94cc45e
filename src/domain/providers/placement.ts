import type { Json, Topology } from '../../tosca/topology.ts';

/** Where a policy of the template asks for nodes to be deployed. */
export interface Placement {
  /** name of the policy */
  readonly policy: string;
  /** names of the nodes or groups that it is for; empty: all */
  readonly targets: readonly string[];
  readonly sla?: string;
  /** id of a provider, the same as in the Infrastructure Manager */
  readonly cloud?: string;
  readonly region?: string;
}

/**
 * Policies that derive from tosca.policies.Placement: SlaPlacement `{sla_id, region}`, Placement `{cloud_id}`
 * (docs/contract/federation.md, "Placement policies").
 */
export const placementsOf = ({ policies }: Pick<Topology, 'policies'>): readonly Placement[] =>
  policies
    .filter(({ types }) => types.includes('tosca.policies.Placement'))
    .map(({ name, targets, properties }) => ({
      policy: name,
      targets,
      ...text('sla', properties['sla_id']),
      ...text('cloud', properties['cloud_id']),
      ...text('region', properties['region']),
    }));

const text = (name: string, value: Json | undefined): object =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {};

/** Why no single provider can be the one that all policies ask for; undefined when they agree on it. */
export const disagreement = (placements: readonly Placement[]): string | undefined => {
  const naming = placements.filter(({ cloud }) => cloud !== undefined);
  if (new Set(naming.map(({ cloud }) => cloud)).size < 2) return undefined;
  return (
    `the placement policies ask for different providers (${naming.map(wish).join('; ')}), and all nodes of a ` +
    'deployment are made at one provider: name the same provider in each policy, or make several deployments'
  );
};

const wish = ({ policy, cloud, targets }: Placement): string =>
  `${policy} asks for ${cloud}${targets.length === 0 ? '' : ` for ${targets.join(', ')}`}`;
