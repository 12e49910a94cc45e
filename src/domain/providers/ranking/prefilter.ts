import type { NodeEdit } from '../../../tosca/edit.ts';
import type { Node, Topology } from '../../../tosca/topology.ts';
import { labelsBeside } from '../../labels/labels.ts';
import { tagLimits } from '../aws-tags.ts';
import type { Offer } from '../offer.ts';
import { disagreement, type Placement, placementsOf } from '../placement.ts';
import type { Dropped, RankingRequest } from '../ports.ts';
import type { Fit, Reach } from '../reach.ts';
import { reachOf } from './reach-of.ts';

/** An offer that meets all requirements of a template, with the edits that make the template fit it. */
export interface Fitting {
  readonly offer: Offer;
  readonly edits: readonly NodeEdit[];
  readonly blueprint?: string | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly flavors?: Fit['flavors'] | undefined;
  readonly empty?: Fit['empty'] | undefined;
}

export interface Prefiltered {
  /** in the order of the offers */
  readonly fitting: readonly Fitting[];
  readonly dropped: readonly Dropped[];
}

/**
 * The offers that may be tried for a deployment, with their edits of the template. Every other offer comes with all
 * reasons against it (docs/contract/federation.md, "The filter").
 */
export const prefilter = (
  offers: readonly Offer[],
  request: RankingRequest,
  reach: (offer: Offer) => Reach = reachOf,
): Prefiltered => {
  const placements = placementsOf(request.topology);
  const judged = offers.map((bare) => {
    const offer = withLabels(bare, request.labels);
    const within = reach(offer);
    const reasons = [
      ...within.unsupported(request.topology.nodes),
      ...rules.flatMap((rule) => rule(offer, { ...request, placements }) ?? []),
      ...misplaced(offer, placements),
    ];
    // a template of hundreds of machines takes long to fit, and of one that is left out nobody asks how
    if (reasons.length > 0) return { offer, fit: { edits: [] }, reasons };
    const { lacks, ...fit } = within.fit(request.topology, offer);
    return { offer, fit, reasons: lacks };
  });
  return {
    fitting: judged.filter(({ reasons }) => reasons.length === 0).map(({ offer, fit }) => ({ offer, ...fit })),
    dropped: judged
      .filter(({ reasons }) => reasons.length > 0)
      .map(({ offer: { id, name }, reasons }) => ({ id, name, reason: reasons.join('; ') })),
  };
};

/** Labels become tags of the whole stack, as those of the provider's configuration. */
const withLabels = (offer: Offer, labels: RankingRequest['labels']): Offer => {
  if (labels === undefined || offer.stack === undefined) return offer;
  const { tags = {} } = offer.stack;
  return { ...offer, stack: { ...offer.stack, tags: { ...labelsBeside(labels, tags), ...tags } } };
};

/** Of the tags of a stack, four are this service's own. */
const mostTags = tagLimits.tags - 4;

type Question = RankingRequest & { readonly placements: readonly Placement[] };

/** Each rule returns why an offer may not be tried, or undefined. */
const rules: readonly ((offer: Offer, question: Question) => string | undefined)[] = [
  ({ stack: { tags = {} } = {} }) => {
    const count = Object.keys(tags).length;
    return count > mostTags
      ? `with the tags of its configuration there are ${count} of ${mostTags} tags that a stack may have: leave labels out`
      : undefined;
  },
  ({ unsupported }) => unsupported && `it is a service of type ${unsupported}, which makes no virtual machines`,
  // an update stays at its provider
  ({ id, draining: isConfigured = false }, { only, draining }) => {
    const switched = draining?.get(id);
    if (only !== undefined || (!isConfigured && switched === undefined)) return undefined;
    return `it is draining, and takes no new deployments${switched?.reason === undefined ? '' : `: ${switched.reason}`}`;
  },
  ({ groups }, { userGroup }) => {
    if (groups === undefined || groups.some((group) => group === userGroup)) return undefined;
    return `it is for ${groups.join(', ')} only, and ${userGroup === undefined ? 'no group is named' : `the group is ${userGroup}`}`;
  },
  ({ issuers }, { issuer }) => (issuers && !issuers.includes(issuer) ? `it takes no tokens of ${issuer}` : undefined),
  ({ ownCredentials }, { placements }) =>
    ownCredentials && !placements.some(({ sla }) => sla !== undefined)
      ? "it works only with the user's own credentials: name it in an SlaPlacement policy to use it"
      : undefined,
  (offer, { topology }) =>
    topology.nodes.some(({ types }) => types.includes('tosca.nodes.indigo.ElasticCluster'))
      ? cluster(offer, topology)
      : undefined,
];

/**
 * A deployment is made at one provider, so that provider has to be what each policy asks for. Where there are several
 * policies, a reason names its own.
 */
const misplaced = (offer: Offer, placements: readonly Placement[]): readonly string[] => {
  const disagree = disagreement(placements);
  if (disagree !== undefined) return [disagree];
  return placements.flatMap((placement) => {
    const whose = placements.length > 1 ? ` (policy ${placement.policy})` : '';
    return unmet(offer, placement).map((reason) => `${reason}${whose}`);
  });
};

const unmet = ({ id, slas, region, stack, batch }: Offer, wanted: Placement): readonly string[] => {
  const own = region ?? stack?.region ?? batch?.region ?? '(not known)';
  return [
    ...(wanted.sla !== undefined && !slas?.includes(wanted.sla) ? [`it is not offered under SLA ${wanted.sla}`] : []),
    ...(wanted.cloud !== undefined && wanted.cloud !== id
      ? [`the template asks for ${wanted.cloud}, and this is ${id}`]
      : []),
    ...(wanted.region !== undefined && wanted.region !== own
      ? [`its region is ${own}, and the template asks for ${wanted.region}`]
      : []),
  ];
};

/** Clients reach an elastic cluster from outside, and its workers have a network of their own. */
const cluster = ({ publicAddresses, networks = {} }: Offer, { nodes }: Topology): string | undefined => {
  if (publicAddresses === false) return 'it has no public addresses, which an elastic cluster needs';
  if (hasNetwork(nodes, 'isolated') && networks.privateCidr === undefined)
    return 'it has no CIDR for an isolated network';
  if (hasNetwork(nodes, 'private') && networks.private === undefined) return 'it has no private network';
  return undefined;
};

const hasNetwork = (nodes: readonly Node[], kind: string): boolean =>
  nodes.some(
    ({ types, properties }) => types.includes('tosca.nodes.network.Network') && properties['network_type'] === kind,
  );
