/** Changes that somebody asks for on a page: of the version that the page shows, and carried out once however often it is sent. */

import { accepted } from '../../client/answer.ts';
import type {
  DeploymentView,
  Labels,
  OfficeHours,
  OperationRequest,
  RollbackRequest,
  WorkflowRequest,
} from '../../client/types.ts';
import { readView } from '../../client/view.ts';
import { send } from './service.ts';

interface Of {
  readonly uuid: string;
  /** the version that is on the screen: another one is not changed, but refused (412) */
  readonly version: string;
}

const ifMatch = ({ version }: Of) => ({ 'If-Match': version });

export const deleteDeployment = async (of: Of, force: boolean): Promise<void> => {
  const query = { force: force || undefined };
  await accepted(send, `/deployments/${of.uuid}`, { method: 'DELETE', query, headers: ifMatch(of) });
};

/** Ends a deletion that is stuck, so that the deployment can be deleted again. */
export const resetDeployment = async (of: Of): Promise<void> => {
  await accepted(send, `/deployments/${of.uuid}`, {
    method: 'PATCH',
    body: { status: 'DELETE_FAILED' },
    headers: ifMatch(of),
  });
};

/**
 * The version that stands now, as long as what somebody has looked at is still so: checks and states of machines make versions too,
 * and matter to neither labels nor templates. Else one that the service refuses.
 */
const versionWhere = async (uuid: string, isSame: (now: DeploymentView) => boolean): Promise<string> => {
  const found = await readView(send, uuid, { topology: false });
  return found !== 'unchanged' && isSame(found.view) ? found.view.version : '"another"';
};

/** Gives it these labels in place of those that are `known`. PreconditionFailedError when somebody else has changed its labels. */
export const labelDeployment = async (uuid: string, known: Labels, next: Labels): Promise<void> => {
  const version = await versionWhere(uuid, ({ labels = {} }) => sameLabels(labels, known));
  const headers = { 'If-Match': version };
  await accepted(send, `/deployments/${uuid}/labels`, { method: 'PUT', body: { labels: next }, headers });
};

type Operated = Pick<DeploymentView, 'uuid' | 'operation' | 'status'>;

/** Begins an operation. PreconditionFailedError when another one has come since `of` was shown. */
const begin = async (of: Operated, path: string, body: object, idempotencyKey: string): Promise<void> => {
  const version = await versionWhere(
    of.uuid,
    ({ operation, status }) => operation.id === of.operation.id && status === of.status,
  );
  const headers = { 'If-Match': version, 'Idempotency-Key': idempotencyKey };
  await accepted(send, `/deployments/${of.uuid}/${path}`, { method: 'POST', body, headers });
};

/** Goes back to an earlier version. */
export const rollbackDeployment = (of: Operated, body: RollbackRequest, idempotencyKey: string): Promise<void> =>
  begin(of, 'rollback', body, idempotencyKey);

/** Makes it anew at another provider, since its own gives no answer. */
export const moveDeployment = (of: Operated, idempotencyKey: string): Promise<void> =>
  begin(of, 'move', {}, idempotencyKey);

/** What of the template is run, with its inputs. */
export type RunRequest =
  | { readonly workflow: string; readonly body: WorkflowRequest }
  | { readonly workflow?: undefined; readonly body: OperationRequest };

export const runOnDeployment = (of: Operated, { workflow, body }: RunRequest, idempotencyKey: string): Promise<void> =>
  begin(of, workflow === undefined ? 'operations' : `workflows/${encodeURIComponent(workflow)}`, body, idempotencyKey);

/** Cancels what runs. PreconditionFailedError when it is another operation than the one that was shown. */
export const stopRun = (of: Operated, idempotencyKey: string): Promise<void> =>
  begin(of, 'operations/stop', {}, idempotencyKey);

const sameLabels = (one: Labels, other: Labels): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

/** Changes when it is deleted by itself; null: never. Nothing of another change is lost by it, so it is asked for whatever the version. */
export const extendDeployment = async (
  uuid: string,
  end: { readonly ttl: string } | { readonly expiresAt: string | null },
): Promise<void> => {
  await accepted(send, `/deployments/${uuid}/lifetime`, { method: 'PUT', body: end });
};

/** Changes when its machines run; null: always. Like the end, it is asked for whatever the version. */
export const changeOfficeHours = async (uuid: string, officeHours: OfficeHours | null): Promise<void> => {
  await accepted(send, `/deployments/${uuid}/office-hours`, { method: 'PUT', body: { officeHours } });
};

/** While it is protected nobody can delete it, nor replace or remove something of it by an update. */
export const protectDeployment = async (uuid: string, isProtected: boolean): Promise<void> => {
  await accepted(send, `/deployments/${uuid}/protection`, { method: 'PUT', body: { protected: isProtected } });
};

/** Asks somebody to take it over; null: nobody any more. */
export const giveDeployment = async (uuid: string, transfer: { readonly to?: string } | null): Promise<void> => {
  await accepted(send, `/deployments/${uuid}/transfer`, { method: 'PUT', body: { transfer } });
};

export const answerTransfer = async (
  uuid: string,
  answer: 'accept' | 'decline',
  idempotencyKey: string,
): Promise<void> => {
  const headers = { 'Idempotency-Key': idempotencyKey };
  await accepted(send, `/deployments/${uuid}/transfer`, { method: 'POST', body: { answer }, headers });
};

/** Asks for a comparison of the infrastructure with what was asked for. It changes nothing, so it is asked for whatever the version. */
export const requestCheck = async (deployment: string): Promise<void> => {
  await accepted(send, `/deployments/${deployment}/checks`, { method: 'POST' });
};

/** Puts right all that a check has found. */
export const repairDeployment = async (of: Of): Promise<void> => {
  await accepted(send, `/deployments/${of.uuid}/repair`, { method: 'POST', body: {}, headers: ifMatch(of) });
};

/** Starts or stops a machine. It has no version of its own: what counts is the state that the service sees. */
export const actOnMachine = async (deployment: string, resource: string, type: 'start' | 'stop'): Promise<void> => {
  await accepted(send, `/deployments/${deployment}/resources/${resource}/actions`, { method: 'POST', body: { type } });
};
