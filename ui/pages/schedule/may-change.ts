import { service } from '../../data/service.ts';

/** Whether the caller is an administrator or has made the schedule: a single schedule does not always say who has. */
export const mayChange = async (id: string): Promise<boolean> => {
  const { administrator } = await service.me();
  if (administrator) return true;
  for await (const { uuid } of service.schedules({ createdBy: 'me' })) if (uuid === id) return true;
  return false;
};
