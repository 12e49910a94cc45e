import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Exchange, Middleware } from './exchange.ts';

/** One JSON line a request. Never holds a token, a body, a subject, or a path with ids in it. */
export const requestLog = (): Middleware => ({
  after: ({ event, response }) => write(event, response),
  onError: ({ event, response, error }) => write(event, response, error),
});

const write = (exchange: Exchange, response: APIGatewayProxyResult | null | undefined, error?: Error | null): void => {
  const status = response?.statusCode ?? 500;
  const line = {
    level: status >= 500 ? 'ERROR' : 'INFO',
    message: 'request',
    requestId: exchange.request.id,
    method: exchange.request.method,
    route: exchange.request.route,
    status,
    durationMs: Math.round((performance.now() - exchange.startedAt) * 10) / 10,
    ...(error && { error: status >= 500 ? detailOf(error) : { name: error.name } }),
  };
  console.log(JSON.stringify(line));
};

/** Only what is our own fault, or a dependency's, is told in detail: the message of a refusal quotes the client. */
const detailOf = (error: Error) => ({
  name: error.name,
  detail: error.message,
  stack: error.stack
    ?.split('\n')
    .slice(1, 9)
    .map((frame) => frame.trim()),
  ...(error.cause instanceof Error && { cause: `${error.cause.name}: ${error.cause.message}` }),
});
