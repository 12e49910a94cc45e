/** @module-tag full */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempts } from '../../../src/adapters/tables/attempts.ts';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { resources } from '../../../src/adapters/tables/resources.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import { memoryStores, type Stores } from '../../domain/deployments/memory.ts';
import { directEngine, type Engine } from '../../support/engine.ts';
import { sampled } from '../../support/sampled.ts';
import { attempt, deployment, instant, settableClock, uuid } from './samples.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await directEngine();
});
afterAll(() => engine.stop());

type Tables = Omit<Stores, 'files' | 'versions'>;

const clock = settableClock();
const tables = (): Tables => {
  const ports = { client: engine.client, clock, table: engine.tables.deployments };
  return {
    deployments: deployments(ports),
    attempts: attempts(ports),
    resources: resources({ ...ports, table: engine.tables.resources, deployments: engine.tables.deployments }),
  };
};

/** An operation's id is used once: each that supersedes another takes the next of these. */
const operations = ['first', 'second', 'third'] as const;
const operation = fc.constantFrom(...operations);
const number = fc.integer({ min: 1, max: 2 });
const name = fc.constantFrom('a', 'b');
const state = fc.constantFrom('CREATING', 'STARTED', 'ERROR');

/** What a step of a lifecycle does to the stores, by kind; `seen` may be old. */
const step = fc.oneof(
  fc.record({ do: fc.constant('supersede' as const), old: fc.boolean() }),
  fc.record({ do: fc.constantFrom('begin' as const, 'leave' as const, 'interrupt' as const), operation }),
  fc.record({ do: fc.constant('remove' as const), operation }),
  fc.record({
    do: fc.constant('record' as const),
    operation,
    changes: fc.record(
      { statusReason: fc.constantFrom('why', undefined), task: fc.constantFrom('BROKERING' as const, 'NONE' as const) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ do: fc.constantFrom('attempt' as const, 'findAttempt' as const), operation, number }),
  fc.record({ do: fc.constant('recordAttempt' as const), number, reason: fc.constantFrom('why', undefined) }),
  fc.record({ do: fc.constantFrom('put' as const, 'replace' as const), name, state, old: fc.boolean() }),
  fc.record({
    do: fc.constant('removeResources' as const),
    names: fc.option(fc.uniqueArray(name), { nil: undefined }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const resource = (run: number, name: string, state: string, second: number): Resource => ({
  id: `${uuid(run)}-${name}`,
  deploymentId: uuid(run),
  createdAt: instant(0),
  updatedAt: instant(second),
  state: state as Resource['state'],
  toscaNodeType: 'tosca.nodes.Compute',
  toscaNodeName: name,
  toscaTypes: ['tosca.nodes.Compute'],
  requiredBy: [],
  metadata: {},
});

interface Taken {
  readonly run: number;
  readonly step: Step;
  readonly second: number;
  /** the number of the next operation that supersedes another */
  readonly taker: number;
}

/** Takes a step, and tells its value or the name of its error. */
const taken = async (stores: Tables, { run, step, second, taker }: Taken): Promise<unknown> => {
  const id = uuid(run);
  const first = deployment(run, { operation: { id: 'first', kind: 'CREATE', acceptedAt: instant(0) } });
  const seen = async (old: boolean) => (old ? undefined : await stores.deployments.find(id)) ?? first;
  try {
    switch (step.do) {
      case 'supersede': {
        const current = await seen(step.old);
        const next = { id: operations[taker] ?? `${taker}`, kind: 'DELETE', acceptedAt: instant(second) } as const;
        return await stores.deployments.supersede(current, { ...current, operation: next });
      }
      case 'begin':
        return await stores.deployments.markStarted(id, step.operation);
      case 'leave':
        return await stores.deployments.markRemoving(id, step.operation);
      case 'interrupt': {
        const current = { ...first, operation: { ...first.operation, id: step.operation } };
        return await stores.deployments.interrupt(current, { times: 1, by: 'Error' });
      }
      case 'remove':
        return await stores.deployments.remove(id, step.operation);
      case 'record':
        return await stores.deployments.record(id, step.operation, step.changes);
      case 'attempt':
        return await stores.attempts.findOrCreate(attempt(first, step.number, { operationId: step.operation }));
      case 'findAttempt':
        return await stores.attempts.find(id, step.number);
      case 'recordAttempt':
        return await stores.attempts.record(id, step.number, { reason: step.reason });
      case 'put':
        return await stores.resources.put([resource(run, step.name, step.state, second)]);
      case 'replace': {
        const next = resource(run, step.name, step.state, second);
        const current = step.old ? undefined : await stores.resources.find(id, next.id);
        return await stores.resources.replace(current ?? resource(run, step.name, 'STOPPED', 0), next);
      }
      case 'removeResources':
        return await stores.resources.remove(
          id,
          step.names?.map((name) => `${id}-${name}`),
        );
    }
  } catch (error) {
    return (error as Error).name;
  }
};

/** Only readers of the API need to know that something has happened, so the memory does not count it. */
const withoutActivity = (answer: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null || !('activity' in answer)) return answer;
  const { activity: _, ...rest } = answer;
  return rest;
};

const contents = async ({ deployments, attempts, resources }: Tables, run: number) => {
  const id = uuid(run);
  return [withoutActivity(await deployments.find(id)), await attempts.list(id), await resources.all(id)];
};

describe('the stores in memory, which the tests of the domain use', () => {
  it('do what the tables do, whatever is asked in whatever order', async () => {
    let run = 0;
    const seen = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        run += 1;
        const both = [memoryStores(clock.now), tables()] as const;
        const first = deployment(run, { operation: { id: 'first', kind: 'CREATE', acceptedAt: instant(0) } });
        for (const stores of both) await stores.deployments.accept(first);
        for (const [second, one] of steps.entries()) {
          clock.set(second + 1);
          const taker = 1 + steps.slice(0, second).filter((step) => step.do === 'supersede').length;
          const order = { run, step: one, second, taker };
          const [inMemory, inTables] = [await taken(both[0], order), await taken(both[1], order)];
          expect(inMemory, JSON.stringify(one)).toEqual(withoutActivity(inTables));
          seen.add(typeof inTables === 'string' ? inTables : one.do);
        }
        expect(await contents(both[0], run)).toEqual(await contents(both[1], run));
      }),
      // with a seed, since the list below says what these runs have to reach
      { numRuns: sampled(75, 150), seed: 20261122 },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining(['ConflictError', 'OperationSupersededError', 'NotFoundError', 'remove', 'replace']),
    );
  });
});
