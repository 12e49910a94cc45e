import * as v from 'valibot';
import { deployerKinds } from '../../domain/deployers/kinds.ts';
import type { ImageScheme, Offer } from '../../domain/providers/offer.ts';
import type { Provider } from '../../domain/providers/ports.ts';
import { strategyNames } from '../../domain/providers/ranking/strategies.ts';
import { number, strict, text } from '../../foundation/shape/schemas.ts';
import { batchSchema } from './batch.ts';
import { stackSchema } from './stack.ts';

/** The strategy that orders the configured providers. */
export const rankingSchema = v.picklist(strategyNames);

/** What a configured provider may say about itself. The choice of a provider ignores whatever is left out. */
export const offerSchema = {
  /** the kind of deployer in front of it; absent: the Infrastructure Manager */
  deployer: v.optional(v.picklist(deployerKinds)),
  /** CloudFormation only: what it may make, and where */
  stack: v.optional(stackSchema),
  /** Batch only: what it may run, and where */
  batch: v.optional(batchSchema),
  region: v.optional(text),
  /** true: no new deployment goes there, until the provider can be removed; what is there can be changed and deleted */
  draining: v.optional(v.boolean()),
  /** ids by which an SlaPlacement policy may ask for it */
  slas: v.optional(v.array(text)),
  /** issuers whose users may use it */
  issuers: v.optional(v.array(text)),
  publicAddresses: v.optional(v.boolean()),
  images: v.optional(
    v.array(
      strict({
        id: text,
        name: v.optional(text),
        architecture: v.optional(text),
        type: v.optional(text),
        distribution: v.optional(text),
        version: v.optional(text),
        user: v.optional(text),
        gpuDriver: v.optional(v.boolean()),
        gpuDriverVersion: v.optional(text),
        cudaSupport: v.optional(v.boolean()),
        cudaVersion: v.optional(text),
        cuDnnVersion: v.optional(text),
      }),
    ),
  ),
  /** memory in MB, disk in GB */
  flavors: v.optional(
    v.array(
      strict({
        name: text,
        cpus: number,
        memory: number,
        disk: number,
        gpus: v.optional(number),
        gpuVendor: v.optional(text),
        gpuModel: v.optional(text),
        infiniband: v.optional(v.boolean()),
      }),
    ),
  ),
  volumeTypes: v.optional(v.array(strict({ name: text, qos: v.optional(text) }))),
  networks: v.optional(
    strict({
      public: v.optional(text),
      private: v.optional(text),
      privateCidr: v.optional(text),
      proxyHost: v.optional(text),
      proxyUser: v.optional(text),
    }),
  ),
} satisfies { readonly [Member in Exclude<keyof Offer, keyof Provider | Derived>]: v.GenericSchema };

/** Members of an offer that no configuration gives: they follow from others, or only a federation knows them. */
type Derived = 'host' | 'imageScheme' | 'ownCredentials' | 'parentId' | 'unsupported';

/**
 * Image schemes by the type of the cloud's authorization line (docs/contract/infrastructure-manager.md, "Authorization").
 */
const schemes: Readonly<Record<string, ImageScheme>> = {
  OpenStack: 'ost',
  OpenNebula: 'one',
  EC2: 'aws',
  Azure: 'azr',
};

/** The start of image addresses at the cloud of an authorization line. */
export const imageBase = ({
  type = '',
  host = '',
}: Readonly<Record<string, string>>): { readonly host?: string; readonly imageScheme?: ImageScheme } => {
  const name = URL.parse(host.includes('://') ? host : `https://${host}`)?.hostname;
  const imageScheme = schemes[type];
  return { ...(name && { host: name }), ...(imageScheme && { imageScheme }) };
};
