/** Sizes of machines that both regions have. Facts: vCPUs, memory in MiB, architecture, GPUs. */

export interface Size {
  readonly name: string;
  readonly cpus: number;
  readonly memoryMiB: number;
  readonly architecture: 'x86_64' | 'arm64';
  readonly gpu?: {
    readonly count: number;
    readonly name: string;
    readonly manufacturer: string;
    readonly memoryMiB: number;
  };
}

const steps = { nano: 0.5, micro: 1, small: 2, medium: 4, large: 8, xlarge: 16, '2xlarge': 32 } as const;

/** The burstable families: memory in GiB by step; two vCPUs up to `large`. */
const burstable = (family: string, architecture: Size['architecture']): Size[] =>
  Object.entries(steps).map(([step, gib]) => ({
    name: `${family}.${step}`,
    cpus: Math.max(2, gib / 4),
    memoryMiB: gib * 1024,
    architecture,
  }));

const factors = { large: 2, xlarge: 4, '2xlarge': 8, '4xlarge': 16, '8xlarge': 32 } as const;

/** The families with a fixed share of memory per vCPU, in GiB. */
const steady = (family: string, gibPerCpu: number, architecture: Size['architecture'], first?: string): Size[] => [
  ...(first ? [{ name: `${family}.${first}`, cpus: 1, memoryMiB: gibPerCpu * 1024, architecture }] : []),
  ...Object.entries(factors).map(([step, cpus]) => ({
    name: `${family}.${step}`,
    cpus,
    memoryMiB: cpus * gibPerCpu * 1024,
    architecture,
  })),
];

const graphics = (family: string, gpu: string, gpuMiB: number): Size[] =>
  Object.entries({ xlarge: 4, '2xlarge': 8, '4xlarge': 16 }).map(([step, cpus]) => ({
    name: `${family}.${step}`,
    cpus,
    memoryMiB: cpus * 4 * 1024,
    architecture: 'x86_64',
    gpu: { count: 1, name: gpu, manufacturer: 'NVIDIA', memoryMiB: gpuMiB },
  }));

export const sizes: readonly Size[] = [
  ...burstable('t3', 'x86_64'),
  ...burstable('t3a', 'x86_64'),
  ...burstable('t4g', 'arm64'),
  ...steady('m7i', 4, 'x86_64'),
  ...steady('m7g', 4, 'arm64', 'medium'),
  ...steady('c7i', 2, 'x86_64'),
  ...steady('r7i', 8, 'x86_64'),
  ...graphics('g4dn', 'T4', 16384),
  ...graphics('g5', 'A10G', 24576),
  ...graphics('g6', 'L4', 24576),
];

export const findSize = (name: unknown): Size | undefined => sizes.find((size) => size.name === name);
