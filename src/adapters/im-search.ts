import { load } from 'js-yaml';
import * as v from 'valibot';
import { NotFoundError } from '../domain/errors.ts';
import { conform } from '../domain/shape/examine.ts';
import { get, idOf, inBatches, type Session } from './im-session.ts';
import { RestError } from './rest-client.ts';

const listSchema = v.object({ 'uri-list': v.array(v.object({ uri: v.string() })) });
const templateSchema = v.object({ tosca: v.string() });
const namedSchema = v.object({ metadata: v.object({ infra_name: v.string() }) });

/** The newest infrastructure with this name. The server cannot be asked for it: 2.0 has no filter on its list. */
export const find = async (session: Session, name: string): Promise<string | undefined> => {
  const list = await session.read('account', { method: 'GET', path: '/infrastructures' }, listSchema);
  const ids = list['uri-list'].flatMap(({ uri }) => idOf(uri) ?? []);
  for await (const [id, found] of inBatches(ids, async (id) => [id, await nameOf(session, id)] as const)) {
    if (found === name) return id;
  }
  return undefined;
};

/** undefined: gone in between, not made from TOSCA, or without a name. */
const nameOf = async (session: Session, id: string): Promise<unknown> => {
  try {
    const { tosca } = await session.read('follow', get(id, '/tosca'), templateSchema);
    return infrastructureName(tosca);
  } catch (error) {
    if (error instanceof NotFoundError || isNotTosca(error)) return undefined;
    throw error;
  }
};

/** An infrastructure made from RADL has no template: 403 `'tosca' infrastructure property is not valid`, in 1.19 a 400. */
const isNotTosca = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof RestError && /property is not valid/.test(error.cause.text);

const infrastructureName = (template: string): unknown => {
  try {
    return conform(namedSchema, load(template)).metadata.infra_name;
  } catch {
    return undefined; // somebody else's template: without such a name, or with tags that only the server knows
  }
};
