import { pauseState } from '../../src/http/operators/pause.ts';
/** Answers for administrators that have every member of their description: whole-answers.test.ts. */

import { changeLetters, letterList } from '../../src/http/operators/dead-letters.ts';
import { dependencyList } from '../../src/http/operators/dependencies.ts';
import { moveList } from '../../src/http/operators/moves.ts';
import { providerStates } from '../../src/http/operators/providers.ts';
import { id } from './samples.ts';

const at = '2026-11-20T15:33:12.345Z';
const identity = { issuer: 'https://iam.example/', subject: 'ada' };

const listedDependencies = async () => {
  const all = async () => [{ name: 'slam', state: 'away', since: at, reason: 'r' } as const];
  const { json } = await dependencyList({ dependencyStates: { all } })();
  return json as { readonly dependencies: readonly unknown[] };
};

const listedProviders = async () => {
  const provider = { id: 'a', name: 'A', priority: 1, groups: ['g'], deployer: 'cloudformation' } as const;
  const { json } = await providerStates({
    providerList: [provider],
    providers: { get: async () => ({ ...provider, facts: { type: 'AWS', region: 'eu-west-1' } }) },
    providerFailures: {
      inSequence: async () => ({ count: 1, deployments: [id(1)], noRoom: { count: 1, at, why: 'r' } }),
    },
    switches: { draining: async () => new Map([['a', { providerId: 'a', since: at, by: identity, reason: 'r' }]]) },
  })();
  return json as { readonly providers: readonly unknown[] };
};

const letter = { id: 'l1', queue: 'files', at, what: 'incoming:a.csv', why: 'r' } as const;
const deadLetters = {
  list: async () => ({ waiting: { files: 1, events: 0 }, letters: [letter] }),
  redrive: async () => true,
  drop: async () => true,
  has: async () => true,
  waiting: async () => ({ files: 1, events: 0 }),
  redriveAll: async () => ({ handled: 1, left: 0 }),
};
const listedLetters = async () => (await letterList({ deadLetters })()).json;
const handledLetters = async () => {
  const asked = { caller: { ...identity, isAdministrator: true }, headers: {}, query: { dryRun: false } };
  return (await changeLetters({ deadLetters })({ ...asked, body: { action: 'redrive' } })).json;
};

const shownPause = async () => {
  const current = async () => ({ since: at, by: identity, reason: 'r' });
  return (await pauseState({ pauses: { current } })({ caller: { ...identity, isAdministrator: true } })).json;
};

const listedMoves = async () => {
  const inProgress = async () => ({ version: 1, moves: [{ deploymentId: id(1), operationId: id(2), at }] });
  const stopped = async () => ({ since: at, by: identity, reason: 'r' });
  const { json } = await moveList({ moveStates: { inProgress, stopped }, moving: { afterMins: 60, atOnce: 1 } })();
  return json;
};

export const operatorAnswers = {
  DeadLetterList: [listedLetters],
  DeadLettersHandled: [handledLetters],
  PauseState: [shownPause],
  MoveList: [listedMoves],
  DependencyList: [listedDependencies],
  DependencyState: [async () => (await listedDependencies()).dependencies[0]],
  ProviderList: [listedProviders],
  ProviderState: [async () => (await listedProviders()).providers[0]],
};
