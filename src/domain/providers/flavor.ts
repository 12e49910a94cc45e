/** A size of virtual machine. */
export interface Flavor {
  readonly name: string;
  readonly cpus: number;
  /** MB */
  readonly memory: number;
  /** GB */
  readonly disk: number;
  readonly gpus?: number | undefined;
  readonly gpuVendor?: string | undefined;
  readonly gpuModel?: string | undefined;
  readonly infiniband?: boolean | undefined;
}
