import { entryOf } from '../../../foundation/entry-of.ts';
import { type CapabilityValues, textOf } from '../../deployers/capability-values.ts';
import type { StackImage, StackOffer } from '../../providers/stack-offer.ts';

/**
 * Where a machine's image is: an image of AWS's own by its public parameter, which CloudFormation resolves, or one by
 * its id. `rootDevice` is the name under which the image's first disk is known.
 */
export interface FoundImage {
  readonly image: { readonly parameter: string } | { readonly id: string };
  readonly rootDevice: string;
  /** true: the name of the first disk is only guessed. Absent: it is known */
  readonly isGuessed?: true;
  readonly what: string;
  /** who logs in with the key of the machine; absent: nobody knows */
  readonly user?: string;
  /** its distribution, `/` and its version; absent: nobody knows them */
  readonly system?: string;
  /** true: no command can be sent to its machines */
  readonly withoutAgent?: boolean;
}

interface Public {
  readonly versions: readonly string[];
  readonly rootDevice: string;
  readonly user: string;
  /** true: the agent of Systems Manager is not in it */
  readonly withoutAgent?: boolean;
  parameter(version: string, architecture: Architecture): string;
}

type Architecture = 'x86_64' | 'arm64';

const debianStyle = (architecture: Architecture): string => (architecture === 'x86_64' ? 'amd64' : 'arm64');

/** The first version is used when the template names none. */
const distributions: { readonly [name: string]: Public } = {
  ubuntu: {
    versions: ['24.04', '22.04', '26.04'],
    rootDevice: '/dev/sda1',
    user: 'ubuntu',
    parameter: (version, architecture) =>
      `/aws/service/canonical/ubuntu/server/${version}/stable/current/${debianStyle(architecture)}/hvm/${version === '22.04' ? 'ebs-gp2' : 'ebs-gp3'}/ami-id`,
  },
  debian: {
    versions: ['12', '13', '11'],
    rootDevice: '/dev/xvda',
    user: 'admin',
    withoutAgent: true,
    parameter: (version, architecture) => `/aws/service/debian/release/${version}/latest/${debianStyle(architecture)}`,
  },
  amazon: {
    versions: ['2023'],
    rootDevice: '/dev/xvda',
    user: 'ec2-user',
    parameter: (_, architecture) => `/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-${architecture}`,
  },
};

const synonyms: { readonly [name: string]: string } = {
  amazonlinux: 'amazon',
  'amazon linux': 'amazon',
  al2023: 'amazon',
};

export const architectures: { readonly [name: string]: Architecture } = {
  x86_64: 'x86_64',
  amd64: 'x86_64',
  arm64: 'arm64',
  aarch64: 'arm64',
};

/** The image that the `os` capability asks for, or the reason why there is none. */
export const matchImage = (
  os: CapabilityValues,
  architecture: Architecture,
  offer: StackOffer,
): FoundImage | { why: string } => {
  const image = textOf(os['image']);
  if (image !== undefined) return named(image, architecture, offer);
  const type = textOf(os['type'])?.toLowerCase();
  if (type !== undefined && type !== 'linux')
    return { why: `asks for the system ${type}, and only linux is supported: ask for linux` };
  const unmet = features.find((feature) => os[feature] === true);
  if (unmet)
    return { why: `asks for ${unmet}, which none of the public images has: name an image by its id (os.image)` };
  return ownOf(os, architecture, offer) ?? publicOf(os, architecture, offer);
};

const features = ['gpu_driver', 'cuda_support'];

const idOf = (image: string): string | undefined => /^(?:aws:\/\/[a-z0-9-]+\/)?(ami-[0-9a-f]+)$/.exec(image)?.[1];

/** An image of the operator that the template names, by its name or its id. */
const ownNamed = (image: string, images: readonly StackImage[]): readonly StackImage[] =>
  images.filter(({ id, name }) => id === idOf(image) || name?.toLowerCase() === image.toLowerCase());

/** The processor of the operator's image that the template names; undefined: nobody knows it. */
export const architectureOfNamed = (os: CapabilityValues, { images = [] }: StackOffer): Architecture | undefined => {
  const image = textOf(os['image']);
  const found = image === undefined ? [] : new Set(ownNamed(image, images).map(architectureOf));
  return [...found].length === 1 ? [...found][0] : undefined;
};

