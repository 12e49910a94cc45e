import type { Resource } from './resource.ts';
import { machineKey } from './states.ts';

/** The Infrastructure Manager's names of a machine's addresses (im/VirtualMachine.py, setIps); stacks use them too. */
const address = /"net_interface\.\d+\.ip(?:v6)?"\s*:\s*"([^"\\]+)"/g;

/** The addresses of the machine of a resource, in the order in which its provider tells them. */
export const addressesOf = ({ metadata }: Pick<Resource, 'metadata'>): readonly string[] =>
  [...(metadata[machineKey] ?? '').matchAll(address)].flatMap(([, found]) => found ?? []);
