/** The services that the sandbox speaks for, each with its protocol and its calls. */

import { batchActions } from '../batch/calls.ts';
import { logActions } from '../batch/logs.ts';
import type { Actions } from './call.ts';
import { changeSetActions } from './change-sets.ts';
import { commandActions } from './commands.ts';
import { descriptionActions } from './descriptions.ts';
import { driftActions } from './drifts.ts';
import { identityActions } from './identity.ts';
import { instanceActions } from './instances.ts';
import { networkActions } from './networks.ts';
import { offerActions } from './offers.ts';
import { eventActions } from './operation-events.ts';
import { parameterActions } from './parameters.ts';
import { stackActions } from './stacks.ts';
import { systemActions } from './systems.ts';

/** `rest`: the action stands in the path */
export type Protocol = 'query' | 'ec2' | 'json' | 'rest';

export interface Service {
  readonly protocol: Protocol;
  readonly namespace: string;
  readonly actions: Actions;
}

/** By the name that stands in the signature of a request. */
export const services: { readonly [name: string]: Service } = {
  cloudformation: {
    protocol: 'query',
    namespace: 'http://cloudformation.amazonaws.com/doc/2010-05-15/',
    actions: { ...stackActions, ...descriptionActions, ...changeSetActions, ...eventActions, ...driftActions },
  },
  ec2: {
    protocol: 'ec2',
    namespace: 'http://ec2.amazonaws.com/doc/2016-11-15/',
    actions: { ...instanceActions, ...networkActions, ...offerActions },
  },
  sts: { protocol: 'query', namespace: 'https://sts.amazonaws.com/doc/2011-06-15/', actions: identityActions },
  batch: { protocol: 'rest', namespace: 'Batch', actions: batchActions },
  logs: { protocol: 'json', namespace: 'Logs', actions: logActions },
  ssm: {
    protocol: 'json',
    namespace: 'AmazonSSM',
    actions: { ...systemActions, ...parameterActions, ...commandActions },
  },
};
