import type { Context } from 'aws-lambda';
import { bare } from '../foundation/bounded-message.ts';
import { log, logging, logThrough } from '../foundation/log.ts';
import { told } from '../foundation/sanitised-error.ts';
import { powertoolsLog } from '../observability/powertools-log.ts';

/** One lazy factory for each port: nothing is built, and no environment read, before the first event. */
export type Lazy<Ports> = { readonly [K in keyof Ports]: () => Ports[K] };

/**
 * Binds an entry point to the environment on its first event, once per process; every line it logs says whose it is. What it throws
 * is what leaves the function: the name, and what is masked of the rest (`bare`).
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
      throw bare(error);
    }
  };
  return (event, context) => {
    logThrough(powertoolsLog);
    return logging(invocation(context, bound === undefined), () => run(event, context));
  };
};

/** A function without what it needs of its environment comes to no line of its own. */
const begin = <Ports, Run>(build: (ports: Ports) => Run, lazy: Lazy<Ports>): Run => {
  try {
    return build(assemble(lazy));
  } catch (error) {
    log('ERROR', 'not begun', { error: told(error) });
    throw error;
  }
};

/** In the words of Powertools; `requestId` is the gateway's where there is one, and this stands in for it. */
const invocation = (context: Context | undefined, isCold: boolean) => ({
  function_name: context?.functionName,
  function_request_id: context?.awsRequestId,
  cold_start: isCold,
  requestId: context?.awsRequestId,
});

const assemble = <Ports>(lazy: Lazy<Ports>): Ports =>
  Object.fromEntries(Object.entries(lazy).map(([name, make]) => [name, (make as () => unknown)()])) as Ports;
