import type { Context } from 'aws-lambda';
import type { z } from 'zod';
import { actingFor } from './domain/credentials/acting-for.ts';
import { logging } from './domain/log.ts';
import { idsOf, logStep } from './step-log.ts';

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
    const logged = async (event: unknown, context: Context | undefined): Promise<Output> => {
      const startedAt = performance.now();
      try {
        const input = schema.parse(event);
        const output = await actingFor(deploymentOf(input), () => step(input));
        if (context) logStep({ startedAt });
        return output;
      } catch (error) {
        if (context) logStep({ startedAt, error });
        throw error;
      }
    };
    return (event, context) => logging(idsOf(event, context), () => logged(event, context));
  };

const deploymentOf = (input: unknown): string | undefined => {
  const { deploymentId } = (input ?? {}) as { readonly deploymentId?: unknown };
  return typeof deploymentId === 'string' ? deploymentId : undefined;
};
