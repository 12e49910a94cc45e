import { type AskedSize, fargateSize } from '../deployers/fargate.ts';

/** Machines of EC2 give whole vCPUs. */
const machineSize = ({ cpus, memory }: AskedSize): AskedSize => ({
  cpus: Math.max(1, Math.ceil(cpus)),
  memory: Math.max(4, Math.ceil(memory)),
});

/** What a platform gives where so much is asked for; undefined: it has none so large. */
export const sizeAt = (asked: AskedSize, platform: 'FARGATE' | 'EC2'): AskedSize | undefined =>
  platform === 'FARGATE' ? fargateSize(asked) : machineSize(asked);
