import { needsAttention } from '../../foundation/attention.ts';
import type { Deployment } from '../deployments/record/deployment.ts';
import { type NotifyPorts, notify } from '../deployments/reporting/notify.ts';
import { type ReportPorts, report } from '../deployments/reporting/report.ts';
import type { Check } from './check.ts';

/** Before it is noted, so that it is reported also if the process dies in between: a repeat has the same name. */
export const reportLoginEnded = async (
  ports: NotifyPorts & ReportPorts,
  deployment: Deployment,
  { last }: Check,
  why = 'the login of its owner has ended',
): Promise<void> => {
  const name = `login-ended-${last === undefined ? 0 : Date.parse(last.at)}`;
  const message = `what stands cannot be checked: ${why}`;
  await report(ports, { deployment }, { line: 'login', text: message, event: { kind: 'WARNING', name, message } });
  needsAttention('login-ended', message, { deploymentId: deployment.id });
  await notify(ports, deployment, name);
};
