/** A deployment whose template asks for it moves without a request, where the operators allow that: docs/decisions/0089. */

import { needsAttention } from '../../../foundation/attention.ts';
import { ConflictError, InvalidError, PreconditionFailedError } from '../../../foundation/errors.ts';
import { log } from '../../../foundation/log.ts';
import type { MoveElsewhere } from '../../drift/check.ts';
import { outageOf, type ProviderOutage } from '../../moving/provider-outage.ts';
import { elapsed } from '../record/deadlines.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { report } from '../reporting/report.ts';
import { type MovePorts, moveDeployment } from './move.ts';

export type MoveByItselfPorts = MovePorts & Pick<LifecyclePorts, 'timeline'>;

/** Moves in a row that fail, during one absence of the provider. */
const mostTries = 3;

/** undefined: the operators allow no moves. Right after a look that got no answer, which is the proof that the provider is gone. */
export const moveByItself = (ports: MoveByItselfPorts): MoveElsewhere | undefined =>
  ports.moving.atOnce === 0
    ? undefined
    : {
        mayMove: (deployment) => asksToMove(ports, deployment),
        ifGone: (deploymentId) => moveIfGone(ports, deploymentId),
      };

const moveIfGone = async (ports: MoveByItselfPorts, deploymentId: string): Promise<void> => {
  const [check, deployment] = await Promise.all([
    ports.driftChecks.find(deploymentId),
    ports.deployments.find(deploymentId),
  ]);
  const outage = deployment && outageOf(check?.outage, deployment);
  if (outage === undefined || deployment === undefined) return;
  if (!elapsed(outage.since, ports.clock.now(), { minutes: ports.moving.afterMins })) return;
  if (!(await asksToMove(ports, deployment))) return;
  const tries = triesOf(deployment, outage);
  if (tries >= mostTries) return giveUp(ports, deployment);
  await accept(ports, deployment, { since: outage.since, tries: tries + 1 });
};

const asksToMove = async ({ files }: MovePorts, { id, templateOf }: Deployment): Promise<boolean> =>
  (await files.findRanking(id, templateOf))?.mayMove === true;

/** How many have failed already. */
const triesOf = ({ status, operation }: Deployment, { since }: ProviderOutage): number => {
  const before = operation.moves?.byItself;
  return status === 'UPDATE_FAILED' && before?.since === since ? before.tries : 0;
};

type ByItself = { readonly since: string; readonly tries: number };

const accept = async (ports: MoveByItselfPorts, deployment: Deployment, byItself: ByItself): Promise<void> => {
  const operationId = ports.ids.next();
  const message = `provider ${deployment.providerId} has given no answer since ${byItself.since}, so the deployment moves by itself (try ${byItself.tries} of ${mostTries})`;
  try {
    await moveDeployment(ports, deployment, { operationId, byItself, message });
    await report(ports, { deployment }, { text: message, event: { kind: 'WARNING', name: `moves-${operationId}` } });
  } catch (error) {
    // somebody works on it, or others move: the next look tries again
    if (error instanceof ConflictError || error instanceof PreconditionFailedError)
      return log('INFO', 'a deployment does not move by itself', { deploymentId: deployment.id, why: error.message });
    if (!(error instanceof InvalidError)) throw error;
    const text = `it does not move by itself: ${error.message}`;
    const name = `not-moved-${Date.parse(byItself.since)}`;
    await report(ports, { deployment }, { text, event: { kind: 'WARNING', name } });
  }
};

const giveUp = async (ports: MoveByItselfPorts, deployment: Deployment): Promise<void> => {
  const text = `it could not move in ${mostTries} tries, and does not move by itself any more: its dry run says where it could go`;
  await report(ports, { deployment }, { text, event: { kind: 'WARNING', name: 'moves-given-up' } });
  needsAttention('move-failing', text, { deploymentId: deployment.id });
};
