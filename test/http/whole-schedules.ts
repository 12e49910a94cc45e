import type { Backfill } from '../../src/domain/schedules/backfill.ts';
import { people } from './requests.ts';
import { id } from './samples.ts';

const at = '2026-11-20T15:33:12.345Z';
const identity = { issuer: people.olga.issuer, subject: people.olga.subject };

export const backfill: Required<Backfill> = {
  ...{ id: id(6), scheduleId: id(5), createdAt: at, updatedAt: at, createdBy: identity, scope: 's', prefix: 'p' },
  ...{ status: 'STOPPED', statusReason: 'r', after: 'a', seen: 1, matching: 1, started: 1 },
  interrupted: { times: 1, by: 'b', at },
};
