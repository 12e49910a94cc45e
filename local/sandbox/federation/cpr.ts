import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

const question = z.object({
  preferences: z.array(
    z.object({ priority: z.array(z.object({ sla_id: z.string(), service_id: z.string(), weight: z.number() })) }),
  ),
  sla: z.array(
    z.object({ id: z.string(), provider: z.string(), services: z.array(z.object({ service_id: z.string() })) }),
  ),
  monitoring: z.array(
    z.object({
      provider: z.string(),
      services: z.array(
        z.object({
          service_id: z.string(),
          type: z.string(),
          metrics: z.array(z.looseObject({ metricName: z.string(), metricValue: z.number() })),
        }),
      ),
    }),
  ),
});
type Question = z.infer<typeof question>;

/** `POST /rank` (behaviour.md 13.4): by the weight of the agreement, then by a score out of what was measured. */
export const addCpr = (app: FastifyInstance): void => {
  app.post<{ Body: string | undefined }>('/rank', async ({ body }, reply) => {
    const asked = question.safeParse(body);
    if (!asked.success) return refuse(reply, z.prettifyError(asked.error));
    const scored = asked.data.sla.flatMap(({ provider, services }) =>
      services.map(({ service_id }) => ({ provider, service_id, ...scoreOf(asked.data, service_id) })),
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
