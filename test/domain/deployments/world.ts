/** Everything a lifecycle test needs: a clock it advances, ids it can foresee, two clouds it scripts. */

import { planner } from '../../../src/adapters/infrastructure-manager/planner.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { LifecyclePorts } from '../../../src/domain/deployments/record/ports.ts';
import type { TimelineEvent } from '../../../src/domain/deployments/record/timeline.ts';
import type { ActionOrder } from '../../../src/domain/deployments/record/workflows.ts';
import type { Limits } from '../../../src/domain/providers/limits.ts';
import type { Provider } from '../../../src/domain/providers/ports.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import type { Passwords } from '../../../src/foundation/clock.ts';
import { NotFoundError } from '../../../src/foundation/errors.ts';
import { noClusterCredentials } from '../../support/no-clusters.ts';
import { noDelegations } from '../../support/no-delegations.ts';
import { noPreviews } from '../../support/no-previews.ts';
import { callbackList } from './callback-list.ts';
import { memoryClaims } from './claims.ts';
import { deployersOver } from './cloud-deployers.ts';
import { Clouds } from './clouds.ts';
import { memoryEnded } from './ended-list.ts';
import { type MemoryStores, memoryStores, type Stores } from './memory.ts';
import { memoryOrphans } from './orphans.ts';

export const epoch = Date.parse('2026-11-20T12:00:00.000Z');

export class ManualClock {
  #now = epoch;
  now = (): Date => new Date(this.#now);
  advance(seconds: number): void {
    this.#now += seconds * 1000;
  }
}

export const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    web:
      type: tosca.nodes.Compute
    db:
      type: tosca.nodes.Compute
`;

export const limits: Limits = { providerTimeoutMins: 14_400, keepLastAttempt: false };

/** Ids in the order they are asked for, unlike in every world, of the form of a UUID. */
export const countedIds = (run: number) => {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return `01980000-0000-7000-8000-${`${run}`.padStart(6, '0')}${`${count}`.padStart(6, '0')}`;
    },
  };
};

/** Of the length that is asked for, and none like another. */
export const countedPasswords = () => {
  let count = 0;
  return {
    next: (length: number) => {
      count += 1;
      return `P${count}`.padEnd(length, 'x').slice(0, length);
    },
  };
};

type Previews = typeof noPreviews;

let worlds = 0;

export interface World<S extends Stores = Stores> extends LifecyclePorts, Previews {
  readonly clock: ManualClock;
  readonly stores: S;
  readonly clouds: Clouds;
  /** ids of the operations whose workflow was asked for, and of those that were stopped */
  readonly started: Deployment[];
  readonly stopped: Deployment[];
  /** actions whose workflow was asked for */
  readonly actions: ActionOrder[];
  /** ids of the callbacks that were queued */
  readonly notified: string[];
  /** the timeline */
  readonly events: TimelineEvent[];
  readonly sent: unknown[];
  readonly passwords: Passwords;
  readonly callbackSweepQueue: ReturnType<typeof callbackList>;
  readonly delegations: typeof noDelegations;
}

export const makeWorld = <S extends Stores>(makeStores: (clock: ManualClock) => S): World<S> => {
  worlds += 1;
  const clock = new ManualClock();
  const stores = makeStores(clock);
  const clouds = new Clouds(clock.now);
  const list: Provider[] = ['alpha', 'beta'].map((id, index) => ({ id, name: `Cloud ${id}`, priority: index }));
  const started: Deployment[] = [];
  const stopped: Deployment[] = [];
  const actions: ActionOrder[] = [];
  const notified: string[] = [];
  const events: TimelineEvent[] = [];
  const sent: unknown[] = [];
  return {
    ...stores,
    stores,
    clouds,
    clock,
    ids: countedIds(worlds),
    passwords: countedPasswords(),
    clusterCredentials: noClusterCredentials,
    ...noPreviews,
    started,
    stopped,
    actions,
    notified,
    events,
    sent,
    timeline: {
      add: async (_, event) => {
        if (events.some(({ name }) => name === event.name)) return 'there';
        events.push(event);
        return 'added';
      },
      list: async () => ({ content: events, totalElements: events.length }),
      listAfter: async (_, __, after) => {
        const content = events.slice(events.findIndex(({ name }) => name === after) + 1);
        return { content, totalElements: content.length };
      },
    },
    deployerOf: deployersOver(clouds),
    plannerOf: () => planner,
    providers: {
      get: async (id) => {
        const found = list.find((one) => one.id === id);
        if (found) return found;
        throw new NotFoundError(`no provider ${id} is configured`);
      },
      rank: async () => ({
        candidates: list.map(({ id, name }) => ({ id, name, edits: [] })),
        dropped: [],
        notes: [],
      }),
    },
    workflows: {
      startOperation: async (deployment) => void started.push(deployment),
      stopOperation: async (deployment) => void stopped.push(deployment),
      startAction: async (action) => void actions.push(action),
      startNotification: async (id) => void (notified.includes(id) || notified.push(id)),
    },
    actionSweepQueue: { register: async () => undefined },
    callbackSweepQueue: callbackList(),
    delegations: noDelegations,
    callbacks: { send: async (id, notification) => void sent.push({ id, ...notification }) },
    imports: {
      read: async (address) => {
        throw new Error(`no import is expected, least of all ${address}`);
      },
    },
    tolerance: { outageMins: 24 * 60 },
    orphans: memoryOrphans(),
    claims: memoryClaims(),
    ...memoryEnded(),
    describe: ({ id, status, task, statusReason }) => ({
      id,
      status,
      task,
      ...(statusReason !== undefined && { statusReason }),
    }),
  };
};

export const memoryWorld = (): World<MemoryStores> => makeWorld((clock) => memoryStores(clock.now));

/** A deployment that was accepted, with its template and one resource for each node of `template`. */
export const accepted = async (
  world: World,
  changes: Partial<Pick<Deployment, 'limits' | 'callback' | 'userGroup' | 'parameters'>> & {
    readonly timeoutMins?: number;
  } = {},
): Promise<Deployment> => {
  const { timeoutMins, ...given } = changes;
  const now = world.clock.now().toISOString();
  const [id, operationId] = [world.ids.next(), world.ids.next()];
  const deployment: Deployment = {
    id,
    createdAt: now,
    updatedAt: now,
    createdBy: { issuer: 'https://issuer.example', subject: 'user' },
    status: 'CREATE_IN_PROGRESS',
    task: 'NONE',
    outputs: {},
    parameters: {},
    limits,
    ...given,
    operation: {
      id: operationId,
      kind: 'CREATE',
      acceptedAt: now,
      ...(timeoutMins !== undefined && {
        deadline: new Date(world.clock.now().getTime() + timeoutMins * 60_000).toISOString(),
      }),
    },
    templateOf: operationId,
  };
  await world.files.putTemplate(deployment.id, deployment.templateOf, template);
  await world.resources.stage(['web', 'db'].map((node) => resource(world, deployment.id, node)));
  await world.deployments.accept(deployment);
  return deployment;
};

const resource = (world: World, deploymentId: string, node: string): Resource => ({
  id: world.ids.next(),
  deploymentId,
  createdAt: world.clock.now().toISOString(),
  updatedAt: world.clock.now().toISOString(),
  state: 'INITIAL',
  toscaNodeName: node,
  toscaNodeType: 'tosca.nodes.Compute',
  toscaTypes: ['tosca.nodes.Compute', 'tosca.nodes.Root'],
  requiredBy: [],
  metadata: {},
});
