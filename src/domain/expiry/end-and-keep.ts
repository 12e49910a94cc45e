import { failuresOf } from '../../foundation/failures-of.ts';
import { type KeepPorts, keepOfficeHours } from '../hours-keeping/keep-hours.ts';
import { type EndPorts, endDeployments } from './end-deployments.ts';

/**
 * What is due by the clock: ends of deployments, and office hours. One run for both, since each run costs money though nothing is due.
 * While the installation is paused neither is done, as if the service were away: both catch up afterwards. The pause is read only where
 * something is due, so that an idle installation costs nothing more. Neither waits for the other, nor fails with it.
 * AggregateError when one of them has failed in part: the next run goes on.
 */
export const endAndKeep = (ports: EndPorts & KeepPorts) => async (): Promise<void> => {
  const failures = await failuresOf([endDeployments(ports), keepOfficeHours(ports)], 2, (run) => run());
  if (failures.length > 0) throw new AggregateError(failures, failures.map((one) => `${one}`).join('; '));
};
