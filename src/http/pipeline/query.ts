/**
 * Query parameters (docs/decisions/0019). A change refuses parameters that its route does not know: with a misspelt
 * `dryRun`, it would act for real. A GET ignores them, since old dashboards and browsers add parameters of their own. But
 * it refuses a known parameter in another spelling, because its answer would not be what the client wanted.
 */

import type * as v from 'valibot';
import { InvalidError } from '../../foundation/errors.ts';
import { parse } from './parse.ts';
import { isRead, type Request } from './request.ts';

export type QuerySchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/** The query, checked by the route's schema. InvalidError */
export const readQuery = (schema: QuerySchema | undefined, request: Request): unknown => {
  const { query } = request;
  const known = Object.keys(schema?.entries ?? {});
  const strange = Object.keys(query).filter((name) => !known.includes(name));
  const refused = isRead(request) ? strange.filter((name) => isVariant(name, known)) : strange;
  if (refused.length > 0) throw unknown(refused, known);
  if (schema === undefined) return {};
  const given = known.filter((name) => Object.hasOwn(query, name));
  return parse(schema, Object.fromEntries(given.map((name) => [name, one(name, query[name] ?? [])])), 'query');
};

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const isVariant = (name: string, known: readonly string[]): boolean => known.some((one) => plain(one) === plain(name));

const quoted = (name: string): string => JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);

const unknown = (refused: readonly string[], known: readonly string[]): InvalidError => {
  const names = refused.slice(0, 5).map(quoted).join(', ');
  const knows = known.length === 0 ? 'knows none' : `knows ${known.join(', ')}`;
  const what = refused.length === 1 ? 'has the unknown parameter' : 'has the unknown parameters';
  return new InvalidError(`the query ${what} ${names}; this route ${knows}, in exactly these letters`);
};

/** These may be given several times, which means the same as a list with commas. */
const lists: readonly string[] = ['excludedStatus', 'status', 'label'];

const one = (name: string, values: readonly string[]): string => {
  if (lists.includes(name)) return values.join(',');
  const [first = '', ...others] = values;
  if (others.every((value) => value === first)) return first;
  throw new InvalidError(`the query has ${values.length} different values of ${name}; give one`);
};
