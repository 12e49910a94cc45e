import type { Context } from 'aws-lambda';
import type { z } from 'zod';
import { actingFor } from './domain/credentials/acting-for.ts';
import { logStep } from './step-log.ts';

/**
 * A workflow's step: checks its input by schema, then does one thing, for the deployment that the input names. What it
 * throws is what the workflow sees: the error's `name` stands in ErrorEquals. With a context, as Lambda gives it, it leaves a
 * line in the log.
 */
export const task =
  <Schema extends z.ZodType, Ports, Output>(
    schema: Schema,
    run: (ports: Ports) => (input: z.output<Schema>) => Promise<Output>,
  ) =>
  (ports: Ports): ((event: unknown, context?: Context) => Promise<Output>) => {
    const step = run(ports);
    return async (event, context) => {
      const startedAt = performance.now();
      const log = (error?: unknown) => context && logStep({ context, input: event, startedAt, error });
      try {
        const input = schema.parse(event);
        const output = await actingFor(deploymentOf(input), () => step(input));
        log();
        return output;
      } catch (error) {
        log(error);
        throw error;
      }
    };
  };

const deploymentOf = (input: unknown): string | undefined => {
  const { deploymentId } = (input ?? {}) as { readonly deploymentId?: unknown };
  return typeof deploymentId === 'string' ? deploymentId : undefined;
};
