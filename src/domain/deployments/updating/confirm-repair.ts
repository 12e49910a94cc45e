/** A repair looks once more at what has drifted before it changes anything: docs/decisions/0077. */

import { NotReadyError, ProviderFailedError } from '../../../foundation/errors.ts';
import type { InspectedPart } from '../../deployers/inspection.ts';
import { usualKind } from '../../deployers/kinds.ts';
import { compare } from '../../drift/compare.ts';
import type { Finding } from '../../drift/finding.ts';
import { planRepair } from '../../repair/plan-repair.ts';
import { mendsOf, type RepairItem, thingOf } from '../../repair/repair.ts';
import { withoutMachine } from '../../repair/without-machine.ts';
import type { Resource } from '../../resources/resource.ts';
import { putChanged } from '../../resources/states.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Mend, Revert } from '../record/mends.ts';
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
  const { findings, strangers, parts } = sure
    ? await stateOf(ports, attempt, standing)
    : await lookAt(ports, attempt, all, stored);
  const unseen = findings.find((one) => one.is === 'not-checked' && agreed.has(thingOf(one) ?? ''));
  if (unseen) return lookAgain(ports, attempt, stored, unseen);
  const planning = { deployer: provider?.deployer ?? usualKind, asked: stored.asked, replace };
  const isStack = planning.deployer !== usualKind;
  const items = planRepair(isStack ? findings : [...findings, ...withoutMachine(all, findings, true)], planning);
  const mends = mendsOf(items, repairs);
  const isAgreed = (item: RepairItem): boolean =>
    mends.some(({ resource, how }) => resource === thingOf(item) && how === item.how);
  const notAgreed = items.filter((item) => !isAgreed(item));
  const reverts = revertsOf(parts);
  if (isStack) requireAgreed(notAgreed, mends, reverts);
  // an engine that sets back the whole is asked for no machine
  const altered = new Set(mends.filter(({ how }) => how === 'altered' && !isStack).map(({ resource }) => resource));
  const becoming = { operationId: operation.id };
  const changed = all.map((one) => (altered.has(one.id) && !one.becoming ? { ...one, becoming } : one));
  await putChanged(ports.resources, all, changed, ports.clock.now());
  await report(ports, { attempt }, { text: linesOf(mends), line: 'repair' });
  const mended = new Set(mends.map(({ resource }) => resource));
  const leaves = notAgreed.flatMap(({ resource }) => (resource === undefined || mended.has(resource) ? [] : resource));
  const known = { ...stored, mends, strangers, ...(isStack && { reverts, leaves }) };
  await ports.files.putRanking(id, operation.id, known);
  return known;
};

/** An engine that sets back the whole would also overwrite what nobody has seen yet. */
const requireAgreed = (notAgreed: readonly RepairItem[], mends: readonly Mend[], reverts: readonly Revert[]): void => {
  const isSetBack = ({ how }: Pick<RepairItem, 'how'>): boolean => how === 'remade' || how === 'altered';
  const alone = reverts.length === 0 ? mends.filter(isSetBack) : [];
  if (alone.length > 0)
    throw new ProviderFailedError(
      `the provider does not confirm that anything has drifted of ${alone.map(({ node }) => node).join(', ')}: check again`,
    );
  const more = notAgreed.filter(isSetBack);
  if (more.length === 0) return;
  const names = [...new Set(more.map(({ node, part }) => (part === undefined ? node : `${node} (${part})`)))];
  throw new ProviderFailedError(
    `more has drifted since the check, and would be overwritten too: ${names.join(', ')}: check again, and repair what it finds`,
  );
};

const revertsOf = (parts: readonly InspectedPart[]): readonly Revert[] =>
  parts.flatMap(({ id, is, node, properties = [] }): Revert[] => {
    const counts = is === 'missing' || (is === 'changed' && properties.some(({ ignored }) => ignored === undefined));
    return counts ? [{ part: id, is, ...(node !== undefined && { node }) }] : [];
  });

/** For how long something that cannot be compared is waited for: its provider answers, and says nothing of it. */
const unseenMins = 15;

const lookAgain = async (
  { files, clock }: Pick<Ports, 'files' | 'clock'>,
  { deploymentId, operationId, startedAt }: SubmittedAttempt,
  { comparing, ...stored }: StoredRanking,
  { node, why = 'nothing was heard of it' }: Finding,
): Promise<never> => {
  const text = `node ${node} cannot be looked at again: ${why}`;
  if (comparing !== undefined && elapsed(startedAt, clock.now(), { minutes: unseenMins }))
    throw new ProviderFailedError(text);
  // what an engine has compared stays as it is: it has to compare anew
  if (comparing !== undefined) await files.putRanking(deploymentId, operationId, stored);
  throw new NotReadyError(text);
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
  readonly parts: readonly InspectedPart[];
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
    ...{ strangers: [], parts: [] },
  };
};

const lookAt = async (
  { deployerOf, files }: Ports,
  { providerId, infrastructureId, deploymentId, operationId }: SubmittedAttempt,
  all: readonly Resource[],
  stored: StoredRanking,
): Promise<Look> => {
  const { comparing: comparison } = stored;
  const seen = await deployerOf(providerId).inspect?.(infrastructureId, { comparison });
  if (seen?.is === 'comparing') {
    if (seen.comparison !== comparison)
      await files.putRanking(deploymentId, operationId, { ...stored, comparing: seen.comparison });
    throw new NotReadyError('the provider compares what stands with what was asked for');
  }
  if (seen?.is !== 'read')
    throw new ProviderFailedError(`provider ${providerId} tells nothing that a repair could use`);
  const findings = compare(all, seen);
  return {
    findings,
    parts: seen.parts ?? [],
    strangers: findings.flatMap(({ is, part }) => (is === 'unknown' && part !== undefined ? [part] : [])),
  };
};
