import type { Context } from 'aws-lambda';
import { log, logging, logThrough } from '../foundation/log.ts';
import { sanitisedForLog } from '../foundation/sanitised-error.ts';
import { sanitisedForCaller } from '../foundation/sanitised-for-caller.ts';
import { powertoolsLog } from '../observability/powertools-log.ts';

/** One lazy factory for each port: before the first event, nothing is built and no environment is read. */
export type Lazy<Ports> = { readonly [K in keyof Ports]: () => Ports[K] };

/**
 * Binds an entry point to the environment at its first event, once per process. Every line that it logs has the fields of
 * the invocation. An error leaves the function with its name, and the rest masked (`bare`).
 */
export const onLambda = <Ports, Event, Result>(
  build: (ports: Ports) => (event: Event, context: Context) => Promise<Result>,
  lazy: Lazy<Ports>,
): ((event: Event, context: Context) => Promise<Result>) => {
  let bound: ((event: Event, context: Context) => Promise<Result>) | undefined;
  const run = async (event: Event, context: Context): Promise<Result> => {
    try {
      bound ??= begin(build, lazy);
      return await bound(event, context);
    } catch (error) {
      throw sanitisedForCaller(error);
    }
  };
  return (event, context) => {
    logThrough(powertoolsLog);
    return logging(invocation(context, bound === undefined), () => run(event, context));
  };
};

/** Logs a failed start: a function without its environment never gets to a line of its own. */
const begin = <Ports, Run>(build: (ports: Ports) => Run, lazy: Lazy<Ports>): Run => {
  try {
    return build(assemble(lazy));
  } catch (error) {
    log('ERROR', 'not started', { error: sanitisedForLog(error) });
    throw error;
  }
};

/** Field names are those of Powertools. `requestId` is Lambda's until the gateway's, if there is one, replaces it. */
const invocation = (context: Context | undefined, isCold: boolean) => ({
  function_name: context?.functionName,
  function_request_id: context?.awsRequestId,
  cold_start: isCold,
  requestId: context?.awsRequestId,
});

const assemble = <Ports>(lazy: Lazy<Ports>): Ports =>
  Object.fromEntries(Object.entries(lazy).map(([name, make]) => [name, (make as () => unknown)()])) as Ports;
