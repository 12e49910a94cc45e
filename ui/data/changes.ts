/** Changes that somebody asks for on a page: of the version that the page shows, and carried out once however often it is sent. */

import { accepted } from '../../client/answer.ts';
import { sender } from '../../client/calls.ts';
import { connection } from './service.ts';

const send = sender({ ...connection, tries: 3 });

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
