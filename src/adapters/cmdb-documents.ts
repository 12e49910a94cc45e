/** What the CMDB's documents say, as far as it is read (behaviour.md 13.2). Registries are kept by hand: numbers and booleans come as texts too. */

import * as z from 'zod';
import type { Flavor, Image } from '../domain/providers/offer.ts';

/** null, absent and empty are one. */
const absent = (value: unknown): unknown => (value === null || value === '' ? undefined : value);
const text = z.preprocess(absent, z.coerce.string().optional());
const number = z.preprocess(absent, z.coerce.number().optional());
const boolean = z.preprocess(absent, z.union([z.boolean(), z.stringbool()]).optional());
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? undefined);

/** A document with these data. */
export const documentOf = <Data extends z.ZodType>(data: Data) => z.object({ _id: z.string(), data });

/** The documents of a list. */
export const rowsOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ rows: z.array(z.object({ doc: documentOf(data) })) }).transform(({ rows }) => rows.map(({ doc }) => doc));

export const providerData = z.object({ name: text });

export const serviceData = z.object({
  service_type: z.string(),
  endpoint: text,
  type: text,
  service_parent_id: text,
  region: text,
  iam_enabled: boolean,
  idp_protocol: text,
  microversion: text,
  public_ip_assignable: boolean,
  supported_idps: listOf(z.object({ name: z.string(), issuer: z.string() })),
  volume_types: listOf(z.object({ name: z.string(), qos: text })),
});
export type ServiceData = z.output<typeof serviceData>;

export const tenantData = z.object({
  tenant_id: text,
  tenant_name: text,
  iam_organisation: text,
  public_network_name: text,
  private_network_name: text,
  private_network_cidr: text,
  private_network_proxy_host: text,
  private_network_proxy_user: text,
});
export type TenantData = z.output<typeof tenantData>;

export const imageData = z
  .object({
    image_id: z.string(),
    image_name: text,
    architecture: text,
    type: text,
    distribution: text,
    version: text,
    user_name: text,
    gpu_driver: boolean,
    gpu_driver_version: text,
    cuda_support: boolean,
    cuda_version: text,
    cuDNN_version: text,
  })
  .transform(
    (told): Image => ({
      id: told.image_id,
      name: told.image_name,
      architecture: told.architecture,
      type: told.type,
      distribution: told.distribution,
      version: told.version,
      user: told.user_name,
      gpuDriver: told.gpu_driver,
      gpuDriverVersion: told.gpu_driver_version,
      cudaSupport: told.cuda_support,
      cudaVersion: told.cuda_version,
      cuDnnVersion: told.cuDNN_version,
    }),
  );

export const flavorData = z
  .object({
    flavor_id: text,
    flavor_name: text,
    ram: number,
    num_vcpus: number,
    disk: number,
    num_gpus: number,
    gpu_vendor: text,
    gpu_model: text,
    infiniband_support: boolean,
  })
  .transform(
    (told): Flavor => ({
      name: told.flavor_name ?? told.flavor_id ?? '',
      cpus: told.num_vcpus ?? 0,
      memory: told.ram ?? 0,
      disk: told.disk ?? 0,
      gpus: told.num_gpus,
      gpuVendor: told.gpu_vendor,
      gpuModel: told.gpu_model,
      infiniband: told.infiniband_support,
    }),
  );
