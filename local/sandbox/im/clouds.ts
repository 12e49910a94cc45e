/** The two clouds of the sandbox, and their faults. */

import { join } from 'node:path';
import * as v from 'valibot';
import { examine } from '../../../src/foundation/shape/examine.ts';
import { number, strict } from '../../../src/foundation/shape/schemas.ts';
import { readJson, writeJson } from '../files.ts';
import type { AuthorizationLine } from './authorization.ts';
import { Refusal } from './refusal.ts';

/**
 * refuse-create             the cloud refuses the launch (no quota)
 * fail-vm                   the last VM of each launch fails while it boots, the others run
 * fail-contextualization    the VMs run, but their software does not: `unconfigured`
 * hang-in-pending           an asynchronous create stays `pending` without VMs forever
 *                           (docs/contract/infrastructure-manager.md, "Trap 1")
 * refuse-destroy            the cloud refuses to delete VMs
 * refuse-alter              the cloud refuses to make VMs larger or smaller
 * slow                      everything takes ten times `bootSeconds`
 * answer-5xx                every call that needs the cloud does nothing and answers 503
 * lose-answer               a create takes effect, but its answer is 504
 * late-create               the same, but it takes effect only ten times `bootSeconds` later
 * write-back                a destroyed infrastructure exists again three times `bootSeconds` later, until it is destroyed
 *                           once more, as release 2.0.0 does now and then
 * refuse-outputs            the outputs cannot be evaluated: 400
 * silent                    the cloud tells the Infrastructure Manager nothing: its VMs are `unknown`
 * refuse-credentials        the Infrastructure Manager refuses the caller's credentials: 401; 400 for calls
 *                           on one infrastructure
 */
export const faults = [
  'refuse-create',
  'fail-vm',
  'fail-contextualization',
  'hang-in-pending',
  'refuse-destroy',
  'refuse-alter',
  'slow',
  'answer-5xx',
  'lose-answer',
  'late-create',
  'write-back',
  'refuse-outputs',
  'silent',
  'refuse-credentials',
] as const;
type Fault = (typeof faults)[number];

export interface Cloud {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly fault: Fault | null;
  /** seconds from the acceptance of an infrastructure until all of it is done */
  readonly bootSeconds: number;
}

const defaultBootSeconds = 3;
/** the password that the authorization lines of the clouds must have, unless their type is Dummy */
export const cloudPassword = 'sandbox-password';

const sandboxClouds: readonly Cloud[] = [
  {
    id: 'sandbox-a',
    name: 'Sandbox A',
    host: 'https://sandbox-a.internal:5000',
    fault: null,
    bootSeconds: defaultBootSeconds,
  },
  {
    id: 'sandbox-b',
    name: 'Sandbox B',
    host: 'https://sandbox-b.internal:5000',
    fault: null,
    bootSeconds: defaultBootSeconds,
  },
];

const changeable = {
  fault: v.optional(v.nullable(v.picklist(faults))),
  bootSeconds: v.optional(v.pipe(number, v.minValue(0), v.maxValue(3600))),
};

/** What may be changed at run time; a `fault` of null removes the fault. */
export const cloudChanges = strict(changeable);

const stored = v.array(v.looseObject({ id: v.string(), ...changeable }));

const hostOf = (address: string): string | undefined =>
  URL.canParse(address) && address.includes('://') ? new URL(address).host : undefined;

const isLineOf = (cloud: Cloud, line: AuthorizationLine): boolean => {
  const host = line['host'] ?? '';
  return (
    line['id'] === cloud.id || host === cloud.id || host === cloud.host || hostOf(host)?.split(':')[0] === cloud.id
  );
};

/** Whether the line has the cloud's credentials. Dummy needs none, as in the IM. */
const hasPassword = (line: AuthorizationLine): boolean =>
  line['type'] === 'Dummy' || line['password'] === cloudPassword || line['token'] === cloudPassword;

/** The clouds by id; changes survive a restart when there is a data directory. */
export class Clouds {
  readonly #path: string | undefined;
  #clouds: readonly Cloud[] = sandboxClouds;
  #isGood: (token: string) => boolean = () => false;

  constructor(dataDirectory: string | undefined) {
    this.#path = dataDirectory && join(dataDirectory, 'clouds.json');
    const known = examine(stored, this.#path && readJson(this.#path));
    for (const { id, fault, bootSeconds } of known.ok ? known.value : []) this.#apply(id, { fault, bootSeconds });
  }

  /** Accepts users' access tokens too, as Keystone does for identity providers that it knows. */
  trust(isGood: (token: string) => boolean): void {
    this.#isGood = isGood;
  }

  list(): readonly Cloud[] {
    return this.#clouds;
  }

  find(id: string): Cloud | undefined {
    return this.#clouds.find((cloud) => cloud.id === id);
  }

  get(id: string): Cloud {
    const cloud = this.find(id);
    if (!cloud) throw new Refusal(400, `Cloud ID ${id} not found.`);
    return cloud;
  }

  change(id: string, changes: v.InferOutput<typeof cloudChanges>): Cloud {
    this.#apply(id, changes);
    this.#save();
    return this.get(id);
  }

  reset(): void {
    this.#clouds = sandboxClouds;
    this.#save();
  }

  /** The first cloud for which the caller has a line: the order of the lines is the preference. */
  chosenBy(lines: readonly AuthorizationLine[]): Cloud | undefined {
    for (const line of lines) {
      const cloud = this.#clouds.find((candidate) => isLineOf(candidate, line));
      if (cloud && this.#accepts(line)) return cloud;
    }
    return undefined;
  }

  /** Throws a refusal with the IM's text when the caller has no valid credentials for this cloud. */
  authorise(cloud: Cloud, lines: readonly AuthorizationLine[]): void {
    const own = lines.filter((line) => isLineOf(cloud, line));
    if (own.length === 0) throw new Refusal(400, 'No auth data has been specified to OpenStack.');
    if (!own.some((line) => this.#accepts(line)))
      throw new Refusal(400, `Error connecting to ${cloud.host}: 401 Unauthorized`);
  }

  #accepts(line: AuthorizationLine): boolean {
    const { auth_version: version, password = '' } = line;
    return hasPassword(line) || (version === '3.x_oidc_access_token' && this.#isGood(password));
  }

  #apply(id: string, { fault, bootSeconds }: v.InferOutput<typeof cloudChanges>): void {
    this.#clouds = this.#clouds.map((cloud) =>
      cloud.id === id
        ? { ...cloud, fault: fault === undefined ? cloud.fault : fault, bootSeconds: bootSeconds ?? cloud.bootSeconds }
        : cloud,
    );
  }

  #save(): void {
    if (this.#path)
      writeJson(
        this.#path,
        this.#clouds.map(({ id, fault, bootSeconds }) => ({ id, fault, bootSeconds })),
      );
  }
}
