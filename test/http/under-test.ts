/** The routes as tests call them: each answer is held against the description of the service. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { expect } from 'vitest';
import { route as decideRoute } from '../../functions/http/approvals/decide.ts';
import { route as approvalRoute } from '../../functions/http/approvals/get.ts';
import { route as approvalListRoute } from '../../functions/http/approvals/list.ts';
import { route as changeBackfillRoute } from '../../functions/http/backfills/change.ts';
import { route as createBackfillRoute } from '../../functions/http/backfills/create.ts';
import { route as getBackfillRoute } from '../../functions/http/backfills/get.ts';
import { route as listBackfillsRoute } from '../../functions/http/backfills/list.ts';
import { route as catalogEntryRoute } from '../../functions/http/catalog/get.ts';
import { route as catalogRoute } from '../../functions/http/catalog/list.ts';
import { route as checkRoute } from '../../functions/http/checks/create.ts';
import { route as checksRoute } from '../../functions/http/checks/list.ts';
import { route as configurationRoute } from '../../functions/http/configuration/get.ts';
import { route as infoRoute } from '../../functions/http/configuration/info.ts';
import { route as loginRoute } from '../../functions/http/configuration/login.ts';
import { route as meRoute } from '../../functions/http/configuration/me.ts';
import { route as openapiRoute } from '../../functions/http/configuration/openapi.ts';
import { route as costRoute } from '../../functions/http/costs/get.ts';
import { route as costListRoute } from '../../functions/http/costs/list.ts';
import { route as changeLettersRoute } from '../../functions/http/dead-letters/change.ts';
import { route as letterListRoute } from '../../functions/http/dead-letters/list.ts';
import { route as dependenciesRoute } from '../../functions/http/dependencies/list.ts';
import { route as attemptsRoute } from '../../functions/http/deployments/attempts.ts';
import { route as createRoute } from '../../functions/http/deployments/create.ts';
import { route as removeRoute } from '../../functions/http/deployments/delete.ts';
import { route as eventsRoute } from '../../functions/http/deployments/events.ts';
import { route as extrainfoRoute } from '../../functions/http/deployments/extrainfo.ts';
import { route as getRoute } from '../../functions/http/deployments/get.ts';
import { route as inputsRoute } from '../../functions/http/deployments/inputs.ts';
import { route as listRoute } from '../../functions/http/deployments/list.ts';
import { route as logRoute } from '../../functions/http/deployments/log.ts';
import { route as moveRoute } from '../../functions/http/deployments/move.ts';
import { route as rankingRoute } from '../../functions/http/deployments/ranking.ts';
import { route as repairRoute } from '../../functions/http/deployments/repair.ts';
import { route as resetRoute } from '../../functions/http/deployments/reset.ts';
import { route as retryRoute } from '../../functions/http/deployments/retry.ts';
import { route as rollbackRoute } from '../../functions/http/deployments/rollback.ts';
import { route as templateRoute } from '../../functions/http/deployments/template.ts';
import { route as updateRoute } from '../../functions/http/deployments/update.ts';
import { route as viewRoute } from '../../functions/http/deployments/view.ts';
import { route as eventListRoute } from '../../functions/http/events/list.ts';
import { route as labelRoute } from '../../functions/http/labels/change.ts';
import { route as lifetimeRoute } from '../../functions/http/lifetime/change.ts';
import { route as moveListRoute } from '../../functions/http/moves/list.ts';
import { route as stopMovesRoute } from '../../functions/http/moves/stop.ts';
import { route as officeHoursRoute } from '../../functions/http/office-hours/change.ts';
import { route as callOperationRoute } from '../../functions/http/operations/call.ts';
import { route as operationsRoute } from '../../functions/http/operations/list.ts';
import { route as stopRoute } from '../../functions/http/operations/stop.ts';
import { route as workflowRoute } from '../../functions/http/operations/workflow.ts';
import { route as pauseRoute } from '../../functions/http/pause/get.ts';
import { route as setPauseRoute } from '../../functions/http/pause/set.ts';
import { route as protectRoute } from '../../functions/http/protection/change.ts';
import { route as drainRoute } from '../../functions/http/providers/drain.ts';
import { route as providersRoute } from '../../functions/http/providers/list.ts';
import { route as quotaListRoute } from '../../functions/http/quotas/list.ts';
import { route as actRoute } from '../../functions/http/resources/act.ts';
import { route as resourceRoute } from '../../functions/http/resources/get.ts';
import { route as resourcesRoute } from '../../functions/http/resources/list.ts';
import { route as changeScheduleRoute } from '../../functions/http/schedules/change.ts';
import { route as createScheduleRoute } from '../../functions/http/schedules/create.ts';
import { route as removeScheduleRoute } from '../../functions/http/schedules/delete.ts';
import { route as eventsScheduleRoute } from '../../functions/http/schedules/events.ts';
import { route as getScheduleRoute } from '../../functions/http/schedules/get.ts';
import { route as listScheduleRoute } from '../../functions/http/schedules/list.ts';
import { route as templateScheduleRoute } from '../../functions/http/schedules/template.ts';
import { route as inspectRoute } from '../../functions/http/templates/inspect.ts';
import { route as takeRoute } from '../../functions/http/transfers/answer.ts';
import { route as giveRoute } from '../../functions/http/transfers/ask.ts';
import { route as versionRoute } from '../../functions/http/versions/get.ts';
import { route as versionsRoute } from '../../functions/http/versions/list.ts';
import { route as webhookRoute } from '../../functions/http/webhooks/change.ts';
import { route as webhookListRoute } from '../../functions/http/webhooks/list.ts';
import { routes } from '../../src/http/routes.ts';
import { deviations, type Row } from './conformity.ts';

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** The route with the method and path of its row, whatever the test says of them. */
const described =
  <Ports>(name: Row['function'], route: (ports: Ports) => Handler) =>
  (ports: Ports): Handler => {
    const handler = route(ports);
    const row = routes.find((one) => one.function === name);
    if (row === undefined) throw new Error(`there is no route of ${name}`);
    return async (event, context) => {
      const result = await handler({ ...event, httpMethod: row.method, resource: row.path }, context);
      expect(deviations(row, result)).toEqual([]);
      return result;
    };
  };

