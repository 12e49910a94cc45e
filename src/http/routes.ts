/**
 * The route table. It is data only, so that the CDK app, the local gateway and the tests can read it without loading a
 * handler. `function` is the file under functions/http and the construct's id. The order is that of docs/contract/api.md,
 * "Routes".
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly function: string;
  /** needs no token */
  readonly public?: true;
  /** changes nothing, though its method is not GET: its input is too long for a query */
  readonly readsOnly?: true;
}

export const routes = [
  { method: 'GET', path: '/deployments', function: 'deployments/list' },
  { method: 'POST', path: '/deployments', function: 'deployments/create' },
  { method: 'GET', path: '/deployments/{deployment_id}', function: 'deployments/get' },
  { method: 'PUT', path: '/deployments/{deployment_id}', function: 'deployments/update' },
  { method: 'PATCH', path: '/deployments/{deployment_id}', function: 'deployments/reset' },
  { method: 'DELETE', path: '/deployments/{deployment_id}', function: 'deployments/delete' },
  { method: 'GET', path: '/deployments/{deployment_id}/view', function: 'deployments/view' },
  { method: 'GET', path: '/deployments/{deployment_id}/extrainfo', function: 'deployments/extrainfo' },
  { method: 'GET', path: '/deployments/{deployment_id}/log', function: 'deployments/log' },
  { method: 'GET', path: '/deployments/{deployment_id}/template', function: 'deployments/template' },
  { method: 'GET', path: '/deployments/{deployment_id}/inputs', function: 'deployments/inputs' },
  { method: 'GET', path: '/deployments/{deployment_id}/events', function: 'deployments/events' },
  { method: 'GET', path: '/deployments/{deployment_id}/attempts', function: 'deployments/attempts' },
  { method: 'GET', path: '/deployments/{deployment_id}/ranking', function: 'deployments/ranking' },
  { method: 'PUT', path: '/deployments/{deployment_id}/protection', function: 'protection/change' },
  { method: 'PUT', path: '/deployments/{deployment_id}/labels', function: 'labels/change' },
  { method: 'PUT', path: '/deployments/{deployment_id}/lifetime', function: 'lifetime/change' },
  { method: 'PUT', path: '/deployments/{deployment_id}/office-hours', function: 'office-hours/change' },
  { method: 'PUT', path: '/deployments/{deployment_id}/transfer', function: 'transfers/ask' },
  { method: 'POST', path: '/deployments/{deployment_id}/transfer', function: 'transfers/answer' },
  { method: 'GET', path: '/deployments/{deployment_id}/checks', function: 'checks/list' },
  { method: 'POST', path: '/deployments/{deployment_id}/checks', function: 'checks/create' },
  { method: 'GET', path: '/deployments/{deployment_id}/cost', function: 'costs/get' },
  { method: 'POST', path: '/deployments/{deployment_id}/retry', function: 'deployments/retry' },
  { method: 'GET', path: '/deployments/{deployment_id}/versions', function: 'versions/list' },
  { method: 'GET', path: '/deployments/{deployment_id}/versions/{number}', function: 'versions/get' },
  { method: 'POST', path: '/deployments/{deployment_id}/rollback', function: 'deployments/rollback' },
  { method: 'POST', path: '/deployments/{deployment_id}/repair', function: 'deployments/repair' },
  { method: 'POST', path: '/deployments/{deployment_id}/move', function: 'deployments/move' },
  { method: 'GET', path: '/deployments/{deployment_id}/operations', function: 'operations/list' },
  { method: 'POST', path: '/deployments/{deployment_id}/operations', function: 'operations/call' },
  { method: 'POST', path: '/deployments/{deployment_id}/operations/stop', function: 'operations/stop' },
  { method: 'POST', path: '/deployments/{deployment_id}/workflows/{name}', function: 'operations/workflow' },
  { method: 'GET', path: '/deployments/{deployment_id}/resources', function: 'resources/list' },
  { method: 'GET', path: '/deployments/{deployment_id}/resources/{resource_id}', function: 'resources/get' },
  {
    method: 'POST',
    path: '/deployments/{deployment_id}/resources/{resource_id}/actions',
    function: 'resources/act',
  },
  { method: 'GET', path: '/events', function: 'events/list' },
  { method: 'GET', path: '/quotas', function: 'quotas/list' },
  { method: 'GET', path: '/costs', function: 'costs/list' },
  { method: 'GET', path: '/approvals', function: 'approvals/list' },
  { method: 'GET', path: '/approvals/{deployment_id}', function: 'approvals/get' },
  { method: 'POST', path: '/approvals/{deployment_id}', function: 'approvals/decide' },
  { method: 'GET', path: '/webhooks', function: 'webhooks/list' },
  { method: 'PUT', path: '/webhooks/{name}', function: 'webhooks/change' },
  { method: 'GET', path: '/dependencies', function: 'dependencies/list' },
  { method: 'GET', path: '/providers', function: 'providers/list' },
  { method: 'PUT', path: '/providers/{provider_id}/draining', function: 'providers/drain' },
  { method: 'GET', path: '/moves', function: 'moves/list' },
  { method: 'PUT', path: '/moves/stopped', function: 'moves/stop' },
  { method: 'GET', path: '/dead-letters', function: 'dead-letters/list' },
  { method: 'POST', path: '/dead-letters', function: 'dead-letters/change' },
  { method: 'GET', path: '/pause', function: 'pause/get' },
  { method: 'PUT', path: '/pause', function: 'pause/set' },
  { method: 'GET', path: '/configuration', function: 'configuration/get', public: true },
  { method: 'GET', path: '/login', function: 'configuration/login', public: true },
  { method: 'GET', path: '/catalog', function: 'catalog/list' },
  { method: 'GET', path: '/catalog/{name}', function: 'catalog/get' },
  { method: 'POST', path: '/templates/inspect', function: 'templates/inspect', readsOnly: true },
  { method: 'GET', path: '/me', function: 'configuration/me' },
  { method: 'GET', path: '/schedules', function: 'schedules/list' },
  { method: 'POST', path: '/schedules', function: 'schedules/create' },
  { method: 'GET', path: '/schedules/{schedule_id}', function: 'schedules/get' },
  { method: 'PATCH', path: '/schedules/{schedule_id}', function: 'schedules/change' },
  { method: 'DELETE', path: '/schedules/{schedule_id}', function: 'schedules/delete' },
  { method: 'GET', path: '/schedules/{schedule_id}/events', function: 'schedules/events' },
  { method: 'GET', path: '/schedules/{schedule_id}/template', function: 'schedules/template' },
  { method: 'GET', path: '/schedules/{schedule_id}/backfills', function: 'backfills/list' },
  { method: 'POST', path: '/schedules/{schedule_id}/backfills', function: 'backfills/create' },
  { method: 'GET', path: '/schedules/{schedule_id}/backfills/{backfill_id}', function: 'backfills/get' },
  { method: 'PATCH', path: '/schedules/{schedule_id}/backfills/{backfill_id}', function: 'backfills/change' },
  { method: 'GET', path: '/info', function: 'configuration/info', public: true },
  { method: 'GET', path: '/openapi.json', function: 'configuration/openapi', public: true },
] as const satisfies readonly Route[];

/**
 * The dashboard, beside the API: src/http/ui. Its rows are separate, since openapi.json does not describe them, and
 * an installation can leave them out (`ui.enabled`).
 */
export const pages = [
  { method: 'GET', path: '/ui', function: 'ui/page', public: true },
  { method: 'GET', path: '/ui/{proxy+}', function: 'ui/page', public: true },
] as const satisfies readonly Route[];
