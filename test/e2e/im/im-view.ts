import { setTimeout as sleep } from 'node:timers/promises';
import { load } from 'js-yaml';
import * as v from 'valibot';
import { authorizationHeader } from '../../../src/adapters/infrastructure-manager/authorization.ts';
import { conform, examine } from '../../../src/foundation/shape/examine.ts';
import { until } from '../checks.ts';
import { unlessReset } from '../unless-reset.ts';
import { imLine } from './service.ts';

const uris = v.object({ 'uri-list': v.array(v.object({ uri: v.string() })) });
const document = v.object({ tosca: v.string() });
const states = v.object({ state: v.looseObject({ vm_states: v.record(v.string(), v.string()) }) });
const named = v.looseObject({ metadata: v.looseObject({ infra_name: v.string() }) });

interface Infrastructure {
  readonly id: string;
  readonly name: string;
  /** ids of its VMs */
  readonly machines: readonly string[];
}

/** What the Infrastructure Manager holds for the service, as it tells itself; one that goes while it is looked at is gone. */
export const infrastructuresOf = async (imUrl: string): Promise<readonly Infrastructure[]> => {
  const get = reader(imUrl);
  const ids = await idsOf(get);
  const found = await Promise.all(
    ids.map(async (id) => {
      const [about, machines] = [await get(`/infrastructures/${id}/tosca`), await get(`/infrastructures/${id}`)];
      if (about === undefined || machines === undefined) return [];
      return [{ id, name: nameOf(about), machines: conform(uris, machines)['uri-list'].map(({ uri }) => lastOf(uri)) }];
    }),
  );
  return found.flat();
};

/** The states of the machines of each infrastructure with `name` in its own, as the manager knows them now. */
export const statesOf = async (imUrl: string, name: string): Promise<readonly string[]> => {
  const get = reader(imUrl);
  const chosen = (await infrastructuresOf(imUrl)).filter((one) => one.name.includes(name));
  const answers = await Promise.all(chosen.map(({ id }) => get(`/infrastructures/${id}/state`)));
  return answers.flatMap((answer) => Object.values(conform(states, answer).state.vm_states));
};

type Read = (path: string) => Promise<unknown>;

/** Reads a path as JSON: `undefined` where nothing is there. */
const reader = (imUrl: string): Read => {
  const headers = { Authorization: authorizationHeader([imLine]), Accept: 'application/json' };
  return async (path) => {
    const answer = await unlessReset(() => fetch(`${imUrl}${path}`, { headers }));
    return answer.status === 404 ? undefined : answer.json();
  };
};

const idsOf = async (get: Read): Promise<readonly string[]> =>
  conform(uris, await get('/infrastructures'))['uri-list'].map(({ uri }) => lastOf(uri));

/** What release 2.0.0 brings back after it was destroyed goes by the sweep, which runs every five minutes. */
export const nothingWithin = (imUrl: string, seconds: number): Promise<true> =>
  until(
    'nothing is left',
    async () => {
      await sleep(1_000);
      return (await infrastructuresOf(imUrl)).length === 0 ? true : undefined;
    },
    seconds,
  );

/** One that is being made may have no document to show yet: it is there, and has no name. */
const nameOf = (about: unknown): string => {
  const told = examine(document, about);
  return told.ok ? conform(named, load(told.value.tosca)).metadata.infra_name : '';
};

const lastOf = (uri: string): string => uri.split('/').at(-1) ?? '';
