/**
 * The data of the sandbox's federation: two providers that are the sandbox's clouds, a third that cannot be used, and the
 * customers who may use them.
 */

import type { Cloud } from '../im/clouds.ts';

/** SLAM's customer for deployments without a group (TRUSTED_ISSUERS, `organisation`). */
export const organisation = 'sandbox';

export interface Service {
  readonly id: string;
  readonly provider: string;
  readonly data: { readonly [key: string]: unknown };
  readonly weight: number;
  /** the value of the monitoring: 0 is bad, 1 is good */
  readonly health: number;
  readonly tenant?: {
    readonly data: { readonly [key: string]: unknown };
    readonly images: readonly { readonly [key: string]: unknown }[];
    readonly flavors: readonly { readonly [key: string]: unknown }[];
  };
}

/** The services of each customer. The group `physics` has an agreement only with the second cloud. */
const customers: { readonly [customer: string]: readonly string[] } = {
  [organisation]: ['sandbox-a', 'sandbox-b', 'sandbox-containers', 'sandbox-far', 'sandbox-own'],
  physics: ['sandbox-b'],
};

const image = (distribution: string, version: string) => ({
  image_id: `${distribution}-${version}`,
  image_name: `${distribution}:${version}`,
  architecture: 'x86_64',
  type: 'linux',
  distribution,
  version,
  user_name: 'cloudadm',
});

/** Some numbers are texts, as in registries that people maintain by hand. */
const flavor = (name: string, cpus: number, memory: number, disk: number | string) => ({
  flavor_id: `flavor-${name}`,
  flavor_name: name,
  num_vcpus: cpus,
  ram: memory,
  disk,
});

const compute = (cloud: Cloud, weight: number, issuer: string): Service => ({
  id: cloud.id,
  provider: `provider-${cloud.id}`,
  weight,
  health: 0.9,
  data: {
    service_type: 'org.openstack.nova',
    endpoint: `${cloud.host}/v3`,
    type: 'compute',
    region: cloud.id === 'sandbox-a' ? 'north' : 'south',
    iam_enabled: true,
    idp_protocol: 'openid',
    public_ip_assignable: true,
    supported_idps: [{ name: 'sandbox-idp', issuer }],
    volume_types: [{ name: 'fast', qos: 'ssd' }],
  },
  tenant: {
    data: {
      tenant_id: `tenant-of-${cloud.id}`,
      tenant_name: 'sandbox',
      public_network_name: 'public-net',
      private_network_name: 'private-net',
    },
    images: [image('ubuntu', '22.04'), image('ubuntu', '24.04'), image('debian', '12')],
    flavors: [flavor('small', 1, 2048, '20'), flavor('medium', 2, 4096, 40), flavor('large', 8, 16_384, 100)],
  },
});

/** The first cloud once more, for users with their own account there. */
const ownAccount = ([first]: readonly Cloud[]): Service => ({
  id: 'sandbox-own',
  provider: 'provider-sandbox-own',
  weight: 1,
  health: 1,
  data: { service_type: 'eu.otc.compute', endpoint: `${first?.host}/v3`, type: 'compute' },
  tenant: { data: { tenant_id: 't-own' }, images: [image('ubuntu', '24.04')], flavors: [flavor('own', 2, 4096, 40)] },
});

/** The sandbox's clouds, a container service, and a cloud that accepts no tokens of this issuer. */
export const services = (clouds: readonly Cloud[], issuer: string): readonly Service[] => [
  ...clouds.map((cloud, index) => compute(cloud, 1 - index * 0.25, issuer)),
  ownAccount(clouds),
  {
    id: 'sandbox-containers',
    provider: 'provider-sandbox-a',
    weight: 0.1,
    health: 1,
    data: {
      service_type: 'eu.indigo-datacloud.marathon',
      endpoint: 'https://sandbox-a.internal/marathon',
      type: 'other',
    },
  },
  {
    id: 'sandbox-far',
    provider: 'provider-sandbox-far',
    weight: 0.9,
    health: 1,
    data: {
      service_type: 'org.openstack.nova',
      endpoint: 'https://sandbox-far.example:5000/v3',
      type: 'compute',
      iam_enabled: 'true',
      supported_idps: [{ name: 'elsewhere', issuer: 'https://elsewhere.example/' }],
    },
    tenant: {
      data: { tenant_id: 't-far' },
      images: [image('ubuntu', '24.04')],
      flavors: [flavor('huge', 64, 262_144, 0)],
    },
  },
];

/** The services for which a customer has agreements. */
export const servicesOf = (all: readonly Service[], customer: string): readonly Service[] =>
  all.filter(({ id }) => Object.hasOwn(customers, customer) && customers[customer]?.includes(id));

export const customerNames = Object.keys(customers);

export const providerNames: { readonly [id: string]: string } = {
  'provider-sandbox-a': 'Sandbox A',
  'provider-sandbox-b': 'Sandbox B',
  'provider-sandbox-far': 'Sandbox Far Away',
  'provider-sandbox-own': 'Sandbox Own Account',
};
