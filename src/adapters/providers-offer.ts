import * as z from 'zod';
import type { ImageScheme } from '../domain/providers/offer.ts';

const text = z.string().min(1);

/** What a configured provider may say of itself; what it leaves out is not looked at when providers are chosen. */
export const offerSchema = {
  region: text.optional(),
  /** ids under which an SlaPlacement policy may ask for it */
  slas: z.array(text).optional(),
  /** issuers whose users may use it */
  issuers: z.array(text).optional(),
  publicAddresses: z.boolean().optional(),
  images: z
    .array(
      z.strictObject({
        id: text,
        name: text.optional(),
        architecture: text.optional(),
        type: text.optional(),
        distribution: text.optional(),
        version: text.optional(),
        user: text.optional(),
        gpuDriver: z.boolean().optional(),
        gpuDriverVersion: text.optional(),
        cudaSupport: z.boolean().optional(),
        cudaVersion: text.optional(),
        cuDnnVersion: text.optional(),
      }),
    )
    .optional(),
  /** memory in MB, disk in GB */
  flavors: z
    .array(
      z.strictObject({
        name: text,
        cpus: z.number(),
        memory: z.number(),
        disk: z.number(),
        gpus: z.number().optional(),
        gpuVendor: text.optional(),
        gpuModel: text.optional(),
        infiniband: z.boolean().optional(),
      }),
    )
    .optional(),
  volumeTypes: z.array(z.strictObject({ name: text, qos: text.optional() })).optional(),
  networks: z
    .strictObject({
      public: text.optional(),
      private: text.optional(),
      privateCidr: text.optional(),
      proxyHost: text.optional(),
      proxyUser: text.optional(),
    })
    .optional(),
};

/** By the type of the cloud's authorization line (im-api.md section 3). */
const schemes: Readonly<Record<string, ImageScheme>> = {
  OpenStack: 'ost',
  OpenNebula: 'one',
  EC2: 'aws',
  Azure: 'azr',
};

/** How addresses of images begin at the cloud of an authorization line. */
export const imageBase = ({
  type = '',
  host = '',
}: Readonly<Record<string, string>>): { readonly host?: string; readonly imageScheme?: ImageScheme } => {
  const name = URL.parse(host.includes('://') ? host : `https://${host}`)?.hostname;
  const imageScheme = schemes[type];
  return { ...(name && { host: name }), ...(imageScheme && { imageScheme }) };
};
