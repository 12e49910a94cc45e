import type { Deployment } from '../deployments/record/deployment.ts';
import { driftLine, driftOf } from '../deployments/record/drift-summary.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import { type NotifyPorts, notify } from '../deployments/reporting/notify.ts';
import { report } from '../deployments/reporting/report.ts';
import type { Checks, Found } from './check.ts';
import { type Finding, findingLine, isDrift } from './finding.ts';

export type ReportDriftPorts = NotifyPorts &
  Pick<LifecyclePorts, 'deployments' | 'timeline' | 'clock' | 'files'> & {
    readonly driftChecks: Pick<Checks, 'summarise'>;
  };

/**
 * Tells a new finding: in the record, which changes its ETag, then in log and timeline, then by a callback. A repeat tells
 * nothing twice. False: the deployment has changed since the look, so nothing is told. CallbackFailedError when the callback
 * could not be queued: the finding stays untold, and the next run repeats.
 */
export const reportDrift = async (ports: ReportDriftPorts, deploymentId: string, found: Found): Promise<boolean> => {
  const deployment = await summarised(ports, deploymentId, found);
  if (deployment === undefined) return false;
  const { since } = found.summary;
  const name = `drift-${Date.parse(since)}`;
  const event = { kind: 'DRIFT', name, message: messageOf(found) } as const;
  await report(ports, { deployment }, { at: since, line: 'drift', text: textOf(found), event });
  const { drifted, of } = found.summary;
  await notify(ports, deployment, name, { drift: { since, drifted, of } });
  return true;
};

const summarised = async (ports: ReportDriftPorts, id: string, found: Found): Promise<Deployment | undefined> => {
  const written = await ports.driftChecks.summarise(id, found);
  if (written) return written;
  const deployment = await ports.deployments.find(id);
  // an earlier run has written it, and died before it told the rest
  return deployment && driftOf(deployment)?.since === found.summary.since ? deployment : undefined;
};

const headline = (summary: Found['summary']): string => driftLine(summary) ?? 'all is as it was asked for again';

/** Most findings that an event names; the log has all. */
const most = 5;

const messageOf = ({ summary, findings }: Found): string => {
  const all = findings.filter(isDrift);
  const more = all.length > most ? [`and ${all.length - most} more`] : [];
  return [headline(summary), ...linesOf(all.slice(0, most)), ...more].join('; ');
};

const textOf = ({ summary, findings }: Found): string => [headline(summary), ...linesOf(findings)].join('\n  ');

const linesOf = (findings: readonly Finding[]): readonly string[] => findings.map(findingLine);
