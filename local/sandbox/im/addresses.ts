/** The addresses of a VM or container, which follow from its number in the sandbox. */

import type { Cloud } from './clouds.ts';
import type { VirtualMachine } from './infrastructure.ts';

const octets = (serial: number): string => `${Math.floor(serial / 250) % 250}.${(serial % 250) + 2}`;

/**
 * Addresses without a meaning outside of the sandbox: private ones, and "public" ones from the block for benchmarks (RFC
 * 2544).
 */
function network(cloud: Cloud): { readonly private: string; readonly public: string } {
  const second = cloud.id.charCodeAt(cloud.id.length - 1) % 2;
  return { private: `10.${second}`, public: `198.${18 + second}` };
}

export function privateAddress(machine: VirtualMachine, cloud: Cloud, now: number): string | null {
  return machine.refused || now < machine.runsAt ? null : `${network(cloud).private}.${octets(machine.serial)}`;
}

export function publicAddress(machine: VirtualMachine, cloud: Cloud, now: number): string | null {
  if (!machine.system.public || machine.refused || now < machine.addressedAt) return null;
  return `${network(cloud).public}.${octets(machine.serial)}`;
}
