/** What one account has in one region: its things and its stacks. */

import type { JobDefinition, SandboxJob } from '../batch/job.ts';
import type { Stack } from '../engine/stack.ts';
import type { Bag, Json } from '../protocol/json.ts';

/** A parameter of Parameter Store that somebody has put there. */
export interface Parameter {
  readonly value: string;
  readonly type: string;
  readonly version: number;
  readonly modifiedAt: number;
  readonly tags: { readonly [key: string]: string };
}

/** Milliseconds of the clock are used for all times. */
export interface Thing {
  readonly id: string;
  readonly type: string;
  properties: Bag;
  tags: { readonly [key: string]: string };
  /** what the cloud chose when it made the thing: addresses, zone, generated names */
  readonly facts: { [name: string]: Json };
  readonly createdAt: number;
  readonly stackId?: string;
  readonly logicalId?: string;
  /** an instance only: since when it goes to which state, and when it arrives there */
  power?: { readonly to: 'running' | 'stopped' | 'terminated'; readonly settlesAt: number };
}

export interface Place {
  readonly account: string;
  readonly region: string;
  readonly zones: readonly string[];
  quotas: Quotas;
  /** sizes of which the region has none left */
  readonly exhausted: readonly string[];
  readonly things: { [id: string]: Thing };
  /** by id, in the order of creation */
  readonly stacks: { [id: string]: Stack };
  nextAddress: number;
  /** of AWS Batch; absent: none yet */
  jobs?: { [id: string]: SandboxJob };
  /** of Parameter Store; absent: nobody has put one */
  parameters?: { readonly [name: string]: Parameter };
  definitions?: { [arn: string]: JobDefinition };
}

export interface Quotas {
  readonly instances: number;
  readonly addresses: number;
  readonly networks: number;
}

export const thingsOf = (place: Place, type: string): readonly Thing[] =>
  Object.values(place.things).filter((one) => one.type === type);

/** Things that are there: an instance that was terminated shows for an hour, but counts no more. */
export const isAlive = (thing: Thing): boolean => thing.power?.to !== 'terminated';

export const liveThings = (place: Place, type: string): readonly Thing[] => thingsOf(place, type).filter(isAlive);

export const findThing = (place: Place, id: Json, type: string): Thing | undefined => {
  const thing = typeof id === 'string' ? place.things[id] : undefined;
  return thing?.type === type && isAlive(thing) ? thing : undefined;
};
