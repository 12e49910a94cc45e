/** A range of ports that a node opens. */
export interface OpenPorts {
  readonly protocol: string;
  readonly from: number;
  readonly to: number;
  /** a range of addresses; empty: only the deployment's own machines */
  readonly source: string;
}

/** What is known of one instance of a node before it is made; an absent member is not known. */
export interface NodeFacts {
  /** how many run at once for each instance, such as the parts of an array of jobs; absent: one */
  readonly parts?: number | undefined;
  /** instances at most, where automatic scaling changes their number; absent: it is as asked for */
  readonly most?: number | undefined;
  /** name of the provider's size */
  readonly size?: string | undefined;
  readonly cpus?: number | undefined;
  /** MB */
  readonly memory?: number | undefined;
  /** GB */
  readonly disk?: number | undefined;
  readonly gpus?: number | undefined;
  readonly image?: string | undefined;
  readonly public?: boolean | undefined;
  readonly ports?: readonly OpenPorts[] | undefined;
}

export type FactsByNode = ReadonlyMap<string, NodeFacts>;
