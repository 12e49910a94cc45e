import type { Json, Topology } from '../../tosca/topology.ts';

/** Where the template itself asks to be deployed. */
export interface Placement {
  /** names of the template's placement policies; more than one is not supported */
  readonly policies: readonly string[];
  readonly sla?: string;
  /** id of a provider, the same as in the Infrastructure Manager */
  readonly cloud?: string;
  readonly region?: string;
}

/**
 * Policies that derive from tosca.policies.Placement: SlaPlacement `{sla_id, region}`, Placement `{cloud_id}`
 * (docs/contract/federation.md, "Placement policies").
 */
export const placementOf = ({ policies }: Pick<Topology, 'policies'>): Placement => {
  const placing = policies.filter(({ types }) => types.includes('tosca.policies.Placement'));
  const properties = placing[0]?.properties ?? {};
  return {
    policies: placing.map(({ name }) => name),
    ...text('sla', properties['sla_id']),
    ...text('cloud', properties['cloud_id']),
    ...text('region', properties['region']),
  };
};

const text = (name: string, value: Json | undefined): object =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {};
