import * as v from 'valibot';
import type { FileConfiguration } from '../../domain/schedules/ports.ts';
import { number, recordOf } from '../../foundation/shape/schemas.ts';
import { jsonVariable, variable } from '../environment/environment.ts';

/** The configuration's storage elements, as an environment variable holds them (docs/decisions/0011). */
const storageElementsSchema = v.array(
  v.object({
    name: v.string(),
    bucket: v.string(),
    region: v.optional(v.string()),
    attributes: v.optional(recordOf(v.string(), v.union([v.string(), number, v.boolean()])), {}),
  }),
);

/** Buckets whose files trigger schedules, in addition to the stack's own. */
const fileBucketsSchema = v.array(v.string());

/** Groups that may read the files of a scope. */
const fileReadersSchema = v.array(v.object({ scope: v.string(), groups: v.array(v.string()) }));

/**
 * Storage elements, and who may read which scope. The configuration calls the stack's own bucket `incoming`, since its name
 * is not known when the app is synthesised.
 */
export const configuredFiles = (): FileConfiguration => {
  const elements = jsonVariable(
    'STORAGE_ELEMENTS',
    '[{"name", "bucket", "region"?, "attributes"}]',
    storageElementsSchema,
  );
  const readers = jsonVariable('FILE_READERS', '[{"scope", "groups"}]', fileReadersSchema);
  const others = jsonVariable('FILE_BUCKETS', '["bucket"]', fileBucketsSchema);
  const incoming = variable('INCOMING_BUCKET', 'the name of the bucket in which files arrive');
  const named = (bucket: string): string => (bucket === 'incoming' ? incoming : bucket);
  return {
    elements: elements.map((element) => ({ ...element, bucket: named(element.bucket) })),
    buckets: [incoming, ...others],
    readers: Object.fromEntries(readers.map(({ scope, groups }) => [named(scope), groups])),
  };
};
