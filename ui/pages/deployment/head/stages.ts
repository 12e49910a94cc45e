/** How far an operation is, in the stages that people know. */

import { isWorking } from '../../../../client/pace.ts';
import type { DeploymentView, ViewResource } from '../../../data/view.ts';

export interface Stage {
  readonly name: string;
  readonly is: 'done' | 'current' | 'failed' | 'to come';
}

const ofCreation = ['Accepted', 'Provider', 'Machines', 'Software', 'Running'];
const ofUpdate = ['Accepted', 'Machines', 'Software', 'Running'];
const ofJobs = ['Accepted', 'Provider', 'Jobs', 'Done'];
const ofDeletion = ['Accepted', 'Resources', 'Deleted'];

const names: { readonly [K in DeploymentView['operation']['kind']]: readonly string[] } = {
  CREATE: ofCreation,
  UPDATE: ofUpdate,
  DELETE: ofDeletion,
};

/** The stages of the operation; empty when it has succeeded, since then there is nothing to wait for. */
export const stagesOf = (view: DeploymentView): readonly Stage[] => {
  const { status, operation } = view;
  const failed = status.endsWith('_FAILED');
  // what runs on what stands has steps of its own: the tab Runs
  if (operation.runs !== undefined || (!isWorking(status) && !failed)) return [];
  const all = operation.kind === 'CREATE' && hasJobs(view) ? ofJobs : namesOf(operation);
  const at = all.indexOf(currentOf(view));
  return all.map((name, index) => ({
    name,
    is: index < at ? 'done' : index > at ? 'to come' : failed ? 'failed' : 'current',
  }));
};

/** A move makes all anew, as a creation does. */
const namesOf = ({ kind, moves }: DeploymentView['operation']): readonly string[] =>
  moves === undefined ? names[kind] : ofCreation;

/** Whether it consists of jobs alone. */
export const onlyJobs = ({ nodes = [] }: Pick<DeploymentView, 'nodes'>): boolean =>
  nodes.length > 0 && nodes.every(({ kind }) => kind === 'job');

/** Whether the deployment runs jobs instead of machines. */
export const hasJobs = ({ nodes = [] }: Pick<DeploymentView, 'nodes'>): boolean =>
  nodes.some(({ kind }) => kind === 'job');

/** States of a machine that runs: what is done with it now is done to its software. */
const bootedStates: readonly ViewResource['state'][] = ['CONFIGURING', 'CONFIGURED', 'STARTING', 'STARTED'];

const currentOf = (view: DeploymentView): string => {
  const { operation, attempt, status } = view;
  if (operation.kind === 'DELETE') return 'Resources';
  if (operation.kind === 'CREATE' && attempt === undefined)
    return status.endsWith('_FAILED') ? 'Provider' : brokering(view);
  if (operation.moves !== undefined && view.provider?.id === operation.moves.from.id) return 'Provider';
  if (hasJobs(view)) return 'Jobs';
  if (attempt?.providerState === 'unconfigured') return 'Software';
  return machinesRun(view) ? 'Software' : 'Machines';
};

const brokering = ({ task }: DeploymentView): string => (task === 'NONE' ? 'Accepted' : 'Provider');

const machinesRun = ({ nodes = [], resources }: DeploymentView): boolean => {
  const machines = new Set(nodes.filter(({ kind }) => kind === 'compute').map(({ name }) => name));
  const all = resources.filter(({ node }) => machines.has(node));
  return all.length > 0 && all.every(({ state }) => bootedStates.includes(state));
};
