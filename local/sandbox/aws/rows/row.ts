/** One row of the sandbox's clouds: everything that differs between its resource types. */

import { randomUUID } from 'node:crypto';
import type { Bag, Json } from '../protocol/json.ts';
import type { Place, Thing } from '../world/place.ts';

/** What AWS's own specification says of a type; from specification.json. */
export interface Specification {
  readonly properties: readonly string[];
  readonly required: readonly string[];
  /** properties whose change always replaces the resource */
  readonly always: readonly string[];
  /** properties whose change replaces it under conditions of its own */
  readonly sometimes: readonly string[];
  readonly attributes: readonly string[];
}

/** Why a cloud refuses, with the words and codes of its own API and of CloudFormation's handler. */
export interface Failure {
  readonly message: string;
  readonly service: string;
  readonly status: number;
  readonly handlerCode: string;
}

/** A thing that is to be made, or changed. */
export interface Order {
  readonly place: Place;
  readonly stack: { readonly id: string; readonly name: string };
  readonly logicalId: string;
  readonly properties: Bag;
  readonly tags: { readonly [key: string]: string };
  readonly now: number;
  /** the thing when it is changed */
  readonly thing?: Thing;
}

export interface Row {
  /** how long its creation takes, and its deletion when it differs from five seconds */
  readonly seconds: number;
  readonly deleteSeconds?: number;
  identify(order: Order): string;
  facts?(order: Order, id: string): { [name: string]: Json };
  /** what `Ref` gives and stack events show; default: the id */
  physicalId?(thing: Thing): string;
  readonly attributes: { readonly [name: string]: (thing: Thing, place: Place) => Json };
  /** what the cloud looks at before it makes the thing */
  readonly checks?: readonly ((order: Order) => Failure | undefined)[];
  /** what else changes with its properties */
  change?(thing: Thing, order: Order): void;
  /** why the cloud does not delete the thing */
  blocks?(thing: Thing, place: Place): Failure | undefined;
  /** what else happens to a thing that goes; default: it is forgotten */
  remove?(thing: Thing, place: Place, now: number): void;
  /** properties among `sometimes` whose change replaces the thing all the same */
  readonly replaces?: readonly string[];
  /** properties that the cloud cannot change */
  readonly unchangeable?: readonly string[];
}

const hex = (): string => randomUUID().replaceAll('-', '');

export const newId = (prefix: string) => (): string => `${prefix}-0${hex().slice(0, 16)}`;

/** The names that CloudFormation generates: stack, logical id and twelve random characters. */
export const generatedName = ({ stack, logicalId }: Order): string =>
  `${stack.name.slice(0, 24)}-${logicalId.slice(0, 24)}-${hex().slice(0, 12).toUpperCase()}`;

export const named =
  (property: string) =>
  (order: Order): string =>
    typeof order.properties[property] === 'string' ? (order.properties[property] as string) : generatedName(order);

export const fact =
  (name: string) =>
  (thing: Thing): Json =>
    thing.facts[name];

export const ownId = (thing: Thing): Json => thing.id;

const failure =
  (service: string) =>
  (message: string, handlerCode = 'InvalidRequest', status = 400): Failure => ({
    message,
    service,
    status,
    handlerCode,
  });

export const ec2Failure = failure('Ec2');
export const s3Failure = failure('S3');
export const rdsFailure = failure('Rds');
export const sqsFailure = failure('Sqs');
export const snsFailure = failure('Sns');
export const ecsFailure = failure('Ecs');
export const scalingFailure = failure('ApplicationAutoScaling');
export const logsFailure = failure('CloudWatchLogs');
export const balancingFailure = failure('ElasticLoadBalancingV2');
