import { entryOf } from '../../../foundation/entry-of.ts';
import { sizes } from './sizes.ts';

/**
 * List prices on demand, in dollars, of one region. They are shipped and not asked for, so that a dry run needs no right
 * and no network of its own, and tells the same twice (docs/decisions/0037). Other regions cost up to a quarter more.
 */
export const pricesOf = '2026-11-22';
export const priceRegion = 'us-east-1';

export const hoursOfMonth = 730;

/** A machine with Linux, for an hour. */
export const machinePrice = (size: string): number | undefined => sizes.find(({ name }) => name === size)?.price;

/** A GiB of a volume, for a month. */
export const volumePrices: { readonly [kind: string]: number } = { gp3: 0.08, gp2: 0.1, st1: 0.045, sc1: 0.015 };

/** A public IPv4 address, for an hour, whether it is elastic or not. */
export const addressPrice = 0.005;

/** A load balancer, for an hour, without what goes through it. */
export const balancerPrice = 0.0225;

/** A task of Fargate with Linux on x86, for an hour: a vCPU, a GiB of memory, a GiB of disk above the 20 that each has. */
export const fargatePrices = { cpu: 0.04048, memory: 0.004445, disk: 0.000111 };

/** A database in one zone, for an hour: of MySQL, MariaDB, and of PostgreSQL but for those below. */
const databasePrices: { readonly [size: string]: number } = {
  'db.t3.micro': 0.017,
  'db.t3.small': 0.034,
  'db.t3.medium': 0.068,
  'db.t3.large': 0.136,
  'db.t4g.micro': 0.016,
  'db.t4g.small': 0.032,
  'db.t4g.medium': 0.065,
  'db.t4g.large': 0.129,
  'db.m7g.large': 0.168,
  'db.m7g.xlarge': 0.337,
  'db.r7g.large': 0.239,
  'db.r7g.xlarge': 0.478,
};

/** PostgreSQL costs more on the older burstable classes, and the same on the others. */
const postgresPrices: { readonly [size: string]: number } = {
  'db.t3.micro': 0.018,
  'db.t3.small': 0.036,
  'db.t3.medium': 0.072,
  'db.t3.large': 0.145,
};

/** Classes of databases that have a price. */
export const pricedClasses: readonly string[] = Object.keys(databasePrices);

/** A database in one zone, for an hour. */
export const databasePrice = (size: string, engine: string | undefined): number | undefined =>
  (engine === 'postgres' ? entryOf(postgresPrices, size) : undefined) ?? entryOf(databasePrices, size);

/** A GiB of a database's disk (gp3), for a month. */
export const databaseStoragePrice = 0.115;
