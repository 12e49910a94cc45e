/** Events of the stream, with all of their members. */

import type {
  DeploymentStreamEvent,
  InstallationStreamEvent,
  ScheduleStreamEvent,
} from '../../src/domain/deployments/record/event-stream.ts';
import { id } from './samples.ts';

const at = '2026-11-20T12:00:00.000Z';
const person = { issuer: 'https://iam.example/', subject: 'olga' };
const owned = { id: id(1), name: 'a name', userGroup: 'physics', createdBy: person };
const told = { id: 'i', message: 'm', at, writtenAt: at, requestedBy: person };

export const ofDeployment: DeploymentStreamEvent = {
  ...told,
  ...{
    kind: 'ACCEPTED',
    operation: id(900),
    attempt: 1,
    provider: 'recas',
    providerName: 'ReCaS Bari',
    node: 'server',
  },
  deployment: { ...owned, status: 'CREATE_COMPLETE' },
};

export const ofSchedule: ScheduleStreamEvent = {
  ...told,
  ...{ kind: 'FILE_FAILED', file: { event: id(2), scope: 'incoming', name: 'a.csv' } },
  backfill: { uuid: id(3), status: 'RUNNING' },
  schedule: { ...owned, status: 'RUNNING' },
};

export const ofInstallation: InstallationStreamEvent = {
  ...told,
  ...{ kind: 'PROVIDER_DRAINING', provider: 'recas', installation: true },
};
