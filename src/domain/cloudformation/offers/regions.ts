import { entryOf } from '../../../foundation/entry-of.ts';
import regions from './regions.json' with { type: 'json' };

type Lacking = { readonly [region: string]: readonly string[] };
type LackingByEngine = { readonly [region: string]: { readonly [engine: string]: readonly string[] } };

const machines: Lacking = regions.machines;
const databases: LackingByEngine = regions.databases;

/** A family that a region lacks as a whole is in its list, without its sizes. */
const isIn = (lacking: readonly string[] | undefined, size: string): boolean =>
  lacking?.some((one) => one === size || size.startsWith(`${one}.`)) ?? false;

/**
 * Whether AWS says that a region lacks a size of our tables (regions.json, which says where that is from, and of when). Of a
 * region that is newer than the list nothing is known: then it lacks nothing.
 */
export const lacksSize = (region: string, size: string): boolean => isIn(entryOf(machines, region), size);

/** The same of a class of RDS, such as `db.t4g.micro`, for an engine, such as `mysql`. */
export const lacksClass = (region: string, engine: string, size: string): boolean =>
  isIn(entryOf(entryOf(databases, region) ?? {}, engine), size);

/** What is known of regions: the day of the lists. */
export const regionsAsOf: string = regions.asOf;
