/** What a container asks for. */
export interface RequestedSize {
  readonly cpus: number;
  /** MiB */
  readonly memory: number;
}

const range = (least: number, most: number, step: number): readonly number[] =>
  Array.from({ length: (most - least) / step + 1 }, (_, index) => least + index * step);

/**
 * vCPUs, and the MiB of memory that Fargate has with them, smallest first. A test holds them against the SDK for AWS Batch,
 * whose description of ResourceRequirement lists them all; ECS has the same [Amazon ECS developer guide, "Task size"].
 */
export const fargateSizes: readonly (readonly [cpus: number, memories: readonly number[]])[] = [
  [0.25, [512, 1_024, 2_048]],
  [0.5, range(1_024, 4_096, 1_024)],
  [1, range(2_048, 8_192, 1_024)],
  [2, range(4_096, 16_384, 1_024)],
  [4, range(8_192, 30_720, 1_024)],
  [8, range(16_384, 61_440, 4_096)],
  [16, range(32_768, 122_880, 8_192)],
  [32, [61_440, 122_880, 249_856]],
];

/** For messages. */
export const largestOfFargate = '32 vCPUs and 249856 MiB';

/** The smallest pair of Fargate with at least this much; undefined: Fargate has none so large. */
export const fargateSize = ({ cpus, memory }: RequestedSize): RequestedSize | undefined => {
  for (const [has, memories] of fargateSizes) {
    const found = has < cpus ? undefined : memories.find((one) => one >= memory);
    if (found !== undefined) return { cpus: has, memory: found };
  }
  return undefined;
};

export const isFargateSize = ({ cpus, memory }: RequestedSize): boolean =>
  fargateSizes.some(([has, memories]) => has === cpus && memories.includes(memory));
