/** Runs the Lambda functions of the template in this process. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import type { CloudFunction } from '../template/cloud.ts';
import { asFunction } from './signing.ts';

/** A function took longer than its template allows. The name is Lambda's. */
export class FunctionTimeoutError extends Error {
  override readonly name = 'Sandbox.Timedout';
}

export interface Functions {
  /**
   * Sends an event to the function with this ARN, and returns its answer. Throws what the function throws, or
   * FunctionTimeoutError.
   */
  invoke(arn: string, event: unknown): Promise<unknown>;
  /**
   * Loads every function, one after the other, so that few requests have to wait for it. Requests are answered in between.
   * `signal` ends it.
   */
  warm(signal: AbortSignal): Promise<void>;
}

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** Connects the functions to their entry files under `root`; a file is loaded at its first event. */
export const localFunctions = (root: string, definitions: readonly CloudFunction[]): Functions => {
  const byArn = new Map(definitions.map((definition) => [definition.arn, definition]));
  const loaded = new Map<string, Promise<Handler>>();
  const load = (definition: CloudFunction): Promise<Handler> => {
    const known = loaded.get(definition.arn);
    if (known) return known;
    const loading = loadHandler(join(root, definition.entry));
    loaded.set(definition.arn, loading);
    return loading;
  };
  return {
    invoke: async (arn, event) => {
      const definition = byArn.get(arn);
      if (!definition) throw new Error(`there is no function ${arn}`);
      const handler = await load(definition);
      return withTimeout(definition, (context) => asFunction(definition.entry, () => handler(event, context)));
    },
    warm: async (signal) => {
      for (const definition of definitions) {
        await setImmediate();
        if (signal.aborted) return;
        await load(definition);
      }
    },
  };
};

const loadHandler = async (file: string): Promise<Handler> => {
  const module = (await import(pathToFileURL(file).href)) as { handler?: unknown };
  if (typeof module.handler !== 'function') throw new Error(`${file} exports no function named handler`);
  return module.handler as Handler;
};

const withTimeout = async (
  { name, arn, timeoutSeconds }: CloudFunction,
  call: (context: Context) => Promise<unknown>,
) => {
  const deadline = Date.now() + timeoutSeconds * 1000;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new FunctionTimeoutError(`${name} timed out after ${timeoutSeconds.toFixed(2)} seconds`));
  }, timeoutSeconds * 1000);
  try {
    return await Promise.race([call(lambdaContext(name, arn, deadline)), late]);
  } finally {
    clearTimeout(timer);
  }
};

const unused = (): never => {
  throw new Error("a function must return a promise; Lambda's Node 24 does not support done, fail and succeed");
};

const lambdaContext = (name: string, arn: string, deadline: number): Context => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName: name,
  functionVersion: '$LATEST',
  invokedFunctionArn: arn,
  memoryLimitInMB: '512',
  awsRequestId: randomUUID(),
  logGroupName: `/aws/lambda/${name}`,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => Math.max(deadline - Date.now(), 0),
  done: unused,
  fail: unused,
  succeed: unused,
});
