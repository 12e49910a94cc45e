import type { Schedule } from '../../../client/types.ts';
import { service } from '../../data/service.ts';

/** Whether the caller is an administrator, manages its group, or has made the schedule: a single schedule does not always say who has. */
export const mayChange = async ({ uuid: id, userGroup }: Pick<Schedule, 'uuid' | 'userGroup'>): Promise<boolean> => {
  const { administrator, manages = [] } = await service.me();
  if (administrator || (userGroup !== undefined && manages.includes(userGroup))) return true;
  for await (const { uuid } of service.schedules({ createdBy: 'me' })) if (uuid === id) return true;
  return false;
};
