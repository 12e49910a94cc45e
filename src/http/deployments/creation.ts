import * as v from 'valibot';
import type { Origin } from '../../domain/clusters/origin.ts';
import { callbackPattern, refuseCallback } from '../../domain/deployments/accepting/callback-address.ts';
import type { CreationLimits } from '../../domain/deployments/accepting/creation-limits.ts';
import type { CreateRequest } from '../../domain/deployments/accepting/process-request.ts';
import { requireGroup } from '../../domain/deployments/record/access.ts';
import { type Given, givenOf } from '../../domain/deployments/record/given.ts';
import { type Labels, mostLabels, withDefaults } from '../../domain/labels/labels.ts';
import { ttlOf } from '../../domain/lifetimes/lifetime.ts';
import { usualHoursOf } from '../../domain/office-hours/office-hours.ts';
import type { Limits } from '../../domain/providers/limits.ts';
import type { Caller } from '../../foundation/caller.ts';
import { InvalidError } from '../../foundation/errors.ts';
import type { Json } from '../../tosca/topology.ts';
import { calendarOrNone } from '../pipeline/calendar-field.ts';
import {
  flag,
  instantText,
  members,
  numbersFrom,
  optional,
  shortLine,
  shortText,
  span,
  wholeNumber,
} from '../pipeline/fields.ts';
import { labelMap } from '../pipeline/label-map.ts';
import type { Links } from '../pipeline/links.ts';

/** Default of providerTimeoutMins, docs/contract/api.md, "Limits". */
const defaultProviderTimeoutMins = 14_400;

/** In bytes. The database takes 400 kB for the whole record of a deployment. */
const parametersLimit = 200_000;

const isObject = (value: unknown): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of inputs, by their names. */
export const creationParameters = v.pipe(
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => value ?? {}),
      v.custom<{ readonly [name: string]: Json }>(isObject, 'must be an object of input names and values'),
    ),
    null,
  ),
  v.check(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= parametersLimit,
    `must have at most ${parametersLimit} bytes as JSON`,
  ),
  v.metadata({ type: ['object', 'null'], description: 'values of the inputs of the template' }),
);

/** An address that the service sends to. */
export const callback = (allowPrivate: boolean) =>
  v.pipe(
    v.string('must be a text'),
    v.rawCheck(({ dataset, addIssue }) => {
      const refusal = dataset.typed && refuseCallback(dataset.value, allowPrivate);
      if (refusal) addIssue({ message: refusal });
    }),
    v.metadata({ type: 'string', format: 'uri', pattern: callbackPattern, maxLength: 2048 }),
  );

export interface CreationPorts {
  /** whether a callback may lead to a private address: only on a laptop */
  readonly callbacksToPrivateAddresses: boolean;
  /** limits of the installation; absent: only the service's own */
  readonly creationLimits?: CreationLimits | undefined;
}

const minutes = (most = Number.POSITIVE_INFINITY) =>
  v.pipe(
    wholeNumber(1),
    v.check((value) => value <= most, `must be at most ${most}, which this installation allows`),
    v.metadata(numbersFrom(1, most)),
  );

const mustBeTemplate = 'must be the text of a TOSCA template';

/** docs/contract/api.md, "Create a deployment". An update takes the same fields, except userGroup. */
export const creationFields = ({ callbacksToPrivateAddresses, creationLimits }: CreationPorts) =>
  ({
    template: v.pipe(v.string(mustBeTemplate), v.nonEmpty(mustBeTemplate)),
    parameters: creationParameters,
    name: optional(shortLine(100)),
    userGroup: optional(shortText(255)),
    labels: optional(labelMap),
    expiresAt: optional(instantText),
    ttl: optional(span),
    callback: optional(callback(callbacksToPrivateAddresses)),
    maxProvidersRetry: optional(wholeNumber(1)),
    timeoutMins: optional(minutes(creationLimits?.mostTimeoutMins)),
    providerTimeoutMins: optional(minutes(creationLimits?.mostTimeoutMins)),
    keepLastAttempt: optional(flag),
  }) satisfies { readonly [Name in 'template' | 'parameters' | keyof Given | keyof Limits]: v.GenericSchema };

interface Timeouts {
  readonly timeoutMins?: number | undefined;
  readonly providerTimeoutMins?: number | undefined;
}

/**
 * Checked even if other fields have mistakes, so that one error shows all of them. Not checked if timeoutMins or
 * providerTimeoutMins has a mistake itself.
 */
