/**
 * What each function may do: the whole list in one place. A reviewer reads it in a minute, and test/lib checks all of it. A
 * function that is not listed here cannot be synthesised; grants.ts has the IAM actions.
 */
export type Permission =
  | 'deployments:read'
  | 'deployments:list'
  | 'deployments:waiting'
  | 'deployments:write'
  | 'deployments:remove'
  | 'resources:read'
  | 'resources:write'
  | 'requests:keep'
  | 'templates:read'
  | 'templates:write'
  | 'rankings:find'
  | 'types:read'
  | 'log:read'
  | 'log:append'
  | 'files:remove'
  | 'ended:keep'
  | 'ended:read'
  | 'notifications:read'
  | 'notifications:write'
  | 'callbacks:sign'
  | 'creations:start'
  | 'updates:start'
  | 'deletions:start'
  | 'operations:start'
  | 'operations:stop'
  | 'deletions:stop'
  | 'executions:describe'
  | 'act-on-resource:start'
  | 'notify-callback:start'
  | 'providers:read'
  | 'infrastructure:use'
  | 'dependencies:ask'
  | 'tokens:use'
  | 'callers:identify'
  | 'services:tell'
  | 'schedules:read'
  | 'schedules:list'
  | 'schedules:write'
  | 'schedules:remove'
  | 'schedules:match'
  | 'events:read'
  | 'events:write'
  | 'events:list'
  | 'events:waiting'
  | 'events:remove'
  | 'events:clear'
  | 'deployments:embed'
  | 'fire-schedule:start'
  | 'storage:know'
  | 'files:replicate'
  | 'uploads:end'
  | 'issuers:examine'
  | 'stores:examine'
  | 'quotas:examine'
  | 'links:make';

const reader = ['callers:identify', 'links:make', 'deployments:read'] as const;
const watcher = ['callers:identify', 'links:make', 'schedules:read'] as const;
const step = ['deployments:read', 'deployments:write'] as const;
const resources = ['resources:read', 'resources:write'] as const;
/** calls a provider, and logs it */
const deployer = ['log:append', 'infrastructure:use', 'tokens:use'] as const;
/** keeps the log and timeline of a deployment that ends */
const keeper = ['log:read', 'ended:keep'] as const;
/** queues a callback */
const notifier = ['notifications:write', 'notify-callback:start'] as const;

