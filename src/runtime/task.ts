import type { Context } from 'aws-lambda';
import type * as v from 'valibot';
import { onBehalfOf } from '../domain/credentials/current-deployment.ts';
import { logging } from '../foundation/log.ts';
import { conform } from '../foundation/shape/examine.ts';
import { idsOf, logStep } from './step-log.ts';

/**
 * A workflow's step: checks its input by schema, then does one thing for the deployment that the input names. The
 * workflow sees the errors that it throws: `name` is what ErrorEquals compares. With a context, which Lambda passes, it
 * writes a line to the log.
 */
export const task =
  <Schema extends v.GenericSchema, Ports, Output>(
    schema: Schema,
    run: (ports: Ports) => (input: v.InferOutput<Schema>) => Promise<Output>,
  ) =>
  (ports: Ports): ((event: unknown, context?: Context) => Promise<Output>) => {
    const step = run(ports);
    const logged = async (event: unknown, context: Context | undefined): Promise<Output> => {
      const startedAt = performance.now();
      try {
        const input = conform(schema, event);
        const output = await onBehalfOf(deploymentOf(input), () => step(input));
        if (context) logStep({ startedAt });
        return output;
      } catch (error) {
        if (context) logStep({ startedAt, error });
        throw error;
      }
    };
    return (event, context) => logging(idsOf(event, context), () => logged(event, context));
  };

/** A step that is polled has its input one level deeper (poll.ts). */
const deploymentOf = (event: unknown): string | undefined => {
  const { deploymentId, input } = (event ?? {}) as { readonly deploymentId?: unknown; readonly input?: unknown };
  if (typeof deploymentId === 'string') return deploymentId;
  return input === undefined ? undefined : deploymentOf(input);
};
