import * as z from 'zod';
import type { Caller } from '../domain/callers.ts';
import { requireGroup } from '../domain/deployments/access.ts';
import { refuseCallback } from '../domain/deployments/callback-address.ts';
import type { CreateRequest } from '../domain/deployments/create.ts';
import type { Limits } from '../domain/deployments/deployment.ts';
import type { Json } from '../domain/tosca/topology.ts';
import { asSent, flag, optional, shortText, wholeNumber } from './fields.ts';

/** Default of providerTimeoutMins, interface.md, Limits. */
const defaultProviderTimeoutMins = 14_400;

/** Room for the deployment's record beside them: the database takes 400 kB in all. */
const parametersLimit = 200_000;

const isObject = (value: unknown): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parameters = z
  .custom<{ readonly [name: string]: Json }>(isObject, 'must be an object of input names and values')
  .refine((value) => !isObject(value) || Buffer.byteLength(JSON.stringify(value)) <= parametersLimit, {
    error: `must have at most ${parametersLimit} bytes as JSON`,
  })
  .nullish()
  .transform((value) => value ?? {});
asSent.add(parameters, { type: ['object', 'null'], description: 'values of the inputs of the template' });

const callback = (allowPrivate: boolean) => {
  const field = z.string('must be a text').superRefine((address, context) => {
    const refusal = refuseCallback(address, allowPrivate);
    if (refusal) context.addIssue({ code: 'custom', message: refusal });
  });
  asSent.add(field, { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2048 });
  return field;
};

export interface CreationPorts {
  /** only on a laptop: whether a callback may lead to a private address */
  readonly callbacksToPrivateAddresses: boolean;
}

const order = z
  .object({ timeoutMins: optional(wholeNumber(1)), providerTimeoutMins: optional(wholeNumber(1)) })
  .refine(({ timeoutMins = Infinity, providerTimeoutMins = 1 }) => providerTimeoutMins <= timeoutMins);

/** interface.md, Create deployment; what an update takes too, but for userGroup. */
export const creation = ({ callbacksToPrivateAddresses }: CreationPorts) =>
  z
    .object({
      template: z.string('must be the text of a TOSCA template').min(1, 'must be the text of a TOSCA template'),
      parameters,
      userGroup: optional(shortText(255)),
      callback: optional(callback(callbacksToPrivateAddresses)),
      maxProvidersRetry: optional(wholeNumber(1)),
      timeoutMins: optional(wholeNumber(1)),
      providerTimeoutMins: optional(wholeNumber(1)),
      keepLastAttempt: optional(flag),
    })
    .refine((body) => order.safeParse(body).success, {
      path: ['providerTimeoutMins'],
      error: 'must be at most timeoutMins',
      // also beside other mistakes, so that all are told at once, but not beside one in these two
      when: ({ issues }) => !issues.some(({ path }) => String(path?.[0]).endsWith('imeoutMins')),
    });

export type Creation = z.output<ReturnType<typeof creation>>;

/** What the domain is asked for; ForbiddenError for a group that the caller is not in. */
export const creationRequest = (body: Creation, caller: Caller): CreateRequest => {
  if (body.userGroup !== undefined) requireGroup(caller, body.userGroup);
  return {
    template: body.template,
    parameters: body.parameters,
    ...(body.userGroup !== undefined && { userGroup: body.userGroup }),
    ...(body.callback !== undefined && { callback: body.callback }),
    limits: limitsOf(body),
    owner: { issuer: caller.issuer, subject: caller.subject },
  };
};

export const limitsOf = (body: Omit<Creation, 'userGroup'>): Limits => ({
  providerTimeoutMins: body.providerTimeoutMins ?? defaultProviderTimeoutMins,
  keepLastAttempt: body.keepLastAttempt ?? false,
  ...(body.timeoutMins !== undefined && { timeoutMins: body.timeoutMins }),
  ...(body.maxProvidersRetry !== undefined && { maxProvidersRetry: body.maxProvidersRetry }),
});
