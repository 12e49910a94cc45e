/** The routes for administrators of the installation. */

import { letterChange, letterQuery } from '../operators/dead-letters.ts';
import { pausing, pausingQuery } from '../operators/pause.ts';
import { drainingChange, drainingQuery } from '../operators/providers.ts';
import { change, type Operation, one } from './operation.ts';

export const operatorOperations = {
  'dependencies/list': {
    summary: 'List the systems that the installation cannot work without',
    description:
      'For administrators: how each was when it was last asked, which is every five minutes. Empty until then, and where there is none.',
    ...one({ json: 'DependencyList' }),
  },
  'providers/list': {
    summary: 'List the providers, with their state',
    description:
      'For administrators. Those that are configured, and others that drain. `draining` says who has switched it, and why; `failures` how many attempts have failed there since the last one that did not.',
    ...one({ json: 'ProviderList' }),
  },
  'providers/drain': {
    summary: 'Let a provider drain, or take new deployments again',
    description:
      'For administrators. No new deployment goes to a provider that drains, and plans say so with the reason; what stands there is served as before. Deployments that were ranked before may still be made there. ' +
      'What the configuration says (`draining: true`) cannot be taken back here: that is 409. With `dryRun=true` nothing changes.',
    query: drainingQuery,
    body: drainingChange(),
    ...change,
    answers: { 200: { json: 'DrainingDryRun' }, 204: 'nothing' },
  },
  'dead-letters/list': {
    summary: 'List what the service could not handle',
    description:
      'For administrators: notifications of files that failed ten times, and events that no function took. `waiting` says about how many there are; the first hundred of each queue are listed.',
    ...one({ json: 'DeadLetterList' }),
  },
  'dead-letters/change': {
    summary: 'Redrive dead letters, or drop one',
    description:
      'For administrators. A letter goes to where it was meant to go, then it is taken away; without an `id` as many as one request can: `left` says how many are left. What comes twice does no harm. With `dryRun=true` nothing changes.',
    query: letterQuery,
    body: letterChange(),
    ...change,
    refusals: [404, 409, 412],
    answers: { 200: { json: 'DeadLettersHandled' } },
  },
  'pause/get': {
    summary: 'Say whether the installation is paused',
    description:
      'For everybody who signs in: since when, and why. While it is paused, what begins work answers 503 with the reason; what runs goes on, and reading, settings and deletions work.',
    ...one({ json: 'PauseState' }),
  },
  'pause/set': {
    summary: 'Pause the installation, or end the pause',
    description:
      'For administrators, with a reason that everybody is told. Creations, updates, retries, rollbacks, repairs, moves, operations, checks, actions, approvals and backfills are refused; ' +
      'events of schedules, checks, repairs, moves, ends and office hours that nobody asks for wait until the pause is over. With `dryRun=true` nothing changes.',
    query: pausingQuery,
    body: pausing(),
    ...change,
    answers: { 200: { json: 'PauseDryRun' }, 204: 'nothing' },
  },
} as const satisfies { readonly [name: string]: Operation };
