import type { AskedSize } from '../deployers/fargate.ts';

/** Machines of EC2 give whole vCPUs. */
export const machineSize = ({ cpus, memory }: AskedSize): AskedSize => ({
  cpus: Math.max(1, Math.ceil(cpus)),
  memory: Math.max(4, Math.ceil(memory)),
});
