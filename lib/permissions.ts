/**
 * What each function may do: the whole list in one place, read by a reviewer in a minute and by test/lib in full.
 * A function that is not listed here cannot be synthesised; the verbs' IAM actions stand in grants.ts.
 */
export type Permission =
  | 'deployments:read'
  | 'deployments:list'
  | 'deployments:write'
  | 'resources:read'
  | 'resources:write'
  | 'templates:read'
  | 'templates:write'
  | 'types:read'
  | 'log:read'
  | 'log:append'
  | 'files:remove'
  | 'notifications:read'
  | 'notifications:write'
  | 'callbacks:sign'
  | 'operations:start'
  | 'operations:stop'
  | 'executions:describe'
  | 'act-on-resource:start'
  | 'notify-callback:start'
  | 'providers:read'
  | 'infrastructure:use'
  | 'tokens:use'
  | 'callers:identify'
  | 'services:tell'
  | 'schedules:read'
  | 'schedules:list'
  | 'schedules:write'
  | 'schedules:match'
  | 'events:read'
  | 'events:write'
  | 'events:list'
  | 'events:remove'
  | 'deployments:embed'
  | 'fire-schedule:start'
  | 'storage:know'
  | 'files:replicate'
  | 'uploads:end'
  | 'links:make';

const reader = ['callers:identify', 'links:make', 'deployments:read'] as const;
const watcher = ['callers:identify', 'links:make', 'schedules:read'] as const;
const step = ['deployments:read', 'deployments:write'] as const;
const resources = ['resources:read', 'resources:write'] as const;
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
    'deployments:write',
    ...resources,
    'templates:write',
    'files:remove',
    'operations:start',
    'providers:read',
    'tokens:use',
  ],
  'http/deployments/delete': [
    ...reader,
    'deployments:write',
    ...resources,
    'files:remove',
    'operations:start',
    'operations:stop',
    'tokens:use',
  ],
  'http/deployments/update': [
    'types:read',
    ...reader,
    'deployments:write',
    ...resources,
    'templates:write',
    'operations:start',
    'providers:read',
    'tokens:use',
  ],
  'http/deployments/reset': [...reader, 'deployments:write', 'operations:stop'],
  'http/deployments/extrainfo': [...reader, 'resources:read'],
  'http/deployments/log': [...reader, 'log:read'],
  'http/deployments/events': reader,
  'http/deployments/template': [...reader, 'templates:read'],
  'http/resources/list': [...reader, 'resources:read'],
  'http/resources/get': [...reader, 'resources:read'],
  'http/resources/act': [...reader, 'deployments:write', ...resources, 'act-on-resource:start'],

  'http/schedules/list': [...watcher, 'schedules:list'],
  'http/schedules/get': watcher,
  'http/schedules/create': [
    'types:read',
    ...watcher,
    'schedules:write',
    'schedules:match',
    'storage:know',
    'templates:write',
    'files:remove',
    'tokens:use',
  ],
  'http/schedules/change': [...watcher, 'schedules:write', 'schedules:match'],
  'http/schedules/delete': [
    ...watcher,
    'schedules:write',
    'events:list',
    'events:remove',
    'files:remove',
    'tokens:use',
  ],
  'http/schedules/template': [...watcher, 'templates:read'],
  'http/schedules/events': [...watcher, 'events:read', 'events:list', 'deployments:embed'],

  'tasks/begin-event': [
    'types:read',
    ...step,
    ...resources,
    'schedules:read',
    'events:read',
    'events:write',
    'events:remove',
    'storage:know',
    'templates:read',
    'templates:write',
    'files:remove',
    'operations:start',
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
    'templates:write',
    'log:append',
  ],
  'tasks/choose-provider': step,
  'tasks/submit-attempt': [
    ...step,
    ...resources,
    ...notifier,
    'templates:read',
    'log:append',
    'infrastructure:use',
    'tokens:use',
  ],
  'tasks/poll-attempt': [...step, ...resources, 'templates:read', 'log:append', 'infrastructure:use', 'tokens:use'],
  'tasks/clean-up-attempt': [...step, 'log:append', 'infrastructure:use', 'tokens:use'],
  'tasks/complete-deployment': [
    ...step,
    ...resources,
    ...notifier,
    'templates:read',
    'templates:write',
    'log:append',
    'infrastructure:use',
    'tokens:use',
  ],
  'tasks/fail-operation': [...step, ...resources, ...notifier, 'templates:read', 'log:append', 'providers:read'],
  'tasks/begin-deletion': [...step, ...resources],
  'tasks/begin-update': [
    'types:read',
    ...step,
    ...resources,
    'templates:read',
    'templates:write',
    'log:append',
    'providers:read',
    'tokens:use',
  ],
  'tasks/change-infrastructure': [
    ...step,
    ...resources,
    ...notifier,
    'templates:read',
    'log:append',
    'infrastructure:use',
    'tokens:use',
  ],
  'tasks/follow-update': [
    ...step,
    ...resources,
    ...notifier,
    'templates:read',
    'log:append',
    'infrastructure:use',
    'tokens:use',
  ],
  'tasks/begin-action': ['deployments:read', ...resources, 'infrastructure:use', 'tokens:use'],
  'tasks/follow-action': ['deployments:read', ...resources, 'infrastructure:use', 'tokens:use'],
  'tasks/fail-action': resources,
  'tasks/destroy-infrastructures': [...step, 'log:append', 'infrastructure:use', 'tokens:use'],
  'tasks/forget-deployment': [...step, ...resources, ...notifier, 'files:remove', 'tokens:use'],
  'tasks/send-callback': [...step, 'notifications:read', 'callbacks:sign'],
  'tasks/give-up-callback': [...step, 'notifications:read'],

  'events/execution-ended': [
    ...step,
    ...resources,
    ...notifier,
    'events:read',
    'events:write',
    'storage:know',
    'uploads:end',
    'templates:read',
    'log:append',
    'providers:read',
  ],
  'events/start-operations': [
    ...step,
    ...resources,
    ...notifier,
    'deployments:list',
    'operations:start',
    'executions:describe',
    'events:read',
    'events:write',
    'events:list',
    'fire-schedule:start',
    'storage:know',
    'uploads:end',
    'templates:read',
    'log:append',
    'providers:read',
  ],
};
