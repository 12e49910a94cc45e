import * as v from 'valibot';
import type { Clock } from '../../foundation/clock.ts';
import { failuresOf } from '../../foundation/failures-of.ts';
import { logging } from '../../foundation/log.ts';
import { onBehalfOf } from '../credentials/current-deployment.ts';
import { deploymentOfName } from '../deployments/record/deployment.ts';
import { isPaused, type PausePorts } from '../operators/pause.ts';
import type { Check } from './check.ts';
import type { CheckPorts } from './check-ports.ts';
import { checkStep } from './check-step.ts';
import { heldChecks } from './held-checks.ts';

/** Most looks of one run, every three minutes: 1,000 deployments have one in 1.4 minutes. */
const atOnce = 40;

/** How many looks run at the same time. */
const together = 8;

/** No look begins later than this after the start of a run, so that each ends before the function does. */
const beginSeconds = 20;

/** What CloudFormation tells when it has compared a stack (docs/decisions/0079). */
export interface ComparisonEnded {
  readonly stackId: string;
  readonly comparison: string;
}

/** Event of CloudFormation, by EventBridge; any other event is a tick of the clock. */
export const checkEvent = v.union([
  v.pipe(
    v.object({
      source: v.literal('aws.cloudformation'),
      detail: v.object({ 'stack-id': v.string(), 'stack-drift-detection-id': v.string() }),
    }),
    v.transform(({ detail }): ComparisonEnded | undefined => ({
      stackId: detail['stack-id'],
      comparison: detail['stack-drift-detection-id'],
    })),
  ),
  v.pipe(
    v.unknown(),
    v.transform((): ComparisonEnded | undefined => undefined),
  ),
]);

/**
 * Looks at every deployment whose look is due; while the installation is paused, only at those where one has begun or was asked for. AggregateError when some
 * could not be made: they are made again.
 */
export const checkDue =
  (given: CheckPorts & PausePorts) =>
  async (ended?: ComparisonEnded): Promise<void> => {
    if (ended) return lookAfter({ ...given, isHeld: await isPaused(given) }, ended);
    const startedAt = given.clock.now().getTime();
    const due = await given.driftChecks.due(given.clock.now(), atOnce);
    if (due.length === 0) return;
    const ports = { ...given, isHeld: await isPaused(given) };
    const looks = ports.isHeld ? await heldChecks(ports, atOnce) : due;
    const failures = await failuresOf(
      looks,
      together,
      (one) => lookAt(ports, one),
      () => isEarly(ports, startedAt),
    );
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} checks were interrupted`);
  };

const isEarly = ({ clock }: { readonly clock: Clock }, startedAt: number): boolean =>
  clock.now().getTime() - startedAt < beginSeconds * 1_000;

const lookAt = (ports: CheckPorts, check: Check): Promise<void> =>
  logging({ deploymentId: check.deploymentId }, () => onBehalfOf(check.deploymentId, () => checkStep(ports, check)));

/** A comparison that somebody else began is none of ours. */
const lookAfter = async (ports: CheckPorts, { stackId, comparison }: ComparisonEnded): Promise<void> => {
  const [, name = ''] = /:stack\/([^/]+)\//.exec(stackId) ?? [];
  const id = deploymentOfName(name);
  const seen = id === undefined ? undefined : await ports.driftChecks.find(id);
  if (seen?.running?.comparison !== comparison) return;
  const ended = await ports.driftChecks.replace(seen, { ...seen, running: { ...seen.running, isDone: true } });
  if (ended) await lookAt(ports, ended);
};
