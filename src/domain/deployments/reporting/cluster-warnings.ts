import type { Problem } from '../../../tosca/problems.ts';
import type { Topology } from '../../../tosca/topology.ts';
import { clusterWarnings } from '../../clusters/injection.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from './report.ts';

type Created = Pick<Deployment, 'createdBy' | 'origin'>;

/** Warnings about clusters that will run but cannot scale with the present configuration. */
export const clusterWarningsOf = (
  { clusterCredentials }: Pick<LifecyclePorts, 'clusterCredentials'>,
  { createdBy: { issuer }, origin }: Created,
  { nodes }: Pick<Topology, 'nodes'>,
): readonly Problem[] =>
  clusterWarnings(nodes, { issuer, lacking: clusterCredentials.lacking(issuer), serviceUrl: origin?.serviceUrl });

/** Writes them to log and timeline before anything is deployed. */
export const reportClusterWarnings = async (
  ports: Pick<LifecyclePorts, 'clusterCredentials' | 'timeline' | 'files' | 'clock'>,
  deployment: Deployment,
  topology: Topology,
): Promise<void> => {
  const warnings = clusterWarningsOf(ports, deployment, topology);
  if (warnings.length === 0) return;
  const at = ports.clock.now().toISOString();
  const lines = warnings.map(({ message }) => `${at} warning: ${message}\n`).join('');
  await ports.files.appendLog(deployment.id, `0000-clusters-${deployment.operation.id}`, lines);
  for (const { message, path } of warnings)
    await report(ports, { deployment }, { text: message, event: { kind: 'WARNING', name: `warning-${path}` } });
};
