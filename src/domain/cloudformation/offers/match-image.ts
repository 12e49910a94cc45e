import { type Asked, textOf } from '../../deployers/asked.ts';
import type { StackImage, StackOffer } from '../../providers/stack-offer.ts';

/**
 * Where a machine's image is: an image of AWS's own by its public parameter, which CloudFormation resolves, or one by
 * its id. `rootDevice` is the name under which the image's first disk is known.
 */
export interface FoundImage {
  readonly image: { readonly parameter: string } | { readonly id: string };
  readonly rootDevice: string;
  readonly what: string;
  /** who logs in with the key of the machine; absent: nobody knows */
  readonly user?: string;
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
export const matchImage = (os: Asked, architecture: Architecture, offer: StackOffer): FoundImage | { why: string } => {
  const image = textOf(os['image']);
  if (image !== undefined) return byId(image, offer);
  const type = textOf(os['type'])?.toLowerCase();
  if (type !== undefined && type !== 'linux')
    return { why: `asks for the system ${type}, and only linux is supported` };
  const unmet = features.find((feature) => os[feature] === true);
  if (unmet)
    return { why: `asks for ${unmet}, which none of the public images has: name an image by its id (os.image)` };
  return ownOf(os, architecture, offer) ?? publicOf(os, architecture, offer);
};

const features = ['gpu_driver', 'cuda_support'];

const byId = (image: string, { region, images = [] }: StackOffer): FoundImage | { why: string } => {
  const [, where, id] = /^aws:\/\/([a-z0-9-]+)\/(ami-[0-9a-f]+)$/.exec(image) ?? [];
  if (where !== undefined && where !== region)
    return { why: `asks for an image of region ${where}, and this is ${region}` };
  const found = id ?? (/^ami-[0-9a-f]+$/.test(image) ? image : undefined);
  if (found !== undefined) return ownImage(images.find((own) => own.id === found) ?? { id: found });
  return { why: `asks for the image ${image}, and images of AWS have ids such as ami-0123456789abcdef0` };
};

/** The operator's own list comes first: it may have images that AWS does not offer, or newer ones. */
const ownOf = (os: Asked, architecture: Architecture, { images = [] }: StackOffer): FoundImage | undefined => {
  const wanted: readonly (readonly [string | undefined, (image: StackImage) => string | undefined])[] = [
    [textOf(os['distribution']), ({ distribution }) => distribution],
    [textOf(os['version']), ({ version }) => version],
    [architecture, (image) => image.architecture ?? 'x86_64'],
  ];
  const found = images.find((image) =>
    wanted.every(([value, of]) => value === undefined || of(image)?.toLowerCase() === value.toLowerCase()),
  );
  return found && ownImage(found);
};

/** An image of one's own that is built on a public one has its user. */
const ownImage = ({ id, rootDevice = '/dev/sda1', distribution, user }: StackImage): FoundImage => {
  const login = user ?? (distribution && distributionOf(distribution)?.user);
  return { image: { id }, rootDevice, what: id, ...(login && { user: login }) };
};

const distributionOf = (asked: string): Public | undefined => {
  const name = nameOf(asked);
  return Object.hasOwn(distributions, name) ? distributions[name] : undefined;
};

const nameOf = (asked: string): string => synonyms[asked.toLowerCase()] ?? asked.toLowerCase();

const publicOf = (os: Asked, architecture: Architecture, offer: StackOffer): FoundImage | { why: string } => {
  const asked = textOf(os['distribution'])?.toLowerCase() ?? 'ubuntu';
  const name = nameOf(asked);
  const found = distributionOf(asked);
  if (found === undefined) return { why: `asks for the distribution ${asked}, and there are ${known(offer)}` };
  const version = textOf(os['version']) ?? found.versions[0] ?? '';
  // a number in YAML loses its last zero: 24.10 is read as 24.1
  const exact = found.versions.find((one) => one === version || Number(one) === Number(version));
  if (exact === undefined) {
    return { why: `asks for ${name} ${version}, and there are ${found.versions.toSorted().join(', ')}` };
  }
  const { rootDevice, user, withoutAgent = false } = found;
  return {
    image: { parameter: found.parameter(exact, architecture) },
    rootDevice,
    user,
    what: `${name} ${exact} ${architecture}`,
    withoutAgent,
  };
};

const known = ({ images = [] }: StackOffer): string =>
  [...Object.keys(distributions), ...images.flatMap(({ distribution }) => distribution ?? [])].join(', ');
