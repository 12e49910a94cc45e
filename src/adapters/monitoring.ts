import * as z from 'zod';
import { MonitoringError } from '../domain/errors.ts';
import type { Monitoring } from '../domain/providers/federation.ts';
import { federationPartner, type PartnerOptions } from './providers-partner.ts';

const machine = z.object({
  machineName: z.string(),
  serviceCategory: z.string().nullish(),
  services: z.array(z.object({ paasMetrics: z.array(z.json()).nullish() })).nullish(),
});
const schema = z.object({
  result: z.object({ groups: z.array(z.object({ paasMachines: z.array(machine).nullish() })) }),
});

/** The wrapper around Zabbix (behaviour.md 13.3); a machine's name is the id of a service. */
export const monitoring = (options: PartnerOptions): Monitoring => {
  const partner = federationPartner('monitoring', MonitoringError, options);
  return {
    measure: async (provider) => {
      const path = `/monitoring/adapters/zabbix/zones/indigo/types/infrastructure/groups/${encodeURIComponent(provider)}`;
      const { result } = await partner.read({ method: 'GET', path }, schema);
      const machines = result.groups[0]?.paasMachines ?? [];
      return {
        provider,
        services: machines.map(({ machineName: id, serviceCategory, services }) => ({
          id,
          type: serviceCategory ?? 'compute',
          metrics: (services ?? []).flatMap(({ paasMetrics }) => paasMetrics ?? []),
        })),
      };
    },
  };
};
