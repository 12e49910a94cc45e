import type { Json, Node } from './topology.ts';

type ByName = ReadonlyMap<string, Node>;

/** A machine of this type has a list of addresses at the Infrastructure Manager, and each other one an address. */
export const machinesWithLists = 'tosca.nodes.indigo.Compute';

/** The attributes of a machine that are addresses, as the Infrastructure Manager knows them. */
export const addressAttributes: readonly string[] = ['private_address', 'public_address'];

/** Whether it is of that type, or of one that becomes that type (infrastructure-manager/package-forms.ts). */
export const hasAddressList = ({ type }: { readonly type: string }): boolean =>
  type === machinesWithLists || type === 'tosca.nodes.indigo.MonitoredCompute';

/**
 * An address in the attributes `networks` and `ports` of a machine (1.3 section 5.9.2) as its `private_address` or
 * `public_address`, for a deployer that knows only these: `[server, networks, private, addresses, 0]` becomes `[server,
 * private_address]`. Undefined: it is something else, or nobody knows which of several addresses is meant.
 */
export function plainAddress([name, ...path]: readonly Json[], byName: ByName): readonly Json[] | undefined {
  const { node, rest } = behindRequirements(byName.get(String(name)), path, byName);
  const [attribute, key, list, ...index] = rest;
  if (node === undefined || list !== 'addresses' || index.length > 1) return undefined;
  const address = addressIn(node, String(attribute), String(key), byName);
  if (address === undefined) return undefined;
  if (hasAddressList(node)) return [node.name, address, ...index];
  return String(index[0]) === '0' ? [node.name, address] : undefined;
}

/** A path may lead through requirements to the machine. */
function behindRequirements(node: Node | undefined, path: readonly Json[], byName: ByName) {
  let at = node;
  let rest = path;
  while (at !== undefined && rest.length > 3 && !isMachine(at)) {
    const requirement = at.requirements.find((one) => one.name === rest[0]);
    at = requirement && byName.get(requirement.node ?? '');
    rest = rest.slice(1);
  }
  return { node: at !== undefined && isMachine(at) ? at : undefined, rest };
}

const isMachine = ({ types }: Node): boolean => types.includes('tosca.nodes.Compute');

function addressIn(machine: Node, attribute: string, key: string, byName: ByName): string | undefined {
  if (attribute !== 'networks' && attribute !== 'ports') return undefined;
  const bound = [...byName.values()].filter(
    (node) => node.types.includes('tosca.nodes.network.Port') && targetOf(node, 'binding') === machine.name,
  );
  const found = bound.filter((port) =>
    attribute === 'ports' ? port.name === key : isNetwork(byName.get(targetOf(port, 'link') ?? ''), key),
  );
  if (found.length === 0) return attribute === 'networks' ? addresses[key] : undefined;
  const kinds = bound.map((port) => kindOf(port, byName));
  const kind = found[0] && kindOf(found[0], byName);
  // of two networks of one kind, or of an unknown one, nobody knows which comes first
  const isOnly = kinds.filter((one) => one === kind || one === undefined).length === 1;
  return isOnly ? addresses[kind ?? ''] : undefined;
}

const addresses: { readonly [kind: string]: string | undefined } = Object.freeze({
  ...{ private: 'private_address', public: 'public_address' },
});

const isNetwork = (network: Node | undefined, key: string): boolean =>
  network !== undefined && (network.name === key || network.properties['network_name'] === key);

const kindOf = (port: Node, byName: ByName): string | undefined => {
  const kind = byName.get(targetOf(port, 'link') ?? '')?.properties['network_type'];
  return typeof kind === 'string' && Object.hasOwn(addresses, kind) ? kind : undefined;
};

/** The node that the first requirement of this name leads to. */
export const targetOf = ({ requirements }: Node, name: string): string | undefined =>
  requirements.find((requirement) => requirement.name === name)?.node;
