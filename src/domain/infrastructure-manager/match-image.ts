import type { Json } from '../../tosca/topology.ts';
import { type Image, imageSchemes, type Offer } from '../providers/offer.ts';

/** `found`: the value to write into the template; `kept`: nothing to write; `missing`: why the offer is not suitable. */
export type Match<Found> =
  | { readonly is: 'found'; readonly found: Found }
  | { readonly is: 'kept' }
  | { readonly is: 'missing'; readonly why: string };

type Requested = Readonly<Record<string, Json>>;

/**
 * Text properties of the `os` capability, and the values of an image that they are compared with
 * (docs/contract/federation.md, "What a template becomes at a provider").
 */
const texts = {
  type: ({ type }) => type,
  architecture: ({ architecture }) => architecture,
  distribution: ({ distribution }) => distribution,
  version: ({ version }) => version,
  gpu_driver_version: ({ gpuDriverVersion }) => gpuDriverVersion,
  cuDNN_version: ({ cuDnnVersion }) => cuDnnVersion,
} as const satisfies Record<string, (image: Image) => string | undefined>;

/** Boolean properties: if the template asks for one, the image must have it; otherwise it may. */
const features = {
  gpu_driver: ({ gpuDriver }) => gpuDriver,
  cuda_support: ({ cudaSupport }) => cudaSupport,
} as const satisfies Record<string, (image: Image) => boolean | undefined>;

/**
 * The offer's image for a node: by name, else the first that meets every demand. An address is kept if it belongs to this
 * cloud. If there is only an unknown name, no other image can replace it.
 */
export const matchImage = (requested: Requested, offer: Offer): Match<Image> => {
  const name = textOf(requested['image']);
  const scheme = imageSchemes.find((one) => name?.startsWith(`${one}://`));
  if (name !== undefined && scheme !== undefined) return keepAddress(name, offer);
  if (offer.images === undefined) return { is: 'kept' };
  const named = name === undefined ? undefined : offer.images.find((image) => isNamed(image, name));
  const demands = demandsOf(requested);
  const onlyNamed = name !== undefined && demands.length === 0;
  const found = named ?? (onlyNamed ? undefined : offer.images.find((image) => demands.every((one) => one.met(image))));
  if (found) return { is: 'found', found };
  const wanted = [name && `named ${name}`, ...demands.map(({ what }) => what)].filter(Boolean).join(', ');
  return { is: 'missing', why: `has no image${wanted === '' ? ' at all' : ` ${name ? '' : 'with '}${wanted}`}` };
};

/**
 * The host in the address must be the cloud's, or the Infrastructure Manager launches nothing there
 * (docs/contract/infrastructure-manager-templates.md, "Images").
 */
const keepAddress = (address: string, { host, imageScheme }: Offer): Match<Image> => {
  const [scheme, rest = ''] = address.split('://');
  const elsewhere = host !== undefined && scheme === 'ost' && rest.split('/')[0] !== host;
  const isOther = imageScheme !== undefined && scheme !== imageScheme;
  return elsewhere || isOther ? { is: 'missing', why: `is not the cloud of image ${address}` } : { is: 'kept' };
};

/** The tag is compared only if the template names one. */
const isNamed = ({ name = '' }: Image, requested: string): boolean =>
  same(name, requested) || (!requested.includes(':') && same(name.split(':')[0] ?? '', requested));

interface Demand {
  readonly what: string;
  met(image: Image): boolean;
}

const demandsOf = (requested: Requested): readonly Demand[] => [
  ...Object.entries(texts).flatMap(([key, of]): readonly Demand[] => {
    const value = textOf(requested[key]);
    return value === undefined ? [] : [{ what: `${key} ${value}`, met: (image) => same(of(image) ?? '', value) }];
  }),
  ...Object.entries(features).flatMap(([key, of]): readonly Demand[] =>
    requested[key] === true ? [{ what: key, met: (image) => of(image) === true }] : [],
  ),
  ...leastCuda(textOf(requested['cuda_min_version'])),
];

const leastCuda = (least: string | undefined): readonly Demand[] =>
  least === undefined
    ? []
    : [{ what: `CUDA ${least} or later`, met: ({ cudaVersion }) => isAtLeast(cudaVersion ?? '', least) }];

/** Compares versions by their numbers: `10.2` is later than `9.0`. */
const isAtLeast = (version: string, least: string): boolean =>
  version !== '' && version.localeCompare(least, 'en', { numeric: true }) >= 0;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Absent, empty and still unknown values (a function call) are no demands. */
const textOf = (value: Json | undefined): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
