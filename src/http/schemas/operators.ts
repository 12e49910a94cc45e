/** Answers of the routes for administrators of the installation. */

import * as v from 'valibot';
import { dependencyConditions } from '../../domain/dependencies/dependency-state.ts';
import { deployerKinds } from '../../domain/deployers/kinds.ts';
import { described, identity, instant, text, uuid, whole } from './parts.ts';

const providerState = described(
  v.strictObject({
    id: v.string(),
    name: v.string(),
    priority: described(v.optional(v.number()), 'the lowest is tried first; absent: it is not configured here'),
    groups: described(v.optional(v.array(v.string())), 'only their deployments go there; absent: those of everybody'),
    deployer: v.optional(v.picklist(deployerKinds)),
    type: text,
    region: text,
    draining: described(
      v.optional(
        v.strictObject({
          by: described(v.picklist(['configuration', 'switch']), 'configuration: the switch cannot take it back'),
          since: v.optional(instant),
          switchedBy: v.optional(identity),
          reason: described(text, 'told to everybody whose plan leaves the provider out'),
        }),
      ),
      'it takes no new deployments; absent: it takes them',
    ),
    failures: described(
      v.strictObject({
        count: described(whole, 'attempts that have failed there since the last success; at most 100 are counted'),
        deployments: described(v.array(uuid), 'of the latest of them, the newest first'),
      }),
      'of all deployments',
    ),
    noRoom: described(
      v.optional(
        v.strictObject({
          count: described(whole, 'attempts among those that failed'),
          at: described(instant, 'of the last one'),
          why: described(v.string(), 'what the provider said then'),
        }),
      ),
      'it refused attempts since the last success because it has no room, or the account may have no more; absent: none said so. What is left at a provider is unknown',
    ),
  }),
  'a provider, for administrators',
);

const dependencyState = described(
  v.strictObject({
    name: described(v.string(), 'as it is configured: `infrastructure-manager`, `slam` …, or the address of an issuer'),
    state: v.picklist(dependencyConditions),
    since: described(instant, 'when it was first seen so'),
    reason: described(text, 'what it said, or why it said nothing'),
  }),
  'an outside system, for administrators',
);

export const operatorSchemas = {
  DependencyState: dependencyState,
  DependencyList: v.strictObject({ dependencies: v.array(dependencyState) }),
  ProviderState: providerState,
  ProviderList: v.strictObject({ providers: v.array(providerState) }),
  DeadLetterList: described(
    v.strictObject({
      waiting: described(v.strictObject({ files: whole, events: whole }), 'about how many, by queue'),
      letters: v.array(
        v.strictObject({
          id: v.string(),
          queue: v.picklist(['files', 'events']),
          at: v.optional(instant),
          what: described(v.string(), 'a bucket and a file, or what happened to which execution'),
          why: described(text, 'what was said when it was given up; absent: the log of its function says it'),
        }),
      ),
    }),
    'what the service could not handle, as often as it tried',
  ),
  DeadLettersHandled: described(
    v.strictObject({ handled: whole, left: described(whole, 'about how many') }),
    'how many were redriven or dropped',
  ),
  PauseState: described(
    v.strictObject({
      paused: v.boolean(),
      since: v.optional(instant),
      reason: described(text, 'in the words of the administrator'),
      by: described(v.optional(identity), 'who paused it, for administrators'),
    }),
    'whether an administrator has paused the installation',
  ),
  PauseDryRun: described(
    v.strictObject({ paused: v.boolean(), nextPaused: v.boolean() }),
    'the switch, before and after',
  ),
  MoveList: described(
    v.strictObject({
      allowed: described(
        v.optional(v.strictObject({ afterMins: whole, atOnce: whole })),
        'what the operators allow; absent: nothing moves',
      ),
      stopped: described(
        v.optional(v.strictObject({ since: instant, by: identity, reason: text })),
        'an administrator has stopped all; absent: nobody has',
      ),
      moves: described(
        v.array(v.strictObject({ deployment: uuid, operation: uuid, acceptedAt: instant })),
        'the latest ones: some may have ended',
      ),
    }),
    'the moves of the installation, for administrators',
  ),
  MovesStoppedDryRun: described(
    v.strictObject({ stopped: v.boolean(), nextStopped: v.boolean() }),
    'the switch, before and after',
  ),
  DrainingDryRun: described(
    v.strictObject({ provider: v.string(), draining: v.boolean(), nextDraining: v.boolean() }),
    'the switch, before and after',
  ),
};
