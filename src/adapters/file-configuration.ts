import * as v from 'valibot';
import type { FileConfiguration } from '../domain/schedules/ports.ts';
import { number, recordOf } from '../domain/shape/schemas.ts';

/** The environment's form of what the configuration says of storage elements (docs/decisions/0020). */
export const storageElementsSchema = v.array(
  v.object({
    name: v.string(),
    bucket: v.string(),
    region: v.optional(v.string()),
    attributes: v.optional(recordOf(v.string(), v.union([v.string(), number, v.boolean()])), {}),
  }),
);

/** Groups that may read the files of a scope; a list, since the name of the stack's own bucket is no key of JSON at synthesis. */
export const fileReadersSchema = v.pipe(
  v.array(v.object({ scope: v.string(), groups: v.array(v.string()) })),
  v.transform((all): FileConfiguration['readers'] =>
    Object.fromEntries(all.map(({ scope, groups }) => [scope, groups])),
  ),
);
