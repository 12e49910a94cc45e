/** What a container asks for. */
export interface AskedSize {
  readonly cpus: number;
  /** MiB */
  readonly memory: number;
}

/** vCPUs, the least and the most memory, and the steps between them, in MiB: the pairs that Fargate has. */
const fargate: readonly (readonly [cpus: number, least: number, most: number, step: number])[] = [
  [0.25, 512, 2_048, 512],
  [0.5, 1_024, 4_096, 1_024],
  [1, 2_048, 8_192, 1_024],
  [2, 4_096, 16_384, 1_024],
  [4, 8_192, 30_720, 1_024],
  [8, 16_384, 61_440, 4_096],
  [16, 32_768, 122_880, 8_192],
];

/** 0.25 vCPUs have 512, 1024 or 2048 MiB, and not 1536. The steps of the others do not lead there. */
const absent = 1_536;

/** The smallest pair of Fargate with at least this much; undefined: Fargate has none so large. */
export const fargateSize = ({ cpus, memory }: AskedSize): AskedSize | undefined => {
  for (const [has, least, most, step] of fargate) {
    if (has < cpus || most < memory) continue;
    const rounded = least + Math.max(0, Math.ceil((memory - least) / step)) * step;
    return { cpus: has, memory: rounded === absent ? 2_048 : rounded };
  }
  return undefined;
};
