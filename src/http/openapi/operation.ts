/** How a route is described: src/http/openapi/openapi.ts puts these together. */

import type * as v from 'valibot';
import type { CreationPorts } from '../deployments/creation.ts';
import type { SchemaName } from './schemas.ts';

/** What an answer carries: JSON of a named schema, text, any JSON, or nothing. */
export type Content = { readonly json: SchemaName } | 'text' | 'any JSON' | 'nothing';

export type HeaderName = 'If-Match' | 'If-None-Match' | 'Idempotency-Key';

export interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly query?: v.GenericSchema;
  /** of the creation of what the installation may bound, it depends on that */
  readonly body?: v.GenericSchema | ((ports: CreationPorts) => v.GenericSchema);
  readonly headers?: readonly HeaderName[];
  readonly answers: { readonly [status: number]: Content };
  /** those of its own, beside what any route refuses */
  readonly refusals?: readonly number[];
}

const conditional = { headers: ['If-None-Match', 'If-Match'], refusals: [412] } as const;

/** A change of one thing, which a client may ask for again. */
export const change = { headers: ['If-None-Match', 'If-Match', 'Idempotency-Key'], refusals: [409, 412] } as const;

/** GET of one thing, which has an ETag. */
export const one = (content: Content) => ({ ...conditional, answers: { 200: content, 304: 'nothing' } }) as const;
