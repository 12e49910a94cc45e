import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { examine, listed } from '../../../src/foundation/shape/examine.ts';
import { number } from '../../../src/foundation/shape/schemas.ts';

const question = v.object({
  preferences: v.array(
    v.object({ priority: v.array(v.object({ sla_id: v.string(), service_id: v.string(), weight: number })) }),
  ),
  sla: v.array(
    v.object({ id: v.string(), provider: v.string(), services: v.array(v.object({ service_id: v.string() })) }),
  ),
  monitoring: v.array(
    v.object({
      provider: v.string(),
      services: v.array(
        v.object({
          service_id: v.string(),
          type: v.string(),
          metrics: v.array(v.looseObject({ metricName: v.string(), metricValue: number })),
        }),
      ),
    }),
  ),
});
type Question = v.InferOutput<typeof question>;

/**
 * `POST /rank` (docs/contract/federation.md, "CPR"): orders by the weight of the agreement, then by a score of the measured
 * metrics.
 */
export const addCpr = (app: FastifyInstance): void => {
  app.post<{ Body: string | undefined }>('/rank', async ({ body }, reply) => {
    const examined = examine(question, body);
    if (!examined.ok) return refuse(reply, listed(examined.mistakes));
    const scored = examined.value.sla.flatMap(({ provider, services }) =>
      services.map(({ service_id }) => ({ provider, service_id, ...scoreOf(examined.value, service_id) })),
    );
    const best = scored.toSorted((a, b) => b.sla_weight - a.sla_weight || b.total_score - a.total_score);
    return best.map((one, index) => ({ ...one, rank: index + 1, ranked: true }));
  });
};

const refuse = (reply: FastifyReply, error: string) => reply.code(400).send({ error });

const scoreOf = ({ preferences, monitoring }: Question, id: string) => {
  const weight = preferences.flatMap(({ priority }) => priority).find(({ service_id }) => service_id === id)?.weight;
  const metrics = monitoring.flatMap(({ services }) => services.filter(({ service_id }) => service_id === id));
  const status = metrics.flatMap((one) => one.metrics).find(({ metricName }) => metricName === 'general_status');
  return { sla_weight: weight ?? 0, total_score: Math.round((status?.metricValue ?? 0) * 1000) / 100 };
};
