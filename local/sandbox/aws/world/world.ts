/** Two accounts with two regions each, what they hold, and the time that passes in them. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { readJson, writeJson } from '../../files.ts';
import type { JobDefinition, SandboxJob } from '../batch/job.ts';
import { JobStore } from '../batch/job-store.ts';
import { JobProcesses, type JobRunner } from '../batch/processes.ts';
import type { Statement } from '../iam/policy.ts';
import { unsupported } from '../protocol/refusal.ts';
import { accounts, regions } from './accounts.ts';
import { Commands } from './commands.ts';
import { Faults } from './faults.ts';
import type { Place, Quotas, Thing } from './place.ts';

export { accounts, regions } from './accounts.ts';

/** The role of the second account that the first may assume, and what it must say. */
export const tenantRole = 'arn:aws:iam::222222222222:role/toscanini-tenant';
export const tenantExternalId = 'sandbox-external-id';

const quotas = { instances: 20, addresses: 5, networks: 5 };
/** Only eu-central-1 has none of these left, so that a fallback finds them in the other region. */
const exhausted: { readonly [region: string]: readonly string[] } = {
  'eu-central-1': ['g5.xlarge', 'g5.2xlarge', 'g5.4xlarge'],
};

/** Ids that are the same at each start. */
const fixedId = (prefix: string, place: string, what: string): string =>
  `${prefix}-0${createHash('sha256').update(`${place} ${what}`).digest('hex').slice(0, 16)}`;

function defaultThings(place: string, zones: readonly string[]): readonly Thing[] {
  const vpc = fixedId('vpc', place, 'default');
  const made = (id: string, type: string, properties: Thing['properties'], facts: Thing['facts']): Thing => ({
    id,
    type,
    properties,
    tags: {},
    facts: { ...facts, default: true },
    createdAt: 0,
  });
  const subnets = zones.map((zone, index) =>
    made(
      fixedId('subnet', place, zone),
      'AWS::EC2::Subnet',
      { VpcId: vpc, CidrBlock: `172.31.${index * 16}.0/20`, AvailabilityZone: zone, MapPublicIpOnLaunch: true },
      { vpc, zone },
    ),
  );
  const group = fixedId('sg', place, 'default');
  return [
    made(vpc, 'AWS::EC2::VPC', { CidrBlock: '172.31.0.0/16' }, { group }),
    made(
      group,
      'AWS::EC2::SecurityGroup',
      { GroupDescription: 'default VPC security group' },
      { vpc, name: 'default' },
    ),
    ...subnets,
  ];
}

function newPlace(account: string, region: string): Place {
  const zones = ['a', 'b'].map((letter) => `${region}${letter}`);
  const things = defaultThings(`${account} ${region}`, zones);
  return {
    account,
    region,
    zones,
    quotas,
    exhausted: exhausted[region] ?? [],
    things: Object.fromEntries(things.map((thing) => [thing.id, thing])),
    stacks: {},
    nextAddress: 1,
  };
}

/** What the credentials of an assumed role stand for. */
export interface Session {
  readonly account: string;
  readonly arn: string;
  readonly token: string;
  readonly expiresAt: number;
  /** ARN of the machine whose instance profile it is of, and the key that signs for it; absent: a role of somebody else */
  readonly machine?: string;
  readonly secretKey?: string;
  /** policy of the session; absent: it has none */
  readonly statements?: readonly Statement[];
}

export interface WorldOptions {
  readonly clock: Clock;
  readonly directory?: string;
  /** how long everything takes, against what a row says: 0.1 is ten times as fast */
  readonly pace?: number;
  /** for a clock that a test moves: processes of jobs and commands take no time on it, so each call waits for their end */
  readonly instantJobs?: boolean;
  /** what runs the commands of jobs; default: processes of this machine */
  readonly jobs?: JobRunner;
}

export class World {
  readonly clock: Clock;
  readonly faults = new Faults();
  readonly commands: Commands;
  readonly jobs: JobRunner;
  readonly instantJobs: boolean;
  /** by access key; they end with the process, and callers then assume the role again */
  readonly sessions = new Map<string, Session>();
  pace: number;
  /** where it answers; undefined: it has not started */
  url: string | undefined;
  readonly #directory: string | undefined;
  /** undefined: nothing outlives this process */
  readonly #jobStore: JobStore | undefined;
  readonly #places = new Map<string, Place>();

  constructor({ clock, directory, pace = 1, instantJobs = false, jobs }: WorldOptions) {
    this.instantJobs = instantJobs;
    this.clock = clock;
    this.pace = pace;
    this.#directory = directory && join(directory, 'aws');
    this.commands = new Commands(() => this.now(), this.#directory);
    this.jobs = jobs ?? new JobProcesses(this.#directory);
    if (this.#directory) mkdirSync(this.#directory, { recursive: true });
    this.#jobStore = this.#directory === undefined ? undefined : new JobStore(join(this.#directory, 'jobs.db'));
    for (const account of accounts) for (const region of regions) this.#open(account, region);
  }

  now(): number {
    return this.clock.now().getTime();
  }

  places(): readonly Place[] {
    return [...this.#places.values()];
  }

  place(account: string, region: string): Place {
    const place = this.#places.get(`${account}-${region}`);
    if (!place)
      throw unsupported(`region ${region} of account ${account}: it has ${[...this.#places.keys()].join(', ')}`);
    return place;
  }

  setQuotas({ instances, addresses, networks }: { [name in keyof Quotas]?: number | undefined }): void {
    for (const place of this.places()) {
      const { quotas: now } = place;
      place.quotas = {
        instances: instances ?? now.instances,
        addresses: addresses ?? now.addresses,
        networks: networks ?? now.networks,
      };
      this.save(place);
    }
  }

  /** Writes what a place holds, but for its jobs, before the answer goes out. */
  save(place: Place): void {
    const { jobs: _jobs, definitions: _definitions, ...rest } = place;
    if (this.#directory) writeJson(this.#path(place.account, place.region), rest);
  }

  /** A job or a definition was made or changed. `saveJobs` writes it. */
  changed(place: Place, item: SandboxJob | JobDefinition): void {
    // after a reset there is another place
    if (this.place(place.account, place.region) === place) this.#jobStore?.changed(place, item);
  }

  /** Writes the jobs and definitions that have changed, before the answer goes out. */
  saveJobs(): void {
    this.#jobStore?.save();
  }

  async stop(): Promise<void> {
    await Promise.all([this.commands.stop(), this.jobs.stop()]);
    this.#jobStore?.close();
  }

  reset(): void {
    this.faults.set([]);
    this.commands.reset();
    this.jobs.reset();
    this.#jobStore?.reset();
    for (const { account, region } of this.places()) {
      if (this.#directory) rmSync(this.#path(account, region), { force: true });
      this.#open(account, region);
    }
  }

  #open(account: string, region: string): void {
    // only this class writes these files, so their shape is trusted
    const kept = this.#directory && existsSync(this.#path(account, region)) && readJson(this.#path(account, region));
    const place = kept ? (kept as Place) : newPlace(account, region);
    this.#places.set(`${account}-${region}`, place);
    // an earlier release kept jobs in this file
    for (const item of Object.values({ ...place.jobs, ...place.definitions })) this.changed(place, item);
    this.saveJobs();
    Object.assign(place, this.#jobStore?.load(place));
  }

  #path(account: string, region: string): string {
    return join(this.#directory ?? '', `${account}-${region}.json`);
  }
}
