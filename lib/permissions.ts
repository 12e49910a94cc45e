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
  | 'log:read'
  | 'log:append'
  | 'files:remove'
  | 'notifications:read'
  | 'notifications:write'
  | 'operations:start'
  | 'operations:stop'
  | 'notify-callback:start'
  | 'providers:read'
  | 'infrastructure:use'
  | 'callers:identify'
  | 'services:tell'
  | 'links:make';

const reader = ['callers:identify', 'links:make', 'deployments:read'] as const;

export const permissions: Readonly<Record<string, readonly Permission[]>> = {
  'http/configuration/get': ['services:tell'],
  'http/configuration/info': [],
  'http/deployments/list': [...reader, 'deployments:list'],
  'http/deployments/get': reader,
  'http/deployments/create': [
    ...reader,
    'deployments:write',
    'resources:write',
    'templates:write',
    'files:remove',
    'operations:start',
  ],
  'http/deployments/delete': [
    ...reader,
    'deployments:write',
    'resources:write',
    'files:remove',
    'operations:start',
    'operations:stop',
  ],
  'http/deployments/extrainfo': [...reader, 'resources:read'],
  'http/deployments/log': [...reader, 'log:read'],
  'http/deployments/template': [...reader, 'templates:read'],
  'http/resources/list': [...reader, 'resources:read'],
  'http/resources/get': [...reader, 'resources:read'],
};
