import type { Radl } from './radl.ts';
/**
 * The visible data of a VM: the properties that GET I/vms/{n} shows
 * (docs/contract/infrastructure-manager.md, "Machines").
 */

import { privateAddress, publicAddress } from './addresses.ts';
import { systemNow } from './behind.ts';
import type { Cloud } from './clouds.ts';
import { containerRadl } from './containers.ts';
import type { Infrastructure, VirtualMachine } from './infrastructure.ts';
import { machineState } from './states.ts';

/**
 * The networks of the document from which the VM was launched: an update does not set up networks again
 * (docs/contract/infrastructure-manager-templates.md, "Updates").
 */
function networks({ system }: VirtualMachine, cloud: Cloud): readonly Radl[] {
  const { private: inside, public: outside } = system.networks ?? alone(system);
  const inner = {
    class: 'network',
    id: 'private_net',
    outbound: 'no',
    provider_id: `${cloud.id}-private`,
    ...(inside !== '' && { outports: inside }),
  };
  if (outside === undefined) return [inner];
  const outports = outside === '' ? {} : { outports: outside };
  return [
    inner,
    { class: 'network', id: 'public_net', outbound: 'yes', provider_id: `${cloud.id}-public`, ...outports },
  ];
}

/** The networks of a VM that an earlier release of the sandbox stored. */
const alone = ({ public: isPublic, ports }: VirtualMachine['system']): { private: string; public?: string } =>
  isPublic ? { private: '', public: ports } : { private: ports };

function hardware(machine: VirtualMachine, concrete: boolean): Radl {
  const system = systemNow(machine);
  // a lower bound until the cloud has reported the real values
  const bound = concrete ? '' : '_min';
  return {
    'cpu.arch': system.architecture,
    [`cpu.count${bound}`]: system.cpus,
    [`memory.size${bound}`]: system.memoryBytes,
    [`disk.0.size${bound}`]: system.diskBytes,
    instance_type: system.instanceType,
    'disk.0.image.url': system.image ?? `ost://sandbox.example/${system.os.flavour}-${system.os.version}`,
    'disk.0.os.name': system.os.name,
    'disk.0.os.flavour': system.os.flavour,
    'disk.0.os.version': system.os.version,
    ...Object.assign({}, ...(system.disks ?? []).map(disk)),
  };
}

const disk = ({ bytes, location }: NonNullable<VirtualMachine['system']['disks']>[number], index: number): Radl => ({
  [`disk.${index + 1}.size`]: bytes,
  [`disk.${index + 1}.device`]: `vd${String.fromCharCode('b'.charCodeAt(0) + index)}`,
  ...(location !== undefined && { [`disk.${index + 1}.mount_path`]: location, [`disk.${index + 1}.fstype`]: 'ext4' }),
});

function interfaces(machine: VirtualMachine, cloud: Cloud, now: number): Radl {
  const inner = privateAddress(machine, cloud, now);
  const known = publicAddress(machine, cloud, now);
  const outer = known === null ? null : (machine.behind?.publicAddress ?? known);
  return {
    'net_interface.0.connection': 'private_net',
    'net_interface.0.dns_name': `vnode-${machine.id}`,
    ...(inner === null ? {} : { 'net_interface.0.ip': inner }),
    ...(machine.system.public ? { 'net_interface.1.connection': 'public_net' } : {}),
    ...(outer === null ? {} : { 'net_interface.1.ip': outer }),
  };
}

function placed(machine: VirtualMachine, cloud: Cloud): Radl {
  const host = new URL(cloud.host);
  return {
    'provider.type': 'OpenStack',
    'provider.host': host.hostname,
    'provider.port': Number(host.port),
    ...(machine.refused
      ? {}
      : {
          instance_id: machine.instanceId,
          availability_zone: 'nova',
          launch_time: Math.floor(machine.appearsAt / 1000),
        }),
  };
}

/** The networks of the whole infrastructure, followed by this VM's system with the name of its node. */
export function machineRadl(
  infrastructure: Infrastructure,
  machine: VirtualMachine,
  cloud: Cloud,
  now: number,
): readonly Radl[] {
  if (machine.system.container) return containerRadl(infrastructure, machine, cloud, now);
  const running = !machine.refused && now >= machine.runsAt;
  return [
    ...networks(machine, cloud),
    {
      class: 'system',
      id: machine.system.node,
      instance_name: machine.system.instanceName,
      state: machineState(machine, now, cloud),
      ...hardware(machine, running),
      'disk.0.os.credentials.username': machine.system.user,
      'disk.0.os.credentials.private_key': infrastructure.privateKey,
      ...interfaces(machine, cloud, now),
      ...placed(machine, cloud),
    },
  ];
}
