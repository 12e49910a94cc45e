import type { Context } from 'aws-lambda';
import { logging, logThrough } from './domain/log.ts';
import { powertoolsLog } from './observability/powertools-log.ts';

/** One lazy factory for each port: nothing is built, and no environment read, before the first event. */
export type Lazy<Ports> = { readonly [K in keyof Ports]: () => Ports[K] };

/** Binds an entry point to the environment on its first event, once per process; every line it logs says whose it is. */
export const onLambda = <Ports, Event, Result>(
  build: (ports: Ports) => (event: Event, context: Context) => Promise<Result>,
  lazy: Lazy<Ports>,
): ((event: Event, context: Context) => Promise<Result>) => {
  let bound: ((event: Event, context: Context) => Promise<Result>) | undefined;
  return (event, context) => {
    const isCold = bound === undefined;
    const run = bound ?? build(assemble(lazy));
    bound = run;
    logThrough(powertoolsLog);
    return logging(invocation(context, isCold), () => run(event, context));
  };
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
