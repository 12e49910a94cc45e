import type { Context } from 'aws-lambda';

/** One lazy factory for each port: nothing is built, and no environment read, before the first event. */
export type Lazy<Ports> = { readonly [K in keyof Ports]: () => Ports[K] };

/** Binds an entry point to the environment on its first event, once per process. */
export const onLambda = <Ports, Event, Result>(
  build: (ports: Ports) => (event: Event, context: Context) => Promise<Result>,
  lazy: Lazy<Ports>,
): ((event: Event, context: Context) => Promise<Result>) => {
  let bound: ((event: Event, context: Context) => Promise<Result>) | undefined;
  return (event, context) => {
    bound ??= build(assemble(lazy));
    return bound(event, context);
  };
};

const assemble = <Ports>(lazy: Lazy<Ports>): Ports =>
  Object.fromEntries(Object.entries(lazy).map(([name, make]) => [name, (make as () => unknown)()])) as Ports;
