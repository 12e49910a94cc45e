import { warningTexts } from '../../policies/judge-ranking.ts';
import type { Violation } from '../../policies/rule.ts';
import type { Deployment } from '../record/deployment.ts';
import { type ReportPorts, report } from './report.ts';

/** Adds what rules of the installation warn of to the timeline; the log has it beside the ranking. */
export const reportPolicyWarnings = async (
  ports: ReportPorts,
  deployment: Deployment,
  violations: readonly Violation[],
): Promise<void> => {
  for (const [index, text] of warningTexts(violations).entries())
    await report(ports, { deployment }, { text, event: { kind: 'WARNING', name: `policy-${index + 1}` } });
};
