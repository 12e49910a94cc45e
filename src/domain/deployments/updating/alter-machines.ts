import { entryOf } from '../../../foundation/entry-of.ts';
import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../foundation/errors.ts';
import type { VirtualMachine } from '../../deployers/machines.ts';
import { bind } from '../../resources/match.ts';
import type { PendingAlteration, Resource } from '../../resources/resource.ts';
import { putChanged } from '../../resources/states.ts';
import { countedFrom } from '../polling/outage.ts';
import type { SubmittedAttempt } from '../record/claim-attempt.ts';
import { alterMins, elapsed } from '../record/deadlines.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import type { StoredRanking } from '../record/stored-ranking.ts';
import { report } from '../reporting/report.ts';
import type { SentTemplate } from './sent-template.ts';

type Ports = Pick<LifecyclePorts, 'clock' | 'resources' | 'files' | 'timeline' | 'deployerOf'>;

/** Machines that are altered at the same time: each call lasts until the cloud has finished. */
const together = 5;

/** If the calls took longer than this, other slow calls are left to another run of the step: a function has one minute. */
const quickSeconds = 5;

export type Altering = { readonly is: 'done' } | { readonly is: 'waiting' | 'failed'; readonly why: string };

type Altered = Resource & { readonly becoming: PendingAlteration; readonly physicalId: string };

/**
 * Alters some of the machines that the new template changes, and says whether that is all of them. Each resource records
 * the time of its call before the call, since an answer can be lost. Then the call is repeated, which is harmless.
 */
export const alterMachines = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  order: {
    readonly template: SentTemplate;
    readonly kept: Pick<StoredRanking, 'asked' | 'altered'>;
    /** what was noted of the machines stays, since the answer proves nothing */
    readonly keepsNoted?: boolean;
  },
): Promise<Altering> => {
  const all = await ports.resources.all(attempt.deploymentId);
  const waiting = all.filter((resource) => isAltered(resource, attempt.operationId));
  if (waiting.length === 0) return { is: 'done' };
  const now = ports.clock.now();
  const late = waiting.find(({ becoming: { firstAskedAt } }) =>
    elapsed(firstAskedAt === undefined ? never : countedFrom(firstAskedAt, attempt, now), now, { minutes: alterMins }),
  );
  if (late) return { is: 'failed', why: `${machine(late)} was not altered within ${alterMins} minutes` };
  const { lostUpdateSeconds } = ports.deployerOf(attempt.providerId).policy;
  const due = waiting.filter(({ becoming }) => isDue(becoming, now, lostUpdateSeconds)).slice(0, together);
  if (due.length === 0) return { is: 'waiting', why: 'the answer to altering machines was lost' };
  const recorded = due.map((resource) => markedAsked(resource, now));
  await putChanged(ports.resources, due, recorded, now);
  const outcomes = await Promise.all(recorded.map((resource) => alter(ports, attempt, resource, order)));
  const { keepsNoted = false } = order;
  const left = waiting.length - due.length;
  return settle(ports, attempt, outcomes, { left, askedAt: now.toISOString(), keepsNoted });
};

const never = '9999-12-31T23:59:59.999Z';

const isAltered = (resource: Resource, operationId: string): resource is Altered =>
  resource.becoming?.operationId === operationId && resource.physicalId !== undefined && resource.state !== 'DELETING';

const isDue = ({ askedAt }: PendingAlteration, now: Date, seconds: number): boolean =>
  askedAt === undefined || elapsed(askedAt, now, { seconds });

const markedAsked = (resource: Altered, now: Date): Altered => {
  const askedAt = now.toISOString();
  return { ...resource, becoming: { firstAskedAt: askedAt, ...resource.becoming, askedAt } };
};

const machine = ({ physicalId, toscaNodeName }: Resource): string =>
  `virtual machine ${physicalId} of ${toscaNodeName}`;

type Outcome =
  | { readonly is: 'done'; readonly resource: Altered; readonly machine: VirtualMachine }
  | { readonly is: 'waiting' | 'failed'; readonly why: string };

const alter = async (
  { deployerOf }: Ports,
  { providerId, infrastructureId }: SubmittedAttempt,
  resource: Altered,
  { template, kept: { asked: requested = {}, altered = [] } }: Parameters<typeof alterMachines>[2],
): Promise<Outcome> => {
  const { toscaNodeName: node, physicalId } = resource;
  const wanted = entryOf(requested, node);
  try {
    const { submission, sending } = template;
    const deployer = deployerOf(providerId);
    const found = await sending(() => deployer.alter(infrastructureId, physicalId, submission));
    const properties = altered.filter((one) => one.node === node).map(({ property }) => property);
    const lacks = wanted === undefined ? [] : deployer.policy.shortfall(found, wanted.values, properties);
    if (lacks.length === 0) return { is: 'done', resource, machine: found };
    return { is: 'failed', why: `provider ${providerId} altered ${machine(resource)}, and ${lacks.join(', ')}` };
  } catch (error) {
    if (error instanceof ProviderFailedError) {
      return { is: 'failed', why: `${machine(resource)} cannot be altered: ${error.message}` };
    }
    // later steps find out whether the infrastructure is gone for good
    const isNoAnswer = [NotReadyError, NotFoundError, ProviderUnavailableError].some((each) => error instanceof each);
    if (!(isNoAnswer && error instanceof Error)) throw error;
    return { is: 'waiting', why: `${machine(resource)} is being altered: ${error.message}` };
  }
};

/** Records the altered machines before it reports anything else. */
const settle = async (
  ports: Ports,
  attempt: SubmittedAttempt,
  outcomes: readonly Outcome[],
  { left, askedAt, keepsNoted }: { readonly left: number; readonly askedAt: string; readonly keepsNoted: boolean },
): Promise<Altering> => {
  const done = outcomes.filter((outcome) => outcome.is === 'done');
  const now = ports.clock.now();
  const before = done.map(({ resource }) => resource);
  const after = done.map(({ resource: { becoming: _, ...resource }, machine: found }) => ({
    ...(keepsNoted ? resource : bind(resource, found)),
    state: resource.state,
    madeBy: attempt.operationId,
  }));
  await putChanged(ports.resources, before, after, now);
  if (done.length > 0) {
    const text = `altered in place: ${before.map(machine).join(', ')}`;
    await report(ports, { attempt }, { at: now.toISOString(), text, line: 'altered' });
  }
  const reasons = (is: Outcome['is']) => outcomes.flatMap((one) => (one.is === is && 'why' in one ? [one.why] : []));
  const failed = reasons('failed');
  if (failed.length > 0) return { is: 'failed', why: failed.join('\n') };
  const waiting = [...reasons('waiting'), ...(left > 0 ? [`${left} more machines are to be altered`] : [])];
  if (waiting.length > 0) return { is: 'waiting', why: waiting.join('\n') };
  const tookLong = elapsed(askedAt, ports.clock.now(), { seconds: quickSeconds });
  return tookLong ? { is: 'waiting', why: 'the machines are altered, and the rest follows' } : { is: 'done' };
};
