import { privateAddress, publicAddress } from './addresses.ts';
import type { Cloud } from './clouds.ts';
import { endpointsOf } from './containers.ts';
import { parseDocument } from './document.ts';
import { evaluate, type Scope } from './functions.ts';
import { type Infrastructure, liveMachines, type VirtualMachine } from './infrastructure.ts';
import { hostOf, isContainer } from './nodes.ts';
import { Refusal } from './refusal.ts';
import { asMap, asText, at } from './value.ts';

type Attribute = (machine: VirtualMachine, cloud: Cloud, now: number) => unknown;

const credential = (infrastructure: Infrastructure, machine: VirtualMachine, now: number): unknown =>
  now < machine.runsAt
    ? null
    : { user: machine.system.user, token: infrastructure.privateKey, token_type: 'private_key' };

const attributes: { readonly [name: string]: Attribute } = {
  private_address: privateAddress,
  public_address: publicAddress,
  ip_address: (machine, cloud, now) => publicAddress(machine, cloud, now) ?? privateAddress(machine, cloud, now),
  tosca_id: ({ refused, instanceId }) => (refused ? null : instanceId),
  tosca_name: ({ system }) => system.node,
};

/** Evaluates get_attribute: for a Compute node its own attribute, for a hosted node that of its host. */
function attributeReader(
  infrastructure: Infrastructure,
  cloud: Cloud,
  document: Scope['document'],
  now: number,
): Scope['attribute'] {
  return (node, [name, ...path]) => {
    const type = asText(at(document, 'topology_template', 'node_templates', node, 'type'));
    const host = isContainer(document, type) ? node : hostOf(document, node);
    // the IM fails with all outputs
    if (host === undefined) throw new Refusal(400, "'NoneType' object has no attribute 'name'");
    // of a port it looks for the number of an interface among the networks
    if (name === 'ip_address' && type?.endsWith('Port')) return null;
    const machines = liveMachines(infrastructure, now).filter(({ system }) => system.node === host);
    const first = machines[0];
    if (!first) return null;
    if (name === 'credential' || (name === 'endpoint' && path[0] === 'credential')) {
      const all = machines.map((machine) => credential(infrastructure, machine, now));
      const index = path.find((step) => typeof step === 'number');
      return (index === undefined ? all[0] : all[index]) ?? null;
    }
    if (name === 'endpoints' && first.system.container) {
      const all = endpointsOf(infrastructure, first, cloud, now);
      return path[0] === undefined ? all : (all?.[Number(path[0])] ?? null);
    }
    // behind the name of a capability it finds the attribute of the machine
    const read = attributes[String(name)] ?? attributes[String(path.shift())];
    if (!read) return null;
    const values = machines.map((machine) => read(machine, cloud, now));
    if (!first.system.listsAddresses) return values[0] ?? null;
    return path[0] === undefined ? values : (values[Number(path[0])] ?? null);
  };
}

/**
 * Outputs can be read in any state; a value that is not known yet is null
 * (docs/contract/infrastructure-manager-templates.md, "Outputs").
 */
export function outputsOf(infrastructure: Infrastructure, cloud: Cloud, now: number): Record<string, unknown> {
  const document = parseDocument(infrastructure.template);
  const scope: Scope = { document, attribute: attributeReader(infrastructure, cloud, document, now) };
  const outputs = Object.entries(asMap(at(document, 'topology_template', 'outputs')));
  return Object.fromEntries(outputs.map(([name, output]) => [name, evaluate(at(output, 'value'), scope) ?? null]));
}
