import type { FastifyInstance } from 'fastify';
import type { Service } from './data.ts';

const path = '/monitoring/adapters/zabbix/zones/indigo/types/infrastructure/groups/:provider';

/** The wrapper around Zabbix (docs/contract/federation.md, "Monitoring"). */
export const addMonitoring = (app: FastifyInstance, services: readonly Service[]): void => {
  app.get<{ Params: { provider: string } }>(path, async ({ params: { provider } }) => ({
    meta: { status: 200 },
    result: {
      groups: [{ groupName: provider, paasMachines: services.filter((one) => one.provider === provider).map(machine) }],
    },
  }));
};

const machine = ({ id, health }: Service) => ({
  machineName: id,
  ip: '127.0.0.1',
  serviceCategory: 'compute',
  services: [
    {
      serviceName: 'api',
      paasMetrics: [
        { metricName: 'general_responseTime', metricValue: 100 / health, metricUnit: 'ms' },
        { metricName: 'general_status', metricValue: health, metricUnit: '' },
      ],
    },
  ],
});
