import { load } from 'js-yaml';
import { z } from 'zod';
import { authorizationHeader } from '../../../src/adapters/im-authorization.ts';
import { imLine } from './service.ts';

const uris = z.object({ 'uri-list': z.array(z.object({ uri: z.string() })) });
const document = z.object({ tosca: z.string() });
const named = z.looseObject({ metadata: z.looseObject({ infra_name: z.string() }) });

interface Infrastructure {
  readonly name: string;
  /** ids of its VMs */
  readonly machines: readonly string[];
}

/** What the Infrastructure Manager holds for the service, as it tells itself. */
export const infrastructuresOf = async (imUrl: string): Promise<readonly Infrastructure[]> => {
  const headers = { Authorization: authorizationHeader([imLine]), Accept: 'application/json' };
  const get = async (path: string): Promise<unknown> => (await fetch(`${imUrl}${path}`, { headers })).json();
  const ids = uris.parse(await get('/infrastructures'))['uri-list'].map(({ uri }) => lastOf(uri));
  return Promise.all(
    ids.map(async (id) => ({
      name: named.parse(load(document.parse(await get(`/infrastructures/${id}/tosca`)).tosca)).metadata.infra_name,
      machines: uris.parse(await get(`/infrastructures/${id}`))['uri-list'].map(({ uri }) => lastOf(uri)),
    })),
  );
};

const lastOf = (uri: string): string => uri.split('/').at(-1) ?? '';
