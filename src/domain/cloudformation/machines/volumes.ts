import { entryOf } from '../../../foundation/entry-of.ts';
import type { Json, Node, Requirement } from '../../../tosca/topology.ts';
import { isAttachment } from '../../changes/kinds.ts';
import { gibibytesOf, textOf } from '../../deployers/capability-values.ts';
import { awsTypes } from '../../resources/aws-types.ts';
import { logicalId, type Part, resourceHex, type StackResource } from '../blueprint/blueprint.ts';
import { dataPolicies, metadataOf } from '../blueprint/member.ts';

export const isVolume = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.volume.is(types);

/** The nodes of machines to which a volume is attached. */
export const attachedTo = (volume: Node, nodes: Iterable<Node>): readonly Node[] =>
  [...nodes].filter(({ requirements }) => requirements.some((one) => isAttachment(one) && one.node === volume.name));

/** Where a volume is to be mounted. */
export interface Mount {
  /** what gives the volume's id */
  readonly volume: Json;
  readonly path: string;
  /** `swap`: it is no folder, and its path is `none` */
  readonly system: string;
}

interface Attached extends Part {
  readonly resources: { readonly [logicalId: string]: StackResource };
  readonly mounts: readonly Mount[];
  /** by the name of its node */
  readonly ids: { readonly [volume: string]: Json };
}

/** Names of disks from the second on; the first belongs to the image. */
const letters = 'fghijklmnop';

/** The volumes of one machine: each machine gets its own. */
export const volumesOf = (node: Node, byName: ReadonlyMap<string, Node>, zone: Json, instance: string): Attached => {
  const attachments = node.requirements.filter(isAttachment);
  const named = lettersOf(attachments);
  const parts = attachments.map((requirement, index) => {
    if (attachments.findIndex((one) => one.node === requirement.node) < index)
      return refused(`attaches ${requirement.node} twice`);
    const volume = requirement.node === undefined ? undefined : byName.get(requirement.node);
    if (volume === undefined) return refused(`has an attachment ${requirement.name} to no volume of the template`);
    if (index >= letters.length) return refused(`has more than ${letters.length} volumes`);
    const letter = named[index] ?? '';
    if (named.indexOf(letter) < index)
      return refused(`attaches ${volume.name} as /dev/sd${letter}, and another volume too`);
    return attached({ node, volume, requirement, letter, zone, instance });
  });
  return {
    resources: Object.assign({}, ...parts.map(({ resources }) => resources)),
    mounts: parts.flatMap(({ mounts }) => mounts),
    ids: Object.assign({}, ...parts.map(({ ids }) => ids)),
    reasons: parts.flatMap(({ reasons }) => reasons),
    warnings: parts.flatMap(({ warnings }) => warnings),
  };
};

const refused = (why: string): Attached => ({ resources: {}, mounts: [], ids: {}, reasons: [why], warnings: [] });

interface Attachment {
  readonly node: Node;
  readonly volume: Node;
  readonly requirement: Requirement;
  readonly letter: string;
  readonly zone: Json;
  readonly instance: string;
}

const attached = ({ node, volume, requirement, letter, zone, instance }: Attachment): Attached => {
  const { location, fs_type: wanted } = requirement.properties ?? {};
  // without its place among the others: another order of attachments must not make another volume
  const id = `${logicalId(volume.name)}Of${logicalId(node.name)}${resourceHex}`;
  const existing = textOf(volume.properties['volume_id']);
  if (existing !== undefined && node.count > 1) {
    return refused(`attaches the volume ${existing} to each of its ${node.count} machines`);
  }
  const own = existing === undefined ? newVolume(volume, zone) : undefined;
  if (own !== undefined && 'why' in own) return refused(own.why);
  const source: Json = existing ?? { Ref: id };
  const attachment: StackResource = {
    Type: 'AWS::EC2::VolumeAttachment',
    Properties: { Device: `/dev/sd${letter}`, InstanceId: { Ref: instance }, VolumeId: source },
    Metadata: metadataOf(volume.name),
  };
  const resources = { ...(own && { [id]: own }), [`${id}Attachment`]: attachment };
  const made = { resources, ids: { [volume.name]: source }, reasons: [], warnings: [] };
  const path = textOf(location);
  if (path === undefined) return { ...made, mounts: [] };
  const system = path === 'swap' ? 'swap' : (textOf(wanted) ?? 'ext4');
  if (system === 'swap') return { ...made, mounts: [{ volume: source, path: 'none', system }] };
  if (!/^(\/[\w.-]+)+\/?$/.test(path) || !['ext4', 'ext3', 'xfs'].includes(system)) {
    return refused(
      `mounts ${volume.name} at ${path} as ${system}: expected swap, or an absolute path, and ext4, ext3 or xfs`,
    );
  }
  return { ...made, mounts: [{ volume: source, path, system }] };
};

/**
 * The letter of each attachment's device: the one that it names, else that of its place, unless another one names this
 * letter. Templates for other clouds name devices such as `hdb` or `vdb`, which AWS does not have.
 */
const lettersOf = (attachments: readonly Requirement[]): readonly (string | undefined)[] => {
  const named = attachments.map(
    ({ properties }) => /^(?:\/dev\/)?sd([f-p])$/.exec(textOf(properties?.['device']) ?? '')?.[1],
  );
  const byPlace = named.map((own, index) => (own === undefined ? letters.charAt(index) : own));
  const spare = [...letters].filter((letter) => !byPlace.includes(letter)).toReversed();
  return byPlace.map((letter, index) =>
    named[index] === undefined && named.includes(letter) ? spare.shift() : letter,
  );
};

const newVolume = ({ name, properties }: Node, zone: Json): StackResource | { why: string } => {
  const size = gibibytesOf(properties['size']);
  const snapshot = textOf(properties['snapshot_id']);
  if (size === undefined && snapshot === undefined) return { why: `attaches ${name}, which has no size` };
  const kind = textOf(properties['type']) ?? 'gp3';
  const limits = entryOf(kinds, kind);
  if (limits === undefined)
    return { why: `attaches ${name} of type ${kind}, and there are ${Object.keys(kinds).join(', ')}` };
  const [least, most] = limits;
  if (size !== undefined && (size < least || size > most))
    return { why: `attaches ${name} with ${size} GiB, and volumes of type ${kind} have ${least} to ${most}` };
  return {
    Type: 'AWS::EC2::Volume',
    Properties: {
      AvailabilityZone: zone,
      VolumeType: kind,
      Encrypted: true,
      ...(size !== undefined && { Size: size }),
      ...(snapshot !== undefined && { SnapshotId: snapshot }),
    },
    // a volume that nobody asked to replace is never lost
    ...dataPolicies(properties, 'Delete'),
    Metadata: metadataOf(name),
  };
};

/** GiB that a volume of each type has at least and at most. */
const kinds: { readonly [kind: string]: readonly [least: number, most: number] } = {
  gp3: [1, 65_536],
  gp2: [1, 16_384],
  st1: [125, 16_384],
  sc1: [125, 16_384],
};
