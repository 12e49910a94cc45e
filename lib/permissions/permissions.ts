import type { Permission } from '../grants/grants.ts';
// written by: npx vitest run test/lib/ports.test.ts -u
import functions from './functions.json' with { type: 'json' };
import { ports } from './ports.ts';

const resources = ['deployments:write', 'resources:write'] as const;
const template = ['templates:read', 'rankings:find'] as const;
/** logs the work on a deployment */
const logged = ['deployments:write', 'log:append'] as const;
/** keeps the log and timeline of a deployment that ends */
const keeper = ['log:read', 'templates:read', 'ended:keep'] as const;
/** sets back what has drifted of a stack, and compares it before and after */
const reverting = ['infrastructure:inspect', 'stacks:revert'] as const;
/** queues a callback */
const notifier = ['notifications:write', 'notify-callback:start'] as const;

/**
 * Permissions that a function has besides those that follow from its ports. One of its ports must offer each: ports.ts.
 * A forgotten line gives too little, never too much.
 */
export const others: Readonly<Record<string, readonly Permission[]>> = {
  'http/deployments/list': ['deployments:list'],
  'http/deployments/create': [
    'deployments:list',
    ...resources,
    'deployments:remove',
    'files:remove',
    'templates:write',
    'creations:start',
  ],
  'http/deployments/delete': [
    'resources:write',
    'deployments:remove',
    'files:remove',
    ...keeper,
    'deletions:start',
    'operations:stop',
  ],
  'http/deployments/update': [...resources, ...template, 'templates:write', 'updates:start'],
  'http/deployments/retry': [...resources, ...template, 'templates:write', 'creations:start', 'updates:start'],
  'http/deployments/rollback': [...resources, ...template, 'templates:write', 'updates:start'],
  'http/deployments/repair': [...resources, ...template, 'templates:write', 'updates:start'],
  'http/deployments/move': [...resources, ...template, 'templates:write', 'creations:start'],
  'http/operations/list': ['templates:read'],
  'http/operations/call': ['deployments:write', 'templates:read', 'templates:write', 'updates:start'],
  'http/operations/workflow': ['deployments:write', 'templates:read', 'templates:write', 'updates:start'],
  'http/operations/stop': ['deployments:write'],
  'http/approvals/get': ['rankings:find'],
  'http/approvals/decide': ['deployments:write', 'creations:start', 'updates:start'],
  'http/versions/get': ['templates:read', 'ended:read'],
  'http/deployments/reset': [...resources, 'deletions:stop'],
  'http/deployments/view': template,
  'http/deployments/inputs': ['templates:read'],
  'http/deployments/ranking': ['rankings:find'],
  'http/costs/get': ['rankings:find'],
  'http/costs/list': ['deployments:list'],
  'http/deployments/log': ['log:read', 'ended:read'],
  'http/deployments/events': ['ended:read'],
  'http/deployments/template': ['templates:read'],
  'http/resources/act': ['resources:write', 'act-on-resource:start'],

  'http/schedules/list': ['schedules:list'],
  'http/schedules/create': ['schedules:write', 'schedules:remove', 'stream:write', 'files:remove', 'templates:write'],
  'http/schedules/change': ['schedules:write', 'schedules:remove', 'stream:write'],
  'http/schedules/delete': [
    'schedules:remove',
    'stream:write',
    'files:remove',
    'events:list',
    'events:write',
    'events:clear',
  ],
  'http/schedules/template': ['templates:read'],
  'http/schedules/events': ['events:read', 'events:list', 'deployments:list'],

  'http/backfills/create': ['deployments:write', 'events:write', 'backfills:list', 'files:list'],
  'http/backfills/list': ['backfills:list'],
  'http/backfills/change': ['events:write', 'stream:write'],

  'tasks/begin-event': [
    'deployments:list',
    ...resources,
    'deployments:remove',
    'files:remove',
    'events:read',
    'events:write',
    'events:remove',
    'templates:read',
    'templates:write',
  ],
  'tasks/replicate-file': ['events:read', 'events:write', 'files:replicate'],
  // a repeat may come after a newer operation of the deployment
  'tasks/start-event-deployment': ['operations:start'],
  'tasks/fail-event': ['resources:write', ...notifier, 'events:read', 'events:write', 'log:append'],
  // suspends a schedule with too many events
  'events/file-created': [
    'events:read',
    'events:write',
    'events:count',
    'schedules:write',
    'schedules:remove',
    'stream:write',
  ],
  'tasks/advance-backfill': ['events:write', 'events:remove', 'stream:write', 'files:list'],

  'tasks/rank-providers': [...logged, 'resources:write', ...template, 'templates:write'],
  'tasks/choose-provider': ['deployments:write'],
  'tasks/submit-attempt': ['resources:write', ...notifier, ...template, 'log:append'],
  'tasks/poll-attempt': [...resources, 'templates:read', 'log:append'],
  'tasks/clean-up-attempt': ['log:append'],
  'tasks/complete-deployment': [
    ...(['resources:write', 'templates:write', 'log:append', 'keys:read'] as const),
    ...notifier,
    ...template,
  ],
  'tasks/fail-operation': ['resources:write', ...notifier, ...template, 'log:append'],
  'tasks/begin-deletion': resources,
  'tasks/begin-update': [...resources, ...template, 'templates:write', 'log:append'],
  'tasks/change-infrastructure': [
    ...(['resources:write', 'templates:write', 'log:append'] as const),
    ...notifier,
    ...template,
    ...reverting,
  ],
  'tasks/poll-update': [
    ...(['resources:write', 'templates:write', 'log:append'] as const),
    ...notifier,
    ...template,
    ...reverting,
  ],
  'tasks/begin-action': ['resources:write'],
  'tasks/poll-action': ['resources:write'],
  'tasks/fail-action': ['resources:write'],
  'tasks/destroy-infrastructures': logged,
  'tasks/remove-deployment': ['resources:write', 'deployments:remove', 'files:remove', ...notifier, ...keeper],
  'tasks/send-callback': ['notifications:read'],
  'tasks/give-up-callback': ['notifications:read'],

  'events/check-dependencies': ['deployments:write'],
  'http/providers/drain': ['deployments:write', 'deployments:remove'],
  'http/dead-letters/change': ['letters:move'],
  'http/webhooks/change': ['deployments:write', 'deployments:remove'],
  'http/pause/set': ['deployments:write', 'deployments:remove'],
  'http/moves/stop': ['deployments:write', 'deployments:remove'],

  'http/protection/change': ['deployments:write'],
  'http/labels/change': ['deployments:write', 'deployments:remove'],
  'http/lifetime/change': ['deployments:write', 'deployments:remove'],
  'http/office-hours/change': ['deployments:write', 'deployments:remove'],
  'http/transfers/ask': ['deployments:write'],
  // entries of labels that are still to be moved
  'http/transfers/answer': ['deployments:write', 'deployments:remove'],
  'http/checks/create': ['deployments:write'],
  'events/check-deployments': [
    ...(['deployments:remove', 'deployments:waiting'] as const),
    ...notifier,
    'log:append',
    // what it has found may be repaired without a request
    ...template,
    ...(['templates:write', 'updates:start'] as const),
    // or moved away from a provider that is gone
    'creations:start',
  ],
  'events/end-deployments': [
    'resources:write',
    'deployments:remove',
    'deployments:waiting',
    'files:remove',
    ...notifier,
    'log:append',
    ...keeper,
    'deletions:start',
    'operations:stop',
    'act-on-resource:start', // by office hours
  ],
  'events/publish-events': notifier,
  'events/sweep-orphans': ['deployments:remove', 'deployments:waiting', 'log:append'],
  'events/sweep-unrecorded': ['resources:write'],
  'events/sweep-workflows': [
    'deployments:remove',
    'deployments:waiting',
    'resources:write',
    ...notifier,
    'notifications:read',
    'operations:start',
    'events:waiting',
    'events:clear',
    'events:remove',
    ...template,
    'log:append',
  ],
};

const permissionsOf = (name: string, names: readonly string[]): readonly Permission[] => {
  const given = names.map((port) => {
    const found = ports[port];
    if (!found)
      throw new Error(`functions/${name}.ts has the port ${port}: add what it needs to lib/permissions/ports.ts`);
    return found;
  });
  const rights = others[name] ?? [];
  const offered = new Set(given.flatMap(({ offers = [] }) => offers));
  const unavailable = rights.filter((one) => !offered.has(one));
  if (unavailable.length > 0)
    throw new Error(`functions/${name}.ts has no port that offers ${unavailable.join(' or ')}`);
  return [...rights, ...new Set(given.flatMap(({ needs = [] }) => needs))];
};

/** What each function may do, by its path under functions/; grants.ts has the IAM actions of each permission. */
export const permissions: Readonly<Record<string, readonly Permission[]>> = Object.fromEntries(
  Object.entries(functions).map(([name, names]) => [name, permissionsOf(name, names.split(' '))]),
);
