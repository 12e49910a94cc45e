import type { DeployerKind } from '../deployers/kinds.ts';
import type { BatchOffer } from './batch-offer.ts';
import type { Flavor } from './flavor.ts';
import type { Provider } from './ports.ts';
import type { StackOffer } from './stack-offer.ts';

export type { Flavor } from './flavor.ts';

/** An image as a provider lists it. What the provider does not say is absent, and then meets no demand. */
export interface Image {
  /** the last part of its address, e.g. of `ost://<host>/<id>` */
  readonly id: string;
  /** `name` or `name:tag` */
  readonly name?: string | undefined;
  readonly architecture?: string | undefined;
  readonly type?: string | undefined;
  readonly distribution?: string | undefined;
  readonly version?: string | undefined;
  /** user name for the login */
  readonly user?: string | undefined;
  readonly gpuDriver?: boolean | undefined;
  readonly gpuDriverVersion?: string | undefined;
  readonly cudaSupport?: boolean | undefined;
  readonly cudaVersion?: string | undefined;
  readonly cuDnnVersion?: string | undefined;
}

export interface Networks {
  readonly public?: string | undefined;
  readonly private?: string | undefined;
  readonly privateCidr?: string | undefined;
  readonly proxyHost?: string | undefined;
  readonly proxyUser?: string | undefined;
}

/**
 * Schemes of image addresses that the Infrastructure Manager reads, by the clouds that use them
 * (docs/contract/infrastructure-manager-templates.md, "Images").
 */
export const imageSchemes = ['ost', 'one', 'aws', 'azr'] as const;
export type ImageScheme = (typeof imageSchemes)[number];

/**
 * What one compute service of a provider offers to one customer. An absent list is unknown and is not compared; an empty
 * list is known to be empty.
 */
export interface Offer extends Provider {
  /** the kind of deployer in front of it; absent: the usual one */
  readonly deployer?: DeployerKind | undefined;
  /** the service's type, if it makes no virtual machines; absent: it makes them */
  readonly unsupported?: string | undefined;
  /** id of the service that this one is a part of, as the ranker knows it */
  readonly parentId?: string | undefined;
  /** host name of the cloud, as it appears in addresses of images */
  readonly host?: string | undefined;
  readonly imageScheme?: ImageScheme | undefined;
  readonly region?: string | undefined;
  /** ids of the agreements under which it may be used */
  readonly slas?: readonly string[] | undefined;
  /** it accepts only tokens of these issuers; absent: of any */
  readonly issuers?: readonly string[] | undefined;
  /** true: no new deployment goes there. What is there can be updated and deleted as before */
  readonly draining?: boolean | undefined;
  /** true: it works only with credentials that the user has stored */
  readonly ownCredentials?: boolean | undefined;
  readonly publicAddresses?: boolean | undefined;
  readonly images?: readonly Image[] | undefined;
  readonly flavors?: readonly Flavor[] | undefined;
  readonly volumeTypes?: readonly { readonly name: string; readonly qos?: string | undefined }[] | undefined;
  readonly networks?: Networks | undefined;
  /** what CloudFormation may make there; absent: another kind of deployer */
  readonly stack?: StackOffer | undefined;
  /** what AWS Batch may run there; absent: another kind of deployer */
  readonly batch?: BatchOffer | undefined;
}
