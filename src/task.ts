import type { z } from 'zod';

/**
 * A workflow's step: checks its input by schema, then does one thing. What it throws is what the workflow sees:
 * the error's `name` stands in ErrorEquals.
 */
export const task =
  <Schema extends z.ZodType, Ports, Output>(
    schema: Schema,
    run: (ports: Ports) => (input: z.output<Schema>) => Promise<Output>,
  ) =>
  (ports: Ports): ((event: unknown) => Promise<Output>) => {
    const step = run(ports);
    return async (event) => step(schema.parse(event));
  };
