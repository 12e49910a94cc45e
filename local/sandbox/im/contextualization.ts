/** The contextualization message: Ansible's output, which grows with time. */

import { type Infrastructure, liveMachines, type VirtualMachine } from './infrastructure.ts';

interface Entry {
  readonly at: number;
  readonly text: string;
}

const stamp = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', '000');

/** An instant between the VM running (`part` 0) and its end (`part` 1). */
const between = ({ runsAt, settlesAt }: VirtualMachine, part: number): number => runsAt + (settlesAt - runsAt) * part;

/** Without software a VM needs no contextualization, unless the sandbox was told to let it fail. */
const isConfigured = ({ software, machines }: Infrastructure): boolean =>
  software || machines.some(({ end }) => end === 'unconfigured');

function infrastructureEntries(infrastructure: Infrastructure, machines: readonly VirtualMachine[]): readonly Entry[] {
  const { addedAt, failure } = infrastructure;
  if (failure !== undefined) return [{ at: addedAt, text: failure }];
  const master = machines.find(({ end }) => end !== 'failed');
  const broken = machines.flatMap(({ end, reason, runsAt }) =>
    end === 'failed' ? [{ at: runsAt, text: reason ?? '' }] : [],
  );
  if (!master) return [{ at: addedAt, text: 'All VMs failed. No contextualize.' }, ...broken];
  if (!isConfigured(infrastructure)) return broken;
  return [
    { at: addedAt, text: 'Select master VM' },
    { at: addedAt, text: 'Wait master VM to boot' },
    { at: master.runsAt, text: 'Wait master VM to have the SSH active.' },
    { at: between(master, 0.2), text: 'Creating and copying Ansible playbook files' },
    { at: between(master, 0.4), text: 'Launching the contextualization of all the VMs' },
    ...broken,
  ];
}

function recap(machine: VirtualMachine): string {
  const failed = machine.end === 'unconfigured';
  return `PLAY RECAP ***\nvnode-${machine.id} : ok=${failed ? 2 : 4} changed=${failed ? 0 : 3} unreachable=0 failed=${failed ? 1 : 0}`;
}

function machineEntries(machine: VirtualMachine): readonly Entry[] {
  const { id, system, settlesAt } = machine;
  const task = (name: string): string => `TASK [${name}] ***\nok: [vnode-${id}]`;
  const outcome =
    machine.end === 'unconfigured'
      ? `TASK [Install ${system.node}] ***\nfatal: [vnode-${id}]: FAILED! => {"msg": "the sandbox was told to fail here"}`
      : `TASK [Install ${system.node}] ***\nchanged: [vnode-${id}]`;
  return [
    { at: between(machine, 0.5), text: `PLAY [${system.node}] ***` },
    { at: between(machine, 0.6), text: task('Gathering Facts') },
    { at: between(machine, 0.75), text: task('Wait for the package manager') },
    { at: between(machine, 0.9), text: outcome },
    { at: settlesAt, text: recap(machine) },
  ];
}

/** The VM's log so far: empty without software, and before its play starts. */
export function machineLog(infrastructure: Infrastructure, machine: VirtualMachine, now: number): string {
  if (machine.end === 'failed') return now < machine.runsAt ? '' : `${machine.reason}\n`;
  if (!isConfigured(infrastructure)) return '';
  return machineEntries(machine)
    .filter(({ at }) => at <= now)
    .map(({ text }) => `${text}\n`)
    .join('');
}

/** The log of the infrastructure, followed by that of each VM unless only the header is wanted (`GET I/contmsg`). */
export function contextualizationMessage(infrastructure: Infrastructure, now: number, headerOnly: boolean): string {
  if (infrastructure.hangs) return '';
  const machines = liveMachines(infrastructure, now);
  const plain = isConfigured(infrastructure) || infrastructure.failure !== undefined || now < infrastructure.addedAt;
  const header = infrastructureEntries(infrastructure, machines)
    .filter(({ at }) => at <= now)
    .map(({ at, text }) => `${stamp(at)}: ${text}\n`)
    .join('');
  const intro = plain ? '' : 'Contextualization disabled by the RADL/TOSCA template.\n\n';
  if (headerOnly) return intro + header;
  const logs = machines.map((machine) => [machine.id, machineLog(infrastructure, machine, now)] as const);
  return intro + header + logs.map(([id, log]) => (log === '' ? '' : `\nVM ${id}:\n${log}`)).join('');
}
