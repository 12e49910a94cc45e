/** A repair looks once more at what has drifted before it changes anything: docs/decisions/0077. */

import { NotReadyError, ProviderFailedError } from '../../../foundation/errors.ts';
import { usualKind } from '../../deployers/kinds.ts';
import { compare } from '../../drift/compare.ts';
import type { Finding } from '../../drift/finding.ts';
import { planRepair } from '../../repair/plan-repair.ts';
import { mendsOf } from '../../repair/repair.ts';
import { withoutMachine } from '../../repair/without-machine.ts';
import type { Resource } from '../../resources/resource.ts';
import { putChanged } from '../../resources/states.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Mend } from '../record/mends.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { StoredRanking } from '../record/stored-ranking.ts';
import { report } from '../reporting/report.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'resources' | 'files' | 'timeline' | 'deployerOf'>;

/** ProviderFailedError where a later step finds no plan: without one nothing may be called repaired. */
export const plannedMends = ({ mends }: StoredRanking): readonly Mend[] => {
  if (mends === undefined) throw new ProviderFailedError('the plan of the repair is no longer stored');
  return mends;
};

export const storedOf = async (
  { files }: Pick<Ports, 'files'>,
  { deploymentId, operationId }: SubmittedAttempt,
): Promise<StoredRanking> => {
  const stored = await files.findRanking(deploymentId, operationId);
  if (stored === undefined) throw new ProviderFailedError(`repair ${operationId} stored no plan`);
  return stored;
};

/** Stores what is still so, of that which was agreed to. NotReadyError while a part of it cannot be seen. */
export const confirmRepair = async (
  ports: Ports,
  { provider, operation, id }: Deployment,
  attempt: SubmittedAttempt,
  stored: StoredRanking,
): Promise<StoredRanking> => {
  const { repairs = [], replace } = operation;
  const all = await ports.resources.all(id);
  const agreed = new Set(repairs.map(({ resource }) => resource));
  const standing = all.filter((one) => agreed.has(one.id) && one.physicalId !== undefined);
  const sure = repairs.every(({ how }) => how === 'started' || how === 'stopped');
  const { findings, strangers } = sure ? await stateOf(ports, attempt, standing) : await lookAt(ports, attempt, all);
  const unseen = findings.find(({ is, resource = '' }) => is === 'not-checked' && agreed.has(resource));
  if (unseen)
    throw new NotReadyError(
      `node ${unseen.node} cannot be looked at again: ${unseen.why ?? 'nothing was heard of it'}`,
    );
  const asked = { deployer: provider?.deployer ?? usualKind, asked: stored.asked, replace };
  const mends = mendsOf(planRepair([...findings, ...withoutMachine(all)], asked), repairs);
  const altered = new Set(mends.filter(({ how }) => how === 'altered').map(({ resource }) => resource));
  const becoming = { operationId: operation.id };
  const changed = all.map((one) => (altered.has(one.id) && !one.becoming ? { ...one, becoming } : one));
  await putChanged(ports.resources, all, changed, ports.clock.now());
  await report(ports, { attempt }, { text: linesOf(mends), line: 'repair' });
  const known = { ...stored, mends, strangers };
  await ports.files.putRanking(id, operation.id, known);
  return known;
};

const linesOf = (mends: readonly Mend[]): string =>
  mends.length === 0
    ? 'nothing of what had drifted is so any more: the repair changes nothing'
    : ['the repair puts right what is still so:', ...mends.map(lineOf)].join('\n  ');

const lineOf = ({ node, how, part, wanted = {} }: Mend): string => {
  const values = Object.entries(wanted).map(([name, value]) => `${name} to ${value}`);
  const machine = part === undefined ? node : `virtual machine ${part} of ${node}`;
  return values.length === 0 ? `${machine}: ${how}` : `${machine}: ${how}, ${values.join(', ')}`;
};

interface Look {
  readonly findings: readonly Finding[];
  readonly strangers: readonly string[];
}

/** The states are enough to start and to stop. */
const stateOf = async (
  { deployerOf }: Ports,
  { providerId, infrastructureId }: SubmittedAttempt,
  standing: readonly Resource[],
): Promise<Look> => {
  const ids = standing.flatMap(({ physicalId }) => physicalId ?? []);
  const seen = await deployerOf(providerId).virtualMachines(infrastructureId, ids);
  return {
    findings: compare(standing, { is: 'read', machines: seen.map((one) => ({ ...one, values: {} })) }),
    strangers: [],
  };
};

const lookAt = async (
  { deployerOf }: Ports,
  { providerId, infrastructureId }: SubmittedAttempt,
  all: readonly Resource[],
): Promise<Look> => {
  const seen = await deployerOf(providerId).inspect?.(infrastructureId, {});
  if (seen?.is !== 'read')
    throw new ProviderFailedError(`provider ${providerId} tells nothing that a repair could use`);
  const findings = compare(all, seen);
  return {
    findings,
    strangers: findings.flatMap(({ is, part }) => (is === 'unknown' && part !== undefined ? [part] : [])),
  };
};
