import * as v from 'valibot';
import { NotFoundError } from '../../foundation/errors.ts';
import { conform } from '../../foundation/shape/examine.ts';
import { RestError } from '../rest/client.ts';
import { get, idOf, inBatches, type Session } from './session.ts';

const listSchema = v.object({ 'uri-list': v.array(v.object({ uri: v.string() })) });
const templateSchema = v.object({ tosca: v.string() });
const namedSchema = v.object({ metadata: v.object({ infra_name: v.string() }) });

/** In bytes, enough for tens of thousands of addresses. */
const listBytes = 32 * 1024 * 1024;

/** Ids of all infrastructures, newest first. */
export const list = async (session: Session): Promise<readonly string[]> => {
  const request = { method: 'GET', path: '/infrastructures', maxBytes: listBytes } as const;
  const listed = await session.read('list', request, listSchema);
  return listed['uri-list'].flatMap(({ uri }) => idOf(uri) ?? []);
};

/** The newest infrastructure with this name. Reads them one by one, since the list of 2.0 has no filter. */
export const find = async (session: Session, name: string): Promise<string | undefined> => {
  const ids = await list(session);
  for await (const [id, found] of inBatches(ids, async (id) => [id, await nameOf(session, id)] as const)) {
    if (found === name) return id;
  }
  return undefined;
};

/** Names never change, so one process reads each name once. */
const known = new Map<string, string>();
const mostKnown = 10_000;

export const names = async (session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for await (const [id, name] of inBatches(
    ids,
    async (id) => [id, known.get(id) ?? (await nameOf(session, id))] as const,
  )) {
    if (typeof name !== 'string') continue;
    found.set(id, name);
    if (known.size < mostKnown) known.set(id, name);
  }
  return found;
};

/** The name in its template now; undefined: none. ProviderFailedError where it was not made from TOSCA. */
export const presentName = async (session: Session, id: string): Promise<string | undefined> => {
  const { tosca } = await session.read('infrastructure', get(id, '/tosca'), templateSchema);
  const name = await infrastructureName(tosca);
  return typeof name === 'string' ? name : undefined;
};

/** Undefined: gone in the meantime, not made from TOSCA, or without a name. */
const nameOf = async (session: Session, id: string): Promise<unknown> => {
  try {
    return await presentName(session, id);
  } catch (error) {
    if (error instanceof NotFoundError || isNotTosca(error)) return undefined;
    throw error;
  }
};

/**
 * An infrastructure made from RADL has no template. The answer is 403 `'tosca' infrastructure property is not valid`, in
 * 1.19 a 400.
 */
export const isNotTosca = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof RestError && /property is not valid/.test(error.cause.text);

const infrastructureName = async (template: string): Promise<unknown> => {
  const { load } = await import('js-yaml');
  try {
    return conform(namedSchema, load(template)).metadata.infra_name;
  } catch {
    return undefined; // a foreign template: without such a name, or with tags that only the server knows
  }
};
