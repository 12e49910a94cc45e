/** `GET I/data`: the infrastructure as the Infrastructure Manager stores it (`serialize` of IM 1.19.1 and 2.0.0), as a text in JSON. */

import { heardAt } from './behind.ts';
import type { Cloud } from './clouds.ts';
import type { Infrastructure, VirtualMachine } from './infrastructure.ts';
import { liveMachines } from './infrastructure.ts';
import { machineRadl } from './machine-facts.ts';
import { radlText } from './radl-text.ts';
import { machineState } from './states.ts';

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

const machineData = (infrastructure: Infrastructure, machine: VirtualMachine, cloud: Cloud, now: number): unknown => {
  const info = `${radlText(machineRadl(infrastructure, machine, cloud, now))}\n\n\ndeploy ${machine.system.node} 1`;
  return {
    last_update: seconds(heardAt(machine, cloud, now)),
    destroy: false,
    state: machineState(machine, now, cloud),
    id: machine.instanceId,
    im_id: machine.id,
    creation_im_id: machine.id,
    cloud: {
      id: cloud.id,
      type: 'OpenStack',
      server: new URL(cloud.host).hostname,
      port: 5000,
      protocol: 'https',
      path: '',
      extra: {},
    },
    info,
    requested_radl: info,
    cont_out: '',
    configured: machine.end === 'configured',
    creating: now < machine.runsAt,
    error_msg: machine.reason ?? null,
    deleting: false,
    creation_date: seconds(machine.appearsAt),
  };
};

export const dataOf = (infrastructure: Infrastructure, cloud: Cloud, now: number): string =>
  JSON.stringify({
    id: infrastructure.id,
    vm_list: liveMachines(infrastructure, now).map((one) => machineData(infrastructure, one, cloud, now)),
    auth: JSON.stringify(infrastructure.owners.map(({ name }) => ({ type: 'InfrastructureManager', username: name }))),
    radl: '',
    deleted: false,
    extra_info: { TOSCA: infrastructure.template },
    creation_date: seconds(infrastructure.createdAt),
  });
