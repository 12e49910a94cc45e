import type { z } from 'zod';
import { actingFor } from './domain/credentials/acting-for.ts';

/**
 * A workflow's step: checks its input by schema, then does one thing, for the deployment that the input names. What it
 * throws is what the workflow sees: the error's `name` stands in ErrorEquals.
 */
export const task =
  <Schema extends z.ZodType, Ports, Output>(
    schema: Schema,
    run: (ports: Ports) => (input: z.output<Schema>) => Promise<Output>,
  ) =>
  (ports: Ports): ((event: unknown) => Promise<Output>) => {
    const step = run(ports);
    return async (event) => {
      const input = schema.parse(event);
      return actingFor(deploymentOf(input), () => step(input));
    };
  };

const deploymentOf = (input: unknown): string | undefined => {
  const { deploymentId } = (input ?? {}) as { readonly deploymentId?: unknown };
  return typeof deploymentId === 'string' ? deploymentId : undefined;
};