const architectureOf = ({ architecture = 'x86_64' }: StackImage): Architecture =>
  architectures[architecture] ?? 'x86_64';

const named = (image: string, architecture: Architecture, offer: StackOffer): FoundImage | { why: string } => {
  const { region, images = [] } = offer;
  const where = /^aws:\/\/([a-z0-9-]+)\//.exec(image)?.[1];
  if (where !== undefined && where !== region) {
    const instead = 'an image is in one region only: name its distribution and version instead, which each region has';
    return { why: `asks for an image of region ${where}, and this is ${region}: ${instead}` };
  }
  const own = ownNamed(image, images);
  const fitting = own.find((one) => architectureOf(one) === architecture);
  if (fitting !== undefined) return ownImage(fitting);
  const [other] = own;
  if (other !== undefined)
    return { why: `asks for the image ${image}, which is for ${architectureOf(other)}, and for ${architecture}` };
  const id = idOf(image);
  if (id !== undefined) return ownImage({ id });
  return {
    why: `asks for the image ${image}, and images of AWS have ids such as ami-0123456789abcdef0: name one, or its distribution and version, or let the operator give an image this name (stack.images)`,
  };
};

/**
 * The operator's own list comes first: it may have images that AWS does not offer, or newer ones. What has a name and no
 * distribution is only for templates that name it.
 */
const ownOf = (
  os: CapabilityValues,
  architecture: Architecture,
  { images = [] }: StackOffer,
): FoundImage | undefined => {
  const [distribution, version] = [textOf(os['distribution']), textOf(os['version'])];
  const found = images
    .filter((image) => image.name === undefined || image.distribution !== undefined)
    .find(
      (image) =>
        (distribution === undefined ||
          (image.distribution !== undefined && nameOf(image.distribution) === nameOf(distribution))) &&
        (version === undefined || isSameVersion(image.version, version)) &&
        architectureOf(image) === architecture,
    );
  return found && ownImage(found);
};

/** A number in YAML loses its last zero: 24.10 is read as 24.1. */
const isSameVersion = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase() || Number(one) === Number(other);

/** An image of one's own that is built on a public one has its user. */
const ownImage = ({ id, rootDevice, distribution, version, user }: StackImage): FoundImage => {
  const login = user ?? (distribution && distributionOf(distribution)?.user);
  const system = distribution && `${nameOf(distribution)}/${version ?? ''}`;
  const device = rootDevice === undefined ? { rootDevice: '/dev/sda1', isGuessed: true as const } : { rootDevice };
  return { image: { id }, ...device, what: id, ...(login && { user: login }), ...(system && { system }) };
};

const distributionOf = (requestedName: string): Public | undefined => {
  const name = nameOf(requestedName);
  return entryOf(distributions, name);
};

const nameOf = (requestedName: string): string => synonyms[requestedName.toLowerCase()] ?? requestedName.toLowerCase();

const publicOf = (
  os: CapabilityValues,
  architecture: Architecture,
  offer: StackOffer,
): FoundImage | { why: string } => {
  const requested = textOf(os['distribution'])?.toLowerCase() ?? 'ubuntu';
  const name = nameOf(requested);
  const found = distributionOf(requested);
  if (found === undefined)
    return { why: `asks for the distribution ${requested}, and there are ${known(offer)}: ${instead}` };
  const version = textOf(os['version']) ?? found.versions[0] ?? '';
  const exact = found.versions.find((one) => isSameVersion(one, version));
  if (exact === undefined) {
    const all = [...found.versions, ...ownVersions(name, offer)].toSorted().join(', ');
    return { why: `asks for ${name} ${version}, and there are ${all}: ${instead}` };
  }
  const { rootDevice, user, withoutAgent = false } = found;
  return {
    image: { parameter: found.parameter(exact, architecture) },
    rootDevice,
    user,
    system: `${name}/${exact}`,
    what: `${name} ${exact} ${architecture}`,
    withoutAgent,
  };
};

const instead = 'ask for one of these, name an image by its id (os.image), or let the operator add one to stack.images';

const known = ({ images = [] }: StackOffer): string =>
  [...new Set([...Object.keys(distributions), ...images.flatMap(({ distribution }) => distribution ?? [])])].join(', ');

const ownVersions = (name: string, { images = [] }: StackOffer): readonly string[] =>
  images.flatMap(({ distribution, version }) =>
    distribution !== undefined && nameOf(distribution) === name ? (version ?? []) : [],
  );