export const configuration = described('configuration/get', configurationRoute);
export const logins = described('configuration/login', loginRoute);
export const info = described('configuration/info', infoRoute);
export const openapi = described('configuration/openapi', openapiRoute);
export const attempts = described('deployments/attempts', attemptsRoute);
export const checks = described('checks/list', checksRoute);
export const protect = described('protection/change', protectRoute);
export const extend = described('lifetime/change', lifetimeRoute);
export const changeHours = described('office-hours/change', officeHoursRoute);
export const give = described('transfers/ask', giveRoute);
export const take = described('transfers/answer', takeRoute);
export const label = described('labels/change', labelRoute);
export const check = described('checks/create', checkRoute);
export const create = described('deployments/create', createRoute);
export const remove = described('deployments/delete', removeRoute);
export const events = described('deployments/events', eventsRoute);
export const approvals = {
  list: described('approvals/list', approvalListRoute),
  get: described('approvals/get', approvalRoute),
  decide: described('approvals/decide', decideRoute),
};
export const deploymentCost = described('costs/get', costRoute);
export const costList = described('costs/list', costListRoute);
export const dependencyList = described('dependencies/list', dependenciesRoute);
export const providerStates = described('providers/list', providersRoute);
export const letterList = described('dead-letters/list', letterListRoute);
export const changeLetters = described('dead-letters/change', changeLettersRoute);
export const webhookList = described('webhooks/list', webhookListRoute);
export const changeWebhook = described('webhooks/change', webhookRoute);
export const pauseState = described('pause/get', pauseRoute);
export const setPause = described('pause/set', setPauseRoute);
export const moveList = described('moves/list', moveListRoute);
export const stopMoves = described('moves/stop', stopMovesRoute);
export const drain = described('providers/drain', drainRoute);
export const quotaList = described('quotas/list', quotaListRoute);
export const eventStream = described('events/list', eventListRoute);
export const extrainfo = described('deployments/extrainfo', extrainfoRoute);
export const get = described('deployments/get', getRoute);
export const list = described('deployments/list', listRoute);
export const log = described('deployments/log', logRoute);
export const reset = described('deployments/reset', resetRoute);
export const update = described('deployments/update', updateRoute);
export const retry = described('deployments/retry', retryRoute);
export const rollback = described('deployments/rollback', rollbackRoute);
export const repair = described('deployments/repair', repairRoute);
export const move = described('deployments/move', moveRoute);
export const operations = described('operations/list', operationsRoute);
export const callOperation = described('operations/call', callOperationRoute);
export const runWorkflow = described('operations/workflow', workflowRoute);
export const stopRun = described('operations/stop', stopRoute);
export const version = described('versions/get', versionRoute);
export const versions = described('versions/list', versionsRoute);
export const inputs = described('deployments/inputs', inputsRoute);
export const me = described('configuration/me', meRoute);
export const inspect = described('templates/inspect', inspectRoute);
export const catalog = described('catalog/list', catalogRoute);
export const catalogEntry = described('catalog/get', catalogEntryRoute);
export const ranking = described('deployments/ranking', rankingRoute);
export const view = described('deployments/view', viewRoute);
export const act = described('resources/act', actRoute);
export const template = described('deployments/template', templateRoute);
export const resource = described('resources/get', resourceRoute);
export const resources = described('resources/list', resourcesRoute);