export const permissions: Readonly<Record<string, readonly Permission[]>> = {
  'http/configuration/get': ['services:tell', 'links:make'],
  'http/configuration/info': ['links:make'],
  'http/configuration/openapi': ['links:make'],
  'http/deployments/list': [...reader, 'deployments:list'],
  'http/deployments/get': reader,
  'http/deployments/create': [
    'types:read',
    ...reader,
    'requests:keep',
    'deployments:write',
    'deployments:remove',
    ...resources,
    'templates:write',
    'files:remove',
    'creations:start',
    'providers:read',
    'tokens:use',
  ],
  'http/deployments/delete': [
    ...reader,
    'requests:keep',
    'deployments:write',
    'deployments:remove',
    ...resources,
    'files:remove',
    ...keeper,
    'deletions:start',
    'operations:stop',
    'tokens:use',
  ],
  'http/deployments/update': [
    'types:read',
    ...reader,
    'requests:keep',
    'deployments:write',
    ...resources,
    'templates:read',
    'rankings:find',
    'templates:write',
    'updates:start',
    'providers:read',
    'tokens:use',
  ],
  'http/deployments/reset': [...reader, 'requests:keep', 'deployments:write', ...resources, 'deletions:stop'],
  'http/deployments/extrainfo': [...reader, 'resources:read'],
  'http/deployments/log': [...reader, 'log:read', 'ended:read'],
  'http/deployments/events': [...reader, 'ended:read'],
  'http/deployments/attempts': reader,
  'http/deployments/template': [...reader, 'templates:read'],
  'http/resources/list': [...reader, 'resources:read'],
  'http/resources/get': [...reader, 'resources:read'],
  'http/resources/act': [...reader, 'requests:keep', 'deployments:write', ...resources, 'act-on-resource:start'],

  'http/schedules/list': [...watcher, 'schedules:list'],
  'http/schedules/get': watcher,
  'http/schedules/create': [
    'types:read',
    ...watcher,
    'requests:keep',
    'schedules:write',
    'schedules:remove',
    'schedules:match',
    'storage:know',
    'templates:write',
    'files:remove',
    'tokens:use',
  ],
  'http/schedules/change': [...watcher, 'requests:keep', 'schedules:write', 'schedules:remove', 'schedules:match'],
  'http/schedules/delete': [
    ...watcher,
    'requests:keep',
    'schedules:remove',
    'events:list',
    'events:clear',
    'files:remove',
    'tokens:use',
  ],
  'http/schedules/template': [...watcher, 'templates:read'],
  'http/schedules/events': [...watcher, 'events:read', 'events:list', 'deployments:embed'],

  'tasks/begin-event': [
    'types:read',
    ...step,
    'deployments:remove',
    ...resources,
    'schedules:read',
    'events:read',
    'events:write',
    'events:remove',
    'storage:know',
    'templates:read',
    'templates:write',
    'files:remove',
    'tokens:use',
  ],
  'tasks/replicate-file': [
    'deployments:read',
    'schedules:read',
    'events:read',
    'events:write',
    'storage:know',
    'files:replicate',
    'uploads:end',
  ],
  // a repeat may come after a newer operation of the deployment
  'tasks/start-event-deployment': ['deployments:read', 'operations:start'],
  'tasks/fail-event': [
    ...step,
    ...resources,
    ...notifier,
    'events:read',
    'events:write',
    'storage:know',
    'uploads:end',
    'log:append',
    'providers:read',
  ],
  'events/file-created': ['schedules:match', 'events:read', 'events:write', 'storage:know', 'fire-schedule:start'],

  'tasks/rank-providers': [
    'types:read',
    ...step,
    'providers:read',
    'tokens:use',
    'templates:read',
    'rankings:find',
    'templates:write',
    'log:append',
  ],
  'tasks/choose-provider': step,
  'tasks/submit-attempt': [...step, ...resources, ...notifier, 'templates:read', 'rankings:find', ...deployer],
  'tasks/poll-attempt': [...step, ...resources, 'templates:read', 'log:append', 'infrastructure:use', 'tokens:use'],
  'tasks/clean-up-attempt': [...step, 'log:append', 'infrastructure:use', 'tokens:use'],
  'tasks/complete-deployment': [
    ...step,
    ...resources,
    ...notifier,
    'templates:read',
    'rankings:find',
    'templates:write',
    ...deployer,
  ],
  'tasks/fail-operation': [
    ...step,
    ...resources,
    ...notifier,
    'templates:read',
    'rankings:find',
    'log:append',
    'providers:read',
  ],
  'tasks/begin-deletion': [...step, ...resources],
  'tasks/begin-update': [
    'types:read',
    ...step,
    ...resources,
    'templates:read',
    'rankings:find',
    'templates:write',
    'log:append',
    'providers:read',
    'tokens:use',
  ],
  'tasks/change-infrastructure': [...step, ...resources, ...notifier, 'templates:read', 'rankings:find', ...deployer],
  'tasks/poll-update': [...step, ...resources, ...notifier, 'templates:read', 'rankings:find', ...deployer],
  'tasks/begin-action': ['deployments:read', ...resources, 'infrastructure:use', 'tokens:use'],
  'tasks/poll-action': ['deployments:read', ...resources, 'infrastructure:use', 'tokens:use'],
  'tasks/fail-action': resources,
  'tasks/destroy-infrastructures': [...step, 'log:append', 'infrastructure:use', 'tokens:use'],
  'tasks/remove-deployment': [
    ...step,
    'deployments:remove',
    ...resources,
    ...notifier,
    'files:remove',
    ...keeper,
    'tokens:use',
  ],
  'tasks/send-callback': [...step, 'notifications:read', 'callbacks:sign'],
  'tasks/give-up-callback': [...step, 'notifications:read'],

  // for npm run doctor: checks everything that the other functions use, and changes nothing
  'operators/doctor': [
    'infrastructure:use',
    'callbacks:sign',
    'storage:know',
    'issuers:examine',
    'stores:examine',
    'quotas:examine',
  ],

  'events/execution-ended': [...step, 'events:read', 'events:write'],
  'events/check-dependencies': ['dependencies:ask', 'callers:identify'],
  'events/sweep-orphans': [...step, 'deployments:remove', 'deployments:waiting', ...deployer],
  'events/sweep-workflows': [
    ...step,
    'deployments:remove',
    ...resources,
    ...notifier,
    'notifications:read',
    'deployments:waiting',
    'operations:start',
    'executions:describe',
    'events:read',
    'events:write',
    'events:waiting',
    'fire-schedule:start',
    'storage:know',
    'uploads:end',
    'templates:read',
    'rankings:find',
    'log:append',
    'providers:read',
  ],
};
