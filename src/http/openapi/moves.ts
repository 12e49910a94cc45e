/** The routes for deployments that move away from a provider that is gone. */

import { creationQuery } from '../deployments/create-deployment.ts';
import { moving } from '../deployments/move-deployment.ts';
import { movesStopped, movesStoppedQuery } from '../operators/moves.ts';
import { change, type Operation, one } from './operation.ts';

export const moveOperations = {
  'deployments/move': {
    summary: 'Make a deployment anew at another provider, since its own is gone',
    description:
      'Where the operators allow moves, and the last check, at most 15 minutes ago, got no answer from its provider (409 otherwise). All is made at the next provider as a creation makes it; ' +
      'what stands stays in force until that is complete, and is destroyed when its provider answers again. What would lose data is refused (400). The template and its inputs stay, and no version comes. ' +
      'With `dryRun=true` nothing is changed: the answer shows where it would go, and why not.',
    query: creationQuery,
    body: moving,
    mayLackBody: true,
    ...change,
    answers: { 200: { json: 'MoveDryRun' }, 202: 'nothing' },
  },
  'moves/list': {
    summary: 'List the moves of the installation',
    description:
      'For administrators: the latest deployments that moved away from a provider that gave no answer, what the operators allow, and whether all moves are stopped.',
    ...one({ json: 'MoveList' }),
  },
  'moves/stop': {
    summary: 'Stop all moves, or allow them again',
    description:
      'For administrators. No move is accepted while they are stopped, by hand or without a request, and the refusal tells the reason; those in progress go on. With `dryRun=true` nothing changes.',
    query: movesStoppedQuery,
    body: movesStopped(),
    ...change,
    answers: { 200: { json: 'MovesStoppedDryRun' }, 204: 'nothing' },
  },
} as const satisfies { readonly [name: string]: Operation };