/** As modules, for a test of all of them. */
export const schedules = {
  change: { route: described('schedules/change', changeScheduleRoute) },
  create: { route: described('schedules/create', createScheduleRoute) },
  events: { route: described('schedules/events', eventsScheduleRoute) },
  get: { route: described('schedules/get', getScheduleRoute) },
  list: { route: described('schedules/list', listScheduleRoute) },
  remove: { route: described('schedules/delete', removeScheduleRoute) },
  template: { route: described('schedules/template', templateScheduleRoute) },
};

export const backfills = {
  change: described('backfills/change', changeBackfillRoute),
  create: described('backfills/create', createBackfillRoute),
  get: described('backfills/get', getBackfillRoute),
  list: described('backfills/list', listBackfillsRoute),
};

/** By the function of their row, for who only knows what is sent. */
export const byFunction = {
  'configuration/get': configuration,
  'configuration/login': logins,
  'configuration/info': info,
  'configuration/openapi': openapi,
  'deployments/attempts': attempts,
  'checks/list': checks,
  'protection/change': protect,
  'labels/change': label,
  'lifetime/change': extend,
  'office-hours/change': changeHours,
  'transfers/ask': give,
  'transfers/answer': take,
  'checks/create': check,
  'deployments/create': create,
  'deployments/delete': remove,
  'deployments/events': events,
  'events/list': eventStream,
  'costs/get': deploymentCost,
  'costs/list': costList,
  'quotas/list': quotaList,
  'dependencies/list': dependencyList,
  'providers/list': providerStates,
  'providers/drain': drain,
  'dead-letters/list': letterList,
  'dead-letters/change': changeLetters,
  'webhooks/list': webhookList,
  'webhooks/change': changeWebhook,
  'pause/get': pauseState,
  'pause/set': setPause,
  'moves/list': moveList,
  'moves/stop': stopMoves,
  'approvals/list': approvals.list,
  'approvals/get': approvals.get,
  'approvals/decide': approvals.decide,
  'deployments/extrainfo': extrainfo,
  'deployments/get': get,
  'deployments/list': list,
  'deployments/log': log,
  'deployments/reset': reset,
  'deployments/update': update,
  'deployments/retry': retry,
  'deployments/rollback': rollback,
  'deployments/repair': repair,
  'deployments/move': move,
  'operations/list': operations,
  'operations/call': callOperation,
  'operations/workflow': runWorkflow,
  'operations/stop': stopRun,
  'versions/get': version,
  'versions/list': versions,
  'deployments/view': view,
  'deployments/ranking': ranking,
  'catalog/list': catalog,
  'catalog/get': catalogEntry,
  'templates/inspect': inspect,
  'deployments/inputs': inputs,
  'configuration/me': me,
  'resources/act': act,
  'deployments/template': template,
  'resources/get': resource,
  'resources/list': resources,
  'schedules/change': schedules.change.route,
  'schedules/create': schedules.create.route,
  'schedules/delete': schedules.remove.route,
  'schedules/events': schedules.events.route,
  'schedules/get': schedules.get.route,
  'schedules/list': schedules.list.route,
  'schedules/template': schedules.template.route,
  'backfills/change': backfills.change,
  'backfills/create': backfills.create,
  'backfills/get': backfills.get,
  'backfills/list': backfills.list,
} as const satisfies Record<Row['function'], unknown>;
