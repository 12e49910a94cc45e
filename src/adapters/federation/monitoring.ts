import * as v from 'valibot';
import type { Monitoring } from '../../domain/providers/federation.ts';
import { MonitoringError } from '../../foundation/errors.ts';
import { json, objectOf } from '../../foundation/shape/schemas.ts';
import { type FederationClientOptions, federationClient } from './client.ts';

const machine = v.object({
  machineName: v.string(),
  serviceCategory: v.nullish(v.string()),
  services: v.nullish(v.array(objectOf({ paasMetrics: v.nullish(v.array(json)) }))),
});
const schema = v.object({
  result: v.object({ groups: v.array(objectOf({ paasMachines: v.nullish(v.array(machine)) })) }),
});

/** The wrapper around Zabbix (docs/contract/federation.md, "Monitoring"). The name of a machine is the id of a service. */
export const monitoring = (options: FederationClientOptions): Monitoring => {
  const client = federationClient('monitoring', MonitoringError, options);
  return {
    measure: async (provider) => {
      const path = `/monitoring/adapters/zabbix/zones/indigo/types/infrastructure/groups/${encodeURIComponent(provider)}`;
      const { result } = await client.read({ method: 'GET', path }, schema);
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
