import * as z from 'zod';
import type { FileConfiguration } from '../domain/schedules/ports.ts';

/** The environment's form of what the configuration says of storage elements (docs/decisions/0020). */
export const storageElementsSchema = z.array(
  z.object({
    name: z.string(),
    bucket: z.string(),
    region: z.string().optional(),
    attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  }),
);

/** Groups that may read the files of a scope; a list, since the name of the stack's own bucket is no key of JSON at synthesis. */
export const fileReadersSchema = z
  .array(z.object({ scope: z.string(), groups: z.array(z.string()) }))
  .transform((all): FileConfiguration['readers'] =>
    Object.fromEntries(all.map(({ scope, groups }) => [scope, groups])),
  );
