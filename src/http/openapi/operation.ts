/** The description of one route. src/http/openapi/openapi.ts puts them together. */

import type * as v from 'valibot';
import type { CreationPorts } from '../deployments/creation.ts';
import type { SchemaName } from '../schemas/answers.ts';

/** The content of an answer: JSON with a named schema, text, any JSON, or nothing. */
export type Content = { readonly json: SchemaName } | 'text' | 'any JSON' | 'nothing';

export type HeaderName = 'If-Match' | 'If-None-Match' | 'Idempotency-Key';

export interface Operation {
  readonly summary: string;
  readonly description?: string;
  /** schemas of what is no id in its path, where they are its own */
  readonly path?: { readonly [name: string]: { readonly [keyword: string]: unknown } };
  readonly query?: v.GenericSchema;
  /** a function, if the installation may limit what is created */
  readonly body?: v.GenericSchema | ((ports: CreationPorts) => v.GenericSchema);
  readonly mayLackBody?: true;
  readonly headers?: readonly HeaderName[];
  readonly answers: { readonly [status: number]: Content };
  /** its answers have an ETag only for those who ask */
  readonly isList?: true;
  /** statuses of its own, in addition to those of every route */
  readonly refusals?: readonly number[];
}

const conditional = { headers: ['If-None-Match', 'If-Match'], refusals: [412] } as const;

/** A change of one thing, which a client may repeat. */
export const change = { headers: ['If-None-Match', 'If-Match', 'Idempotency-Key'], refusals: [409, 412] } as const;

/** GET of one thing, with an ETag. */
export const one = (content: Content) => ({ ...conditional, answers: { 200: content, 304: 'nothing' } }) as const;

/** GET of a list, whose answers may have an ETag. */
export const list = (content: Content) => ({ ...one(content), isList: true }) as const;

/** For the description of a list. */
export const taggedList =
  'A request with `If-None-Match` gets an ETag, which an unchanged list answers with 304; `""` asks for the first one. ' +
  'For ten seconds after a change there is none.';
