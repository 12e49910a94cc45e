import type { Json } from '../../tosca/topology.ts';

/**
 * How a change is carried out. altered: by the provider, on the existing machine. replaced: the machine is removed and
 * made anew. made: only machines that are still to be made get it. configured: the configuration is run again. scaled:
 * instances are added or removed. kept: the old value stays. refused: the update is not accepted.
 */
export const ways = ['altered', 'replaced', 'made', 'configured', 'scaled', 'kept', 'refused'] as const;
export type Way = (typeof ways)[number];

/** A property that a new template changes on a node that is kept. */
export interface Change {
  readonly node: string;
  readonly property: string;
  /** absent: it had no value */
  readonly old?: Json;
  /** absent: it gets no value */
  readonly new?: Json;
  readonly how: Way;
  readonly why?: string;
}

/** Names of nodes whose machines may be replaced; true: all. */
export type Replace = boolean | readonly string[];
