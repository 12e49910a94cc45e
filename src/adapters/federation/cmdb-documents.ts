/**
 * The parts of the CMDB's documents that the service reads (docs/contract/federation.md, "CMDB"). People keep registries by
 * hand, so numbers and booleans may also come as texts.
 */

import * as v from 'valibot';
import type { Flavor, Image } from '../../domain/providers/offer.ts';
import { numeric, objectOf } from '../../foundation/shape/schemas.ts';

/** null, absent and empty mean the same. */
const absent = (value: unknown): unknown => (value === null || value === '' ? undefined : value);
const given = v.pipe(v.optional(v.unknown()), v.transform(absent));
const text = v.pipe(given, v.optional(v.pipe(v.unknown(), v.toString('expected a text'))));
const number = v.pipe(given, v.optional(numeric));
const boolean = v.pipe(given, v.optional(v.union([v.boolean(), v.pipe(v.string(), v.parseBoolean())])));
const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.nullish(v.array(item)),
    v.transform((items) => items ?? undefined),
  );

/** Schema of a document with these data. */
export const documentOf = <Data extends v.GenericSchema>(data: Data) => v.object({ _id: v.string(), data });

/** Schema of a list, which yields its documents. A document that was removed from the registry may still have a row, with null. */
export const rowsOf = <Data extends v.GenericSchema>(data: Data) =>
  v.pipe(
    v.object({ rows: v.array(v.object({ doc: v.nullish(documentOf(data)) })) }),
    v.transform(({ rows }) => rows.flatMap(({ doc }) => doc ?? [])),
  );

export const providerData = objectOf({ name: text });

export const serviceData = v.object({
  service_type: v.string(),
  endpoint: text,
  type: text,
  service_parent_id: text,
  region: text,
  iam_enabled: boolean,
  idp_protocol: text,
  microversion: text,
  public_ip_assignable: boolean,
  supported_idps: listOf(v.object({ name: v.string(), issuer: v.string() })),
  volume_types: listOf(v.object({ name: v.string(), qos: text })),
});
export type ServiceData = v.InferOutput<typeof serviceData>;

export const tenantData = objectOf({
  tenant_id: text,
  tenant_name: text,
  iam_organisation: text,
  public_network_name: text,
  private_network_name: text,
  private_network_cidr: text,
  private_network_proxy_host: text,
  private_network_proxy_user: text,
});
export type TenantData = v.InferOutput<typeof tenantData>;

export const imageData = v.pipe(
  v.object({
    image_id: v.string(),
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
  }),
  v.transform(
    (data): Image => ({
      id: data.image_id,
      name: data.image_name,
      architecture: data.architecture,
      type: data.type,
      distribution: data.distribution,
      version: data.version,
      user: data.user_name,
      gpuDriver: data.gpu_driver,
      gpuDriverVersion: data.gpu_driver_version,
      cudaSupport: data.cuda_support,
      cudaVersion: data.cuda_version,
      cuDnnVersion: data.cuDNN_version,
    }),
  ),
);

export const flavorData = v.pipe(
  objectOf({
    flavor_id: text,
    flavor_name: text,
    ram: number,
    num_vcpus: number,
    disk: number,
    num_gpus: number,
    gpu_vendor: text,
    gpu_model: text,
    infiniband_support: boolean,
  }),
  v.transform(
    (data): Flavor => ({
      name: data.flavor_name ?? data.flavor_id ?? '',
      cpus: data.num_vcpus ?? 0,
      memory: data.ram ?? 0,
      disk: data.disk ?? 0,
      gpus: data.num_gpus,
      gpuVendor: data.gpu_vendor,
      gpuModel: data.gpu_model,
      infiniband: data.infiniband_support,
    }),
  ),
);
