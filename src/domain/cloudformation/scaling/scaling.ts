import type { Node, Policy } from '../../../tosca/topology.ts';
import { hostOf } from '../../changes/kinds.ts';
import { isScaling, nodesMeant } from '../../scaling/scaling-policies.ts';
import { getAtt, logicalId, type StackResources } from '../blueprint/blueprint.ts';
import { type Member, metadataOf } from '../blueprint/member.ts';
import { targetOf } from '../blueprint/scalable-target.ts';
import { cluster } from '../containers/containers.ts';
import { isContainer, runtimeOf } from '../containers/requested-container.ts';
import { type Bounds, boundsOf, startOf, unknownOf, unreadOf } from './requested-scaling.ts';
import { isOurs, said, trackingOf } from './tracking.ts';

type Made = Member & { readonly node: Node };
type ByName = ReadonlyMap<string, Node>;

/**
 * Target tracking of Application Auto Scaling for the containers that policies of scaling are about (docs/decisions/0098). What
 * cannot scale is said, and so is what of a policy has no effect.
 */
export const withScaling = (members: readonly Made[], policies: readonly Policy[], byName: ByName): readonly Made[] => {
  const all = policies.filter(isScaling);
  if (all.length === 0) return members;
  const others = Object.assign({}, ...members.map(({ resources }) => resources)) as StackResources;
  return members.map((member) => {
    const own = all.filter((policy) => containersOf(policy, byName).includes(member.node.name));
    return own.length === 0 || member.reasons.length > 0 ? member : scaled(member, own, { byName, others });
  });
};

/** Names of the containers that a policy is about: those that ECS runs, also where it names what they run on. */
export const containersOf = (policy: Policy, byName: ByName): readonly string[] => {
  const meant = new Set(nodesMeant(policy, [...byName.values()]));
  return [...byName.values()].flatMap((node) => {
    if (!isContainer(node) || hostOf(node, byName).length > 0) return [];
    return meant.has(node.name) || meant.has(runtimeOf(node, byName)?.name ?? '') ? [node.name] : [];
  });
};

interface Around {
  readonly byName: ByName;
  readonly others: StackResources;
}

const scaled = (member: Made, policies: readonly Policy[], around: Around): Made => {
  const { node, main } = member;
  const [first, ...rest] = policies.map((policy) => ({
    policy,
    bounds: boundsOf(policy, policies, node, around.byName),
  }));
  if (first === undefined) return member;
  const { policy, bounds } = first;
  const other = rest.find((one) => one.bounds.least !== bounds.least || one.bounds.most !== bounds.most)?.policy;
  if (bounds.most === bounds.least && other === undefined) return noted(member, [noRoom(policy, bounds)]);
  const service = member.resources[main];
  const starts = startOf(policies, node, around.byName, bounds.least);
  const tracked = trackingOf({ node, service, all: around.others }, policies);
  const reasons = [
    ...(other ? [differentBounds(policy, other)] : []),
    ...wrongBounds(policy, bounds, starts),
    ...policies.flatMap(knownLater),
    ...tracked.reasons,
  ];
  if (service === undefined || reasons.length > 0) return unfit(member, policies, reasons);
  const resources = {
    ...member.resources,
    [main]: { ...service, Properties: { ...service.Properties, DesiredCount: starts } },
    [targetOf(main)]: scalableTarget(node, bounds),
    ...tracked.made,
  };
  return noted({ ...member, resources }, [howScaled(policies, bounds, starts), ...policies.flatMap(withoutEffect)]);
};

const noted = (member: Made, notes: readonly string[]): Made => ({
  ...member,
  warnings: [...member.warnings, ...notes],
});

const differentBounds = (one: Policy, other: Policy): string =>
  `has the scaling policies ${one.name} and ${other.name} with different bounds: give both the same min_instances and max_instances`;

const knownLater = (policy: Policy): readonly string[] =>
  unknownOf(policy).map(
    (name) => `${said(policy)} takes ${name} from an attribute, which is known only after the deployment`,
  );

const howScaled = (policies: readonly Policy[], { least, most }: Bounds, starts: number): string =>
  `starts with ${starts === 1 ? '1 copy' : `${starts} copies`}, and ${policies.map(({ name }) => name).join(' and ')} ${policies.length > 1 ? 'keep' : 'keeps'} ${least} to ${most} of them: an update leaves their number alone`;

const withoutEffect = (policy: Policy): readonly string[] =>
  unreadOf(policy).map((what) => `is scaled by policy ${policy.name} (${policy.type}), and ${what}`);

/** A type of others is for other systems too, and a deployment that stands may have it: then the container is not scaled. */
const unfit = (member: Made, policies: readonly Policy[], reasons: readonly string[]): Made =>
  policies.some(isOurs)
    ? { ...member, reasons }
    : noted(
        member,
        reasons.map((reason) => `is not scaled, since it ${reason}`),
      );

const noRoom = ({ name, type }: Policy, { least }: Bounds): string =>
  `is not scaled by policy ${name} (${type}): min_instances and max_instances are both ${least}, so give it, or the capability scalable, a larger max_instances`;

const wrongBounds = (policy: Policy, { least, most }: Bounds, starts: number): readonly string[] => {
  if (least < 1)
    return [
      `${said(policy)} allows ${least} copies: from none nothing is measured, so min_instances must be 1 or more`,
    ];
  if (least > most) return [`${said(policy)} allows at least ${least} copies and at most ${most}`];
  if (starts >= least && starts <= most) return [];
  return [
    `${said(policy)} allows ${least} to ${most} copies, and it starts with ${starts}: set default_instances of its capability scalable`,
  ];
};

const scalableTarget = ({ name }: Node, { least, most }: Bounds) => ({
  Type: 'AWS::ApplicationAutoScaling::ScalableTarget',
  Properties: {
    ServiceNamespace: 'ecs',
    ScalableDimension: 'ecs:service:DesiredCount',
    ResourceId: { 'Fn::Join': ['/', ['service', { Ref: cluster }, getAtt(logicalId(name), 'Name')]] },
    MinCapacity: least,
    MaxCapacity: most,
  },
  Metadata: metadataOf(name),
});
