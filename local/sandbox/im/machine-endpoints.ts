import { alterMachine } from './alter.ts';
import { power, removeMachines } from './changes.ts';
import { machineLog } from './contextualization.ts';
import { parseDocument } from './document.ts';
import { type Call, type Endpoint, toscaBody } from './endpoint.ts';
import type { Infrastructure, VirtualMachine } from './infrastructure.ts';
import { atItsCloud } from './infrastructure-endpoints.ts';
import { nowOf, open, openMachine } from './lookup.ts';
import { machineRadl } from './machine-facts.ts';
import type { Radl } from './radl.ts';
import { radlText } from './radl-text.ts';
import { Refusal } from './refusal.ts';
import { empty, type Reply, text } from './reply.ts';
import { validate } from './validation.ts';

const one = '/infrastructures/:id/vms/:machine';

interface Opened {
  readonly infrastructure: Infrastructure;
  readonly machine: VirtualMachine;
  readonly radl: readonly Radl[];
}

function openOne(call: Call): Opened {
  const { infrastructure, cloud } = open(call.sandbox, call.params['id'] ?? '', call.owner());
  const now = nowOf(call.sandbox);
  const machine = openMachine(infrastructure, call.params['machine'] ?? '', now);
  return { infrastructure, machine, radl: cloud ? machineRadl(infrastructure, machine, cloud, now) : [] };
}

function show(call: Call): Reply {
  const { radl } = openOne(call);
  return text('radl', radlText(radl), radl);
}

/** A property by its RADL name; `cpu.count` is also found as `cpu.count_min`. */
function property(call: Call): Reply {
  const { infrastructure, machine, radl } = openOne(call);
  const name = call.params['property'] ?? '';
  if (name === 'contmsg') return text(name, machineLog(infrastructure, machine, nowOf(call.sandbox)));
  const system = radl.at(-1) ?? {};
  const value = system[name] ?? system[`${name}_min`];
  if (value === undefined) {
    throw new Refusal(404, `Incorrect property ${name} for VM ID ${machine.id}`, { prefixed: false });
  }
  return text(name, String(value), value);
}

/** Answers with the changed VM and the other elements of its RADL, as the IM does. */
function alter(call: Call): Reply {
  const document = parseDocument(toscaBody(call));
  validate(document);
  const { infrastructure, cloud } = atItsCloud(call);
  const machine = alterMachine(call.sandbox, infrastructure, cloud, { id: call.params['machine'] ?? '', document });
  const radl = machineRadl(infrastructure, machine, cloud, nowOf(call.sandbox));
  const named =
    infrastructure.name === '' ? [] : [{ class: 'description', id: 139_848_828, name: infrastructure.name }];
  const deploy = { class: 'deploy', system: machine.system.node, vm_number: 1 };
  const rest = [deploy, { class: 'contextualize' }, ...named];
  return text('radl', radlText(radl), [...radl, ...rest]);
}

function removeListed(call: Call): Reply {
  const { infrastructure, cloud } = atItsCloud(call);
  removeMachines(call.sandbox, infrastructure, cloud, (call.params['machine'] ?? '').split(','));
  return empty;
}

const notThere =
  '404 Not Found: The requested URL was not found on the server. ' +
  'If you entered the URL manually please check your spelling and try again.';

function operate(call: Call): Reply {
  const { operation, machine } = call.params;
  if (operation !== 'start' && operation !== 'stop' && operation !== 'reboot') throw new Refusal(400, notThere);
  const { infrastructure } = atItsCloud(call);
  power(call.sandbox, infrastructure, operation, machine ?? '');
  return empty;
}

export const machineEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: one, prefix: 'Error Getting VM. info: ', credentials: 400, handle: show },
  {
    method: 'GET',
    path: `${one}/:property`,
    prefix: 'Error Getting VM. property: ',
    credentials: 400,
    handle: property,
  },
  { method: 'PUT', path: one, prefix: 'Error modifying resources: ', credentials: 400, handle: alter },
  { method: 'DELETE', path: one, prefix: 'Error Removing resources: ', credentials: 400, handle: removeListed },
  {
    method: 'PUT',
    path: `${one}/:operation`,
    prefix: ({ params }) => `Error in ${params['operation']} op in VM: `,
    credentials: 400,
    handle: operate,
  },
];