export const timeoutsInOrder = <Body extends Timeouts>() =>
  v.rawCheck<Body>(({ dataset, addIssue }) => {
    const unread = dataset.issues?.some(({ path }) => !path || String(path[0].key).endsWith('imeoutMins'));
    if (unread) return;
    const input = dataset.value as Timeouts;
    const { timeoutMins = Infinity, providerTimeoutMins: value = 1 } = input;
    if (value <= timeoutMins) return;
    const key = 'providerTimeoutMins';
    addIssue({
      message: 'must be at most timeoutMins',
      path: [{ type: 'unknown', origin: 'value', input, key, value }],
    });
  });

/** An update, another try and a schedule do not protect, nor set office hours: PUT …/protection and …/office-hours do. */
export const creation = (ports: CreationPorts) =>
  v.pipe(
    members({ ...creationFields(ports), protected: optional(flag), officeHours: v.optional(calendarOrNone) }),
    timeoutsInOrder(),
  );

export type Creation = v.InferOutput<ReturnType<typeof creation>>;

/** What clusters and machines learn about who asked for them, and where. */
export const originOf = ({ email }: Caller, { base: serviceUrl }: Links): Origin => ({
  serviceUrl,
  ...(email !== undefined && { email }),
});

/** The request for the domain. ForbiddenError for a group that the caller is not in. */
export const creationRequest = (body: Creation, caller: Caller, limits: CreationLimits = {}): CreateRequest => {
  if (body.userGroup !== undefined) requireGroup(caller, body.userGroup);
  return {
    template: body.template,
    parameters: body.parameters,
    ...givenOf({ ...body, labels: labelsOf(body, limits) }),
    limits: { ...limitsOf(body, limits), ...livesAsLong(body, limits) },
    owner: { issuer: caller.issuer, subject: caller.subject },
    ...((body.protected ?? limits.protected) === true && { protected: true as const }),
    ...hoursOf(body, limits),
  };
};

/** Those of the request, or else the usual ones; null asks for none. */
const hoursOf = ({ officeHours, userGroup }: Creation, limits: CreationLimits): Pick<CreateRequest, 'officeHours'> => {
  if (officeHours) return { officeHours: { calendar: officeHours } };
  const usual = officeHours === undefined ? usualHoursOf(limits.officeHours, userGroup) : undefined;
  return usual ? { officeHours: { calendar: usual, isUsual: true } } : {};
};

const livesAsLong = (body: Creation, { lifetimes }: CreationLimits): Pick<Limits, 'ttl'> => {
  const ttl = ttlOf(body, { userGroup: body.userGroup, lifetimes });
  return ttl === undefined ? {} : { ttl };
};

const labelsOf = (
  { labels }: { readonly labels?: Labels | undefined },
  { labels: defaults }: CreationLimits,
): Labels | undefined => {
  const all = withDefaults(defaults, labels);
  if (Object.keys(all ?? {}).length > mostLabels)
    throw new InvalidError(
      `labels: with the ${Object.keys(defaults ?? {}).length} of this installation there are more than ${mostLabels}: leave some out`,
    );
  return all;
};

export const limitsOf = (
  body: Omit<Creation, 'userGroup' | 'labels' | 'expiresAt' | 'ttl' | 'protected' | 'officeHours'>,
  own: CreationLimits = {},
): Limits => {
  const { providerTimeoutMins = defaultProviderTimeoutMins, mostTimeoutMins } = own;
  const timeoutMins = body.timeoutMins ?? mostTimeoutMins;
  return {
    providerTimeoutMins: body.providerTimeoutMins ?? Math.min(providerTimeoutMins, mostTimeoutMins ?? Infinity),
    keepLastAttempt: body.keepLastAttempt ?? false,
    ...(timeoutMins !== undefined && { timeoutMins }),
    ...(body.maxProvidersRetry !== undefined && { maxProvidersRetry: body.maxProvidersRetry }),
  };
};

/** Those that a request gives; the others stay as they were. */
export const limitsGiven = ({
  timeoutMins,
  providerTimeoutMins,
  maxProvidersRetry,
  keepLastAttempt,
}: { readonly [Name in keyof Limits]?: Limits[Name] | undefined }): Partial<Limits> => ({
  ...(timeoutMins !== undefined && { timeoutMins }),
  ...(providerTimeoutMins !== undefined && { providerTimeoutMins }),
  ...(maxProvidersRetry !== undefined && { maxProvidersRetry }),
  ...(keepLastAttempt !== undefined && { keepLastAttempt }),
});
