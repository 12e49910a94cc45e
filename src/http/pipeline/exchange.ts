import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Schedule } from '../../domain/schedules/schedule.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { RequestIds } from './idempotency.ts';
import type { Request } from './request.ts';

/** One request on its way through the stack. Each step adds what it found. */
export interface Exchange {
  readonly request: Request;
  /** performance.now() at the start, in milliseconds */
  readonly startedAt: number;
  caller?: Caller;
  deployment?: Deployment;
  schedule?: Schedule;
  /** chosen for the request's Idempotency-Key: what the request makes gets these ids */
  ids?: RequestIds;
  query?: unknown;
  body?: unknown;
}

export type Middleware = MiddlewareObj<Exchange, APIGatewayProxyResult>;

/** One step of a route before its handler. It adds to the exchange, or throws. */
export type Step = (exchange: Exchange) => Promise<void> | void;
