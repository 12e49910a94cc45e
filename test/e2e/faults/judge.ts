/** What has come of a cell, and what is wrong with that. */

import { type Held, heldBy } from './held.ts';
import type { Cell, Subject } from './subject.ts';

/**
 * done     as if nothing had happened
 * failed   *_FAILED, or the resource in ERROR, with a reason
 * refused  the request was not taken, and nothing has changed
 */
export type Result = 'done' | 'failed' | 'refused';

export interface Outcome {
  readonly result: Result | 'neither';
  /** what the user is told, where it was not done */
  readonly reason: string;
  readonly problems: readonly string[];
}

interface Final {
  readonly status: string;
  readonly reason: string;
  readonly log: string;
  readonly held: readonly Held[];
}

export const judge = async (
  subject: Subject,
  door: { readonly status: number; readonly body: string },
): Promise<Outcome> => {
  const { cell } = subject;
  const final = await finalOf(subject);
  const result = resultOf(cell, final, door.status);
  const reason = result === 'refused' ? door.body : final.reason;
  const problems = [
    ...(result === 'neither' ? [`it ended as ${final.status} (answer ${door.status}): ${final.reason}`] : []),
    ...reasonProblems(cell, result, reason),
    ...holdings(cell, result, final),
    ...unforeseen(cell, subject.ends),
  ];
  return { result, reason, problems };
};

const finalOf = async (subject: Subject): Promise<Final> => {
  const { id, cell } = subject;
  const held = await heldFor(subject);
  if (id === '') return { status: 'none', reason: '', log: '', held };
  const path = { deployment_id: id };
  const { status, body } = await subject.call('get', { path });
  if (status === 404) return { status: 'gone', reason: '', log: '', held };
  const deployment = JSON.parse(body) as { readonly status: string; readonly statusReason?: string };
  const log = (await subject.call('log', { path })).body;
  if (cell.operation !== 'action') return { ...deployment, reason: deployment.statusReason ?? '', log, held };
  const resource = await subject.findResource();
  return { status: resource?.state ?? 'none', reason: resource?.metadata['StateReason'] ?? '', log, held };
};

const heldFor = async ({ house, id }: Subject): Promise<readonly Held[]> =>
  (await heldBy(house)).filter(({ name }) => id === '' || name.includes(id));

const resultOf = ({ operation, call }: Cell, { status, reason }: Final, door: number): Outcome['result'] => {
  const [from, to] = call.needs === 'stopped' ? ['STOPPED', 'STARTED'] : ['STARTED', 'STOPPED'];
  const ends: { readonly [T in Cell['operation']]: readonly [string, string, string] } = {
    create: ['none', 'CREATE_COMPLETE', 'CREATE_FAILED'],
    update: ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'],
    delete: ['CREATE_COMPLETE', 'gone', 'DELETE_FAILED'],
    action: [from, to, 'ERROR'],
  };
  const [before, done, failed] = ends[operation];
  if (status === done) return 'done'; // also where the client was told to try again: it was taken, and a sweep began it
  // an action that failed leaves its resource as the machine is, where that is known
  if (status === failed || (operation === 'action' && status === before && reason !== '')) return 'failed';
  return door >= 400 && status === before ? 'refused' : 'neither';
};

/** Who said what; nobody can act on less. */
const reasonProblems = ({ call }: Cell, result: Outcome['result'], reason: string): readonly string[] => {
  if (result !== 'failed' && result !== 'refused') return [];
  return call.said.test(reason) ? [] : [`the reason does not name who is at fault: ${reason.slice(0, 300)}`];
};

/** What the provider holds is what there should be, or is named as left over. */
const holdings = (cell: Cell, result: Outcome['result'], { held, reason, log }: Final): readonly string[] => {
  const told = `${reason}\n${log}`;
  const isNamed = ({ cloud, id }: Held): boolean =>
    [...told.matchAll(/left over on .*/g)].some(
      ([line]) => line.includes(id) || line.includes(`left over on ${cloud}: an infrastructure, if one was made`),
    );
  const unnamed = held.filter((one) => !isNamed(one));
  const wanted = wantedOf(cell, result);
  if (wanted === undefined) return [];
  if (unnamed.length !== wanted.infrastructures) {
    const ids = unnamed.map(({ id }) => id).join(', ') || 'nothing';
    return [`the provider should hold ${wanted.infrastructures} infrastructures, and holds ${ids}`];
  }
  const machines = unnamed[0]?.machines;
  return wanted.machines === undefined || machines === wanted.machines
    ? []
    : [`it has ${machines} virtual machines, and ${wanted.machines} were wanted`];
};

/** undefined: anything, since the deployment itself still stands for it. */
const wantedOf = (
  { operation, call }: Cell,
  result: Outcome['result'],
): { readonly infrastructures: number; readonly machines?: number } | undefined => {
  if (operation === 'create' && result !== 'done') return { infrastructures: 0 };
  // no job twice
  if (operation === 'create') return { infrastructures: 1, ...(call.deployer === 'batch' && { machines: 2 }) };
  if (operation === 'delete') return result === 'done' ? { infrastructures: 0 } : undefined;
  if (operation === 'action' || result !== 'done') return { infrastructures: 1 };
  return { infrastructures: 1, machines: call.needs === 'scale-in' ? 1 : 2 };
};

/** Only what is ours may end an execution as FAILED: AWS itself did not answer. */
const unforeseen = ({ call }: Cell, ends: readonly string[]): readonly string[] =>
  /DynamoDB|S3|Secrets|StartExecution|StopExecution/.test(call.name)
    ? []
    : ends.map((end) => `an execution ended as ${end}`);
