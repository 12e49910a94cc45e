import { personName, waitingText } from '../../approvals/approval.ts';
import type { Deployment } from '../record/deployment.ts';
import { cleanerFor } from '../record/disclosure.ts';
import { type ReportPorts, report } from './report.ts';
import { timelineMessage } from './timeline-message.ts';

/** Says that the operation waits, once for each plan that it waits for. */
export const reportApprovalNeeded = async (ports: ReportPorts, deployment: Deployment): Promise<void> => {
  const { approval } = deployment.operation;
  if (approval === undefined) return;
  const until = `${approval.expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const text = `the operation waits for an approval until ${until}, and longer by any pause of the installation: ${waitingText(approval)}`;
  const event = { kind: 'APPROVAL_NEEDED', name: approvalName(deployment) } as const;
  await report(ports, { deployment }, { text, at: approval.since, event });
};

/** The same for each plan that the operation asks about. */
export const approvalName = ({ operation: { approval } }: Deployment): string => `approval-${approval?.since}`;

/** Says who has approved, each person once. */
export const reportApproved = async (
  ports: Pick<ReportPorts, 'clock' | 'timeline'>,
  deployment: Deployment,
): Promise<void> => {
  const { id, operation } = deployment;
  const { approval } = operation;
  for (const { by, at, comment, rules } of approval?.grants ?? []) {
    const text = `${personName(by)} has approved for ${rules.join(', ')}${comment === undefined ? '' : `: ${comment}`}`;
    const message = timelineMessage(text, cleanerFor(deployment));
    const name = `${operation.id}-approved-${at}`;
    await ports.timeline.add(id, { name, kind: 'APPROVED', message, at, operation: operation.id, requestedBy: by });
  }
};
