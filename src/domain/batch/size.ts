import { fargateSize, type RequestedSize } from '../deployers/fargate.ts';

/** Machines of EC2 give whole vCPUs. */
const machineSize = ({ cpus, memory }: RequestedSize): RequestedSize => ({
  cpus: Math.max(1, Math.ceil(cpus)),
  memory: Math.max(4, Math.ceil(memory)),
});

/** What a platform gives where so much is asked for; undefined: it has none so large. */
export const sizeAt = (requested: RequestedSize, platform: 'FARGATE' | 'EC2'): RequestedSize | undefined =>
  platform === 'FARGATE' ? fargateSize(requested) : machineSize(requested);
