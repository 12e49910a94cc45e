import type { APIGatewayProxyResult } from 'aws-lambda';
import { alsoLogging, type Fields, log, loggedFields } from '../../foundation/log.ts';
import { sanitisedForLog } from '../../foundation/sanitised-error.ts';
import type { Exchange, Middleware } from './exchange.ts';

/** Writes one line for each request, with the ids to find it by. The line never holds a token, a body or a subject. */
export const requestLog = (): Middleware => ({
  before: ({ event }) => alsoLogging(idsOf(event)),
  after: ({ event, response }) => write(event, response),
  onError: ({ event, response, error }) => write(event, response, error),
});

const write = (exchange: Exchange, response: APIGatewayProxyResult | null | undefined, error?: Error | null): void => {
  const status = response?.statusCode ?? 500;
  log(status >= 500 ? 'ERROR' : 'INFO', 'request', {
    ...idsOf(exchange),
    ...loggedFields(), // last, since a change knows which operation it started
    method: exchange.request.method,
    route: exchange.request.route,
    status,
    durationMs: Math.round((performance.now() - exchange.startedAt) * 10) / 10,
    // only errors of our own or of a dependency are logged in detail: the message of a refusal quotes the client
    ...(error && { error: status >= 500 ? sanitisedForLog(error) : { name: error.name } }),
  });
};

const ids = { deployment_id: 'deploymentId', resource_id: 'resourceId', schedule_id: 'scheduleId' } as const;

/** Only ids are logged: a client may put anything else into a path. */
const isId = (text: string | undefined): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text ?? '');

const idsOf = ({ request, deployment }: Exchange): Fields => ({
  requestId: request.id,
  ...Object.fromEntries(
    Object.entries(ids).flatMap(([name, id]) => (isId(request.path[name]) ? [[id, request.path[name]]] : [])),
  ),
  ...(deployment && { operationId: deployment.operation.id }),
});
