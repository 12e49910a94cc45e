import type { Change } from '../../changes/change.ts';
import { changeLine } from '../../changes/change-line.ts';
import type { Deployment } from '../record/deployment.ts';
import { type ReportPorts, report } from './report.ts';

/** Most nodes whose changes the timeline shows; the log has all. */
export const mostNodes = 100;

/** Adds to the timeline what an update changes, one event for each node. */
export const addChangeEvents = async (
  ports: ReportPorts,
  deployment: Deployment,
  changes: readonly Change[],
): Promise<void> => {
  const nodes = [...Map.groupBy(changes, ({ node }) => node)];
  for (const [node, all] of nodes.slice(0, mostNodes)) {
    const text = all.map(changeLine).join('; ');
    await report(ports, { deployment }, { text, event: { kind: 'CHANGE', name: `change-${node}`, node } });
  }
  if (nodes.length <= mostNodes) return;
  const text = `and ${nodes.length - mostNodes} more nodes change; the log names them`;
  await report(ports, { deployment }, { text, event: { kind: 'CHANGE', name: 'changes' } });
};

/** The same as text for the log. */
export const changeLines = (changes: readonly Change[]): string =>
  changes.map((change) => `\n${changeLine(change)}`).join('');
