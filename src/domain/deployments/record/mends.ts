/** What a repair was agreed to do, and what it does: docs/decisions/0077. */

/**
 * remade   what is left of the machine is removed, and another one is made and configured; of a stack also any other part
 * started  the machine is started
 * stopped  the machine is stopped again, as an action had left it
 * altered  the machine gets its size back; of a stack: the part gets its properties back
 * left     it cannot be put right, or is not to be; `why` says the reason
 * refused  data would be lost; `why` says what allows it
 */
export const mendings = ['remade', 'started', 'stopped', 'altered'] as const;
export const repairWays = [...mendings, 'left', 'refused'] as const;
export type RepairWay = (typeof repairWays)[number];

/** Ways that put something right. */
export type Mending = (typeof mendings)[number];

/** What was agreed to for one resource: the workflow does that or nothing. */
export interface Agreed {
  /** its id; of a part of a stack that is no resource, the engine's name of it */
  readonly resource: string;
  readonly how: Mending;
}

/** The same for one property, as a fresh look has confirmed it just before. */
export interface Mend {
  readonly resource: string;
  readonly node: string;
  readonly how: Mending;
  /** id of the machine that has drifted, and no other; absent: it has none any more */
  readonly part?: string | undefined;
  /** altered only: what its provider has to report afterwards, by property */
  readonly wanted?: { readonly [property: string]: string } | undefined;
}

/** A part that its engine's own comparison has found changed or missing, just before. */
export interface Revert {
  /** the engine's name of the part */
  readonly part: string;
  readonly is: 'changed' | 'missing';
  /** name of the node template; absent: it belongs to no single node */
  readonly node?: string | undefined;
}

export const isMending = (how: RepairWay): how is Mending => how !== 'left' && how !== 'refused';
