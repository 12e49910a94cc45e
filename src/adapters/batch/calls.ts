/** The calls of the deployer: loaded at the first one, since the client is heavy. */

import type { JobDetail } from '@aws-sdk/client-batch';
import { evaluated, type JobAttributes } from '../../domain/batch/outputs.ts';
import type { Deployer } from '../../domain/deployers/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { NotFoundError, ProviderFailedError } from '../../foundation/errors.ts';
import type { Json } from '../../tosca/topology.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { openedForNew } from '../aws/errors.ts';
import { outputsKey } from './definition.ts';
import { destroy } from './destroy.ts';
import { exitCodeOf } from './failures.ts';
import { machineOf } from './job-view.ts';
import { activeDefinitions, childrenOf, described, nodeOf, tagKeys } from './jobs.ts';
import { logOf, resultsOf } from './log.ts';
import { resubmit } from './resubmit.ts';
import type { Session } from './session.ts';
import type { SharedReads } from './shared-reads.ts';
import { type Found, found, foundMade, statusOf } from './status.ts';
import { create } from './submit.ts';
import { currentOf } from './tries.ts';

type Calls = Omit<Deployer, 'policy'>;

export const calls = (session: () => Promise<Session>, clock: Clock, look: SharedReads): Calls => {
  const seen = async (id: string): Promise<Found> => look.kept(id) ?? (await found(await session(), id));
  return {
    create: async (submission) => create(await openedForNew(session), submission),
    find: async (name) => find(await session(), name),
    list: async () => namesIn(await session()),
    names: async (ids) => {
      const there = new Set(await namesIn(await session()));
      return new Map(ids.flatMap((id) => (there.has(id) ? [[id, id] as const] : [])));
    },
    status: async (id) => {
      const open = await session();
      return statusOf(open, await look.keep(id, () => foundMade(open, id)));
    },
    virtualMachines: async (id, jobIds) => machinesOf(await session(), id, jobIds, look.kept(id)),
    // the status of its jobs says all
    nodes: async () => [],
    // none of what was seen just now has failed: nothing is submitted again
    configure: async (id) =>
      look.kept(id)?.jobs.some(({ status }) => status === 'FAILED') === false
        ? { is: 'done' }
        : resubmit(await session(), id, clock.now()),
    outputs: async (id) => outputsOf(await session(), await seen(id), clock.now()),
    log: async (id) => logOf(await session(), (await seen(id)).jobs),
    update: async (id) => refuse(await session(), id, 'updated'),
    alter: async (id) => refuse(await session(), id, 'altered'),
    // an update is refused, and nothing else frees anything
    release: async (id) => void (await found(await session(), id)),
    operate: async (id) => refuse(await session(), id, 'started or stopped'),
    destroy: async (id) => {
      look.forget(id);
      return destroy(await session(), id);
    },
  };
};

const machinesOf = async (session: Session, id: string, jobIds: readonly string[], kept: Found | undefined) => {
  const known = (kept?.jobs ?? []).filter(({ jobId = '' }) => jobIds.includes(jobId));
  const all = known.length === jobIds.length ? known : await described(session, jobIds);
  const own = all.filter(({ tags }) => tags?.[tagKeys.infrastructure] === id);
  // what has failed in an array is one of its children
  return Promise.all(
    own.map(async (job) => machineOf(job, job.status === 'FAILED' ? await childrenOf(session, job) : [])),
  );
};

const refuse = async (session: Session, id: string, what: string): Promise<never> => {
  await found(session, id);
  throw new ProviderFailedError(`a job cannot be ${what}: it runs once, as it was submitted`);
};

const find = async (session: Session, name: string): Promise<string | undefined> => {
  try {
    await found(session, name);
    return name;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
};

const namesIn = async (session: Session): Promise<readonly string[]> => [
  ...new Set((await activeDefinitions(session)).flatMap(({ jobDefinitionName }) => jobDefinitionName ?? [])),
];

const outputsOf = async (
  session: Session,
  { jobs, parameters }: Found,
  now: Date,
): Promise<{ readonly [name: string]: Json }> => {
  const declared = parseExactly(parameters[outputsKey] ?? '[]') as readonly {
    readonly name: string;
    readonly value: Json;
  }[];
  const declaredText = JSON.stringify(declared);
  const known = await Promise.all(
    currentOf(jobs).map(async (job) => {
      const node = nodeOf(job);
      const needsResults = declaredText.includes(`${JSON.stringify(node)},"results"`);
      return [node, attributesOf(job, needsResults ? await resultsOf(session, job, now) : null)] as const;
    }),
  );
  const byNode = new Map(
    [...Map.groupBy(known, ([node]) => node)].map(([node, all]) => [node, all.map(([, attributes]) => attributes)]),
  );
  return Object.fromEntries(
    declared.flatMap(({ name, value }) => {
      const found = evaluated(value, byNode);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
};

const attributesOf = (job: JobDetail, results: Json): JobAttributes => ({
  exit_code: exitCodeOf(job) ?? null,
  state: job.status ?? null,
  results,
});
