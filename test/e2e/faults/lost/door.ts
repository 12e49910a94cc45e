/** The routes that change something, as a client calls them. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { route as check } from '../../../../functions/http/checks/create.ts';
import { route as create } from '../../../../functions/http/deployments/create.ts';
import { route as remove } from '../../../../functions/http/deployments/delete.ts';
import { route as move } from '../../../../functions/http/deployments/move.ts';
import { route as repair } from '../../../../functions/http/deployments/repair.ts';
import { route as reset } from '../../../../functions/http/deployments/reset.ts';
import { route as retry } from '../../../../functions/http/deployments/retry.ts';
import { route as rollback } from '../../../../functions/http/deployments/rollback.ts';
import { route as update } from '../../../../functions/http/deployments/update.ts';
import { route as label } from '../../../../functions/http/labels/change.ts';
import { route as stopMoves } from '../../../../functions/http/moves/stop.ts';
import { route as changeHours } from '../../../../functions/http/office-hours/change.ts';
import { route as callOperation } from '../../../../functions/http/operations/call.ts';
import { route as stopRun } from '../../../../functions/http/operations/stop.ts';
import { route as runWorkflow } from '../../../../functions/http/operations/workflow.ts';
import { route as protect } from '../../../../functions/http/protection/change.ts';
import { route as drain } from '../../../../functions/http/providers/drain.ts';
import { route as act } from '../../../../functions/http/resources/act.ts';
import { route as changeSchedule } from '../../../../functions/http/schedules/change.ts';
import { route as createSchedule } from '../../../../functions/http/schedules/create.ts';
import { route as removeSchedule } from '../../../../functions/http/schedules/delete.ts';
import { route as answerTransfer } from '../../../../functions/http/transfers/answer.ts';
import { route as askForOwner } from '../../../../functions/http/transfers/ask.ts';
import type { LostService } from './service.ts';

const routes = {
  create: { method: 'POST', resource: '/deployments', route: create },
  update: { method: 'PUT', resource: '/deployments/{deployment_id}', route: update },
  retry: { method: 'POST', resource: '/deployments/{deployment_id}/retry', route: retry },
  rollback: { method: 'POST', resource: '/deployments/{deployment_id}/rollback', route: rollback },
  check: { method: 'POST', resource: '/deployments/{deployment_id}/checks', route: check },
  repair: { method: 'POST', resource: '/deployments/{deployment_id}/repair', route: repair },
  remove: { method: 'DELETE', resource: '/deployments/{deployment_id}', route: remove },
  reset: { method: 'PATCH', resource: '/deployments/{deployment_id}', route: reset },
  act: { method: 'POST', resource: '/deployments/{deployment_id}/resources/{resource_id}/actions', route: act },
  createSchedule: { method: 'POST', resource: '/schedules', route: createSchedule },
  changeSchedule: { method: 'PATCH', resource: '/schedules/{schedule_id}', route: changeSchedule },
  move: { method: 'POST', resource: '/deployments/{deployment_id}/move', route: move },
  callOperation: { method: 'POST', resource: '/deployments/{deployment_id}/operations', route: callOperation },
  runWorkflow: { method: 'POST', resource: '/deployments/{deployment_id}/workflows/{name}', route: runWorkflow },
  stopRun: { method: 'POST', resource: '/deployments/{deployment_id}/operations/stop', route: stopRun },
  changeHours: { method: 'PUT', resource: '/deployments/{deployment_id}/office-hours', route: changeHours },
  label: { method: 'PUT', resource: '/deployments/{deployment_id}/labels', route: label },
  protect: { method: 'PUT', resource: '/deployments/{deployment_id}/protection', route: protect },
  askForOwner: { method: 'PUT', resource: '/deployments/{deployment_id}/transfer', route: askForOwner },
  answerTransfer: { method: 'POST', resource: '/deployments/{deployment_id}/transfer', route: answerTransfer },
  drain: { method: 'PUT', resource: '/providers/{provider_id}/draining', route: drain },
  stopMoves: { method: 'PUT', resource: '/moves/stopped', route: stopMoves },
  removeSchedule: { method: 'DELETE', resource: '/schedules/{schedule_id}', route: removeSchedule },
} as const;

export type RouteName = keyof typeof routes;

export interface Asked {
  readonly token: string;
  readonly path?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: object;
  readonly key?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const context = { awsRequestId: 'r-1', functionName: 'faults' } as Context;

export const ask = async (service: LostService, name: RouteName, asked: Asked): Promise<Answer> => {
  const { method, resource, route } = routes[name];
  const values = asked.path ?? {};
  const path = resource.replaceAll(/\{(\w+)\}/g, (_, of: string) => values[of] ?? '');
  const event = {
    ...{ httpMethod: method, resource, path, isBase64Encoded: false },
    headers: {
      Authorization: `Bearer ${asked.token}`,
      'Content-Type': 'application/json',
      ...(asked.key !== undefined && { 'Idempotency-Key': asked.key }),
    },
    pathParameters: { ...values },
    queryStringParameters: { ...asked.query },
    body: asked.body === undefined ? null : JSON.stringify(asked.body),
    requestContext: { requestId: 'r-1', domainName: 'api.example', path },
  } as unknown as APIGatewayProxyEvent;
  const handler = route as unknown as (
    ports: LostService,
  ) => (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
  const { statusCode, body } = await handler(service)(event, context);
  return { status: statusCode, body };
};

/** To a repeat: the first call was taken, or has done already what it was for. */
export const isTaken = ({ status, body }: Answer): boolean =>
  status === 404 || (status === 409 && !body.includes('still being worked on'));
