import { creationQuery } from '../deployments/create-deployment.ts';
import { repairing } from '../deployments/repair-deployment.ts';
import { calling, runQuery, startingWorkflow } from '../runs/run.ts';
import { change, type Operation } from './operation.ts';

/** A repair of what stands, and what the template defines to be run on it: docs/decisions/0077 and 0092. */
export const runOperations = {
  'deployments/repair': {
    summary: 'Put right what has drifted',
    description:
      'Of what the last check has found since the last operation (409 if that is nothing): machines that are gone are made again, stopped ones are ' +
      'started, and changed sizes are changed back. It looks again before it changes anything. What would lose data is refused (400) unless ' +
      '`replace` names its node. The template in force stays, and no version comes. With `dryRun=true` nothing is changed: the answer shows what it would overwrite.',
    query: creationQuery,
    body: repairing,
    ...change,
    answers: { 200: { json: 'RepairDryRun' }, 202: 'nothing' },
  },
  'operations/list': {
    summary: 'Read what a template defines to be run, and the last run',
    description:
      'The operations of its nodes and relationships that have an implementation, and its imperative workflows. The last run tells each step with the machines ' +
      'on which it ran; what operations print is in the log.',
    answers: { 200: { json: 'Operations' } },
  },
  'operations/call': {
    summary: 'Run an operation of the template',
    description:
      'On every machine of its node that runs. In CREATE_COMPLETE, UPDATE_COMPLETE, and UPDATE_FAILED after a run that failed. While it runs the deployment is UPDATE_IN_PROGRESS; ' +
      'then it is UPDATE_COMPLETE, whatever the operation ended with: `GET …/operations` tells that. Template, version and outputs stay as they are. ' +
      '409 where the provider runs no single operation. With `dryRun=true` nothing runs: the answer shows what would.',
    query: runQuery,
    body: calling,
    ...change,
    answers: { 200: { json: 'RunDryRun' }, 202: 'nothing' },
  },
  'operations/stop': {
    summary: 'Stop what runs',
    description:
      'What runs of an operation or a workflow of the template is cancelled, and nothing of it begins any more; what has ended stays. A body is ignored. 409 when nothing runs. ' +
      'With `dryRun=true` nothing is cancelled: the answer shows what would be.',
    query: runQuery,
    ...change,
    answers: { 200: { json: 'StopDryRun' }, 204: 'nothing' },
  },
  'operations/workflow': {
    summary: 'Run a workflow of the template',
    description:
      'Its steps one after the other, as `on_success` and `on_failure` lead: calls of operations, states, and workflows within it. What it has besides, such as preconditions, ' +
      'filters and delegated workflows, is refused (400). Otherwise as for an operation.',
    query: runQuery,
    body: startingWorkflow,
    mayLackBody: true,
    ...change,
    answers: { 200: { json: 'RunDryRun' }, 202: 'nothing' },
  },
} satisfies { readonly [name: string]: Operation };
