import * as v from 'valibot';
import { jsonVariable, optionalVariable } from '../environment/environment.ts';
import { type ConfiguredProvider, providersSchema } from './configured.ts';

const record = v.record(v.string(), v.unknown());
const defaultsSchema = v.object({ stack: v.optional(record, {}), batch: v.optional(record, {}) });

type Defaults = v.InferOutput<typeof defaultsSchema>;

/**
 * The variables PROVIDERS and PROVIDER_DEFAULTS: what only the cloud knows, such as the account, is in the second one, once
 * for all providers.
 */
export const providersInEnvironment = (): readonly ConfiguredProvider[] => {
  const isSet = optionalVariable('PROVIDER_DEFAULTS') !== undefined;
  const defaults = isSet
    ? jsonVariable('PROVIDER_DEFAULTS', '{"stack"?: {…}, "batch"?: {…}}', defaultsSchema)
    : { stack: {}, batch: {} };
  return jsonVariable(
    'PROVIDERS',
    '[{"id", "name", "priority", "groups"?, "credentials" or "stack", "secret"?}]',
    v.pipe(
      v.unknown(),
      v.transform((providers) => withDefaults(providers, defaults)),
      providersSchema,
    ),
  );
};

/** A provider with queues of its own has nothing of those of the installation. */
export const withDefaults = (providers: unknown, { stack, batch }: Defaults): unknown => {
  if (!Array.isArray(providers)) return providers;
  return providers.map((one: unknown) => {
    if (typeof one !== 'object' || one === null) return one;
    const given = one as { readonly stack?: object; readonly batch?: { readonly queues?: unknown } };
    return {
      ...given,
      ...(given.stack && { stack: { ...stack, ...given.stack } }),
      ...(given.batch && given.batch.queues === undefined && { batch: { ...batch, ...given.batch } }),
    };
  });
};
