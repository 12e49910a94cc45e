import * as v from 'valibot';
import { expiryOf } from '../../domain/approvals/approval.ts';
import { requireStillGone } from '../../domain/deployments/accepting/approve-move.ts';
import { decideApproval, requireDecidable } from '../../domain/deployments/accepting/decide-approval.ts';
import { approvalPlacesFor, isId, seesApproval } from '../../domain/deployments/record/access.ts';
import type { Approvals } from '../../domain/deployments/record/approvals.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Deployments, Files } from '../../domain/deployments/record/ports.ts';
import { type PausePorts, type PauseTimes, requireNoPause } from '../../domain/operators/pause.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ChangeRequest } from '../deployments/deployment-entity.ts';
import { checkPreconditions } from '../deployments/deployment-entity.ts';
import type { ViewPorts } from '../deployments/views.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { dryRunQuery } from '../pipeline/dry-run.ts';
import { members, optional, patternText, shortText } from '../pipeline/fields.ts';
import type { Recover } from '../pipeline/idempotent.ts';
import { approvalView } from './approval-view.ts';

/** GET /approvals: an extension. What waits for the caller, or was asked for by the caller, what waits the longest first. */
export const approvalList =
  (ports: { readonly approvals: Approvals } & Timed) =>
  async ({ caller }: { readonly caller: Caller }): Promise<Answer> => {
    // the owner may have changed since an entry was written
    const all = await ports.approvals.waitingAt(approvalPlacesFor(caller));
    const waiting = all.filter((one) => seesApproval(caller, one));
    // one read of the pauses for all of them
    const times = { ...ports, pauses: waiting.length === 0 ? undefined : await readOnce(ports) };
    const views = await Promise.all(waiting.map((one) => timedView(times, one)));
    return ok({ approvals: views.flatMap((one) => one ?? []) });
  };

interface Timed extends PauseTimes {
  readonly clock: Clock;
}

const readOnce = async ({ pauses }: PauseTimes): Promise<PauseTimes['pauses']> => {
  const current = await pauses?.current();
  const past = (await pauses?.past()) ?? [];
  return { current: async () => current, past: async () => past };
};

/** With the instant at which it expires, as far as that is known now. */
const timedView = async (ports: Timed, deployment: Deployment) => {
  const { approval } = deployment.operation;
  if (approval?.state !== 'waiting') return approvalView(deployment);
  return approvalView(deployment, await expiryOf(ports, approval, ports.clock.now()));
};

type Reading = { readonly files: Pick<Files, 'findPlans'> } & Timed;

/** GET /approvals/{deployment_id}: with the plan at each provider, without secrets. */
export const approval =
  (ports: Reading) =>
  async ({ deployment }: { readonly deployment: Deployment }): Promise<Answer> =>
    ok(await withPlans(ports, deployment));

const withPlans = async (ports: Reading, deployment: Deployment) => ({
  ...(await timedView(ports, deployment)),
  plans: await ports.files.findPlans(deployment.id, deployment.operation.id),
});

/** The body of POST /approvals/{deployment_id}. */
export const decision = () =>
  members({
    decision: v.picklist(['approve', 'refuse'], 'must be approve or refuse'),
    digest: patternText('^[A-Za-z0-9_-]{43}$', 'must be the digest that GET /approvals/{deployment_id} shows'),
    comment: optional(shortText(1000)),
  });

export const decisionQuery = v.object(dryRunQuery);

interface Input extends ChangeRequest {
  readonly caller: Caller;
  readonly query: v.InferOutput<typeof decisionQuery>;
  readonly body: v.InferOutput<ReturnType<typeof decision>>;
}

type Ports = ViewPorts & PausePorts & PauseTimes & Parameters<typeof decideApproval>[0];

/** POST /approvals/{deployment_id}: an extension (docs/decisions/0082). With `dryRun=true` it only says whether the caller may. */
export const decide =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, caller, query, body } = input;
    checkPreconditions(ports, input);
    const { isRepeat } = await requireDecidable(ports, deployment, caller, body);
    const isApproval = body.decision === 'approve' && !isRepeat;
    if (query.dryRun) {
      if (isApproval) await requireStillGone(ports, deployment);
      return ok(approvalView(deployment));
    }
    if (isApproval) await requireNoPause(ports);
    return ok(approvalView(await decideApproval(ports, deployment, caller, body)));
  };

/** The answer if this caller has already decided. */
export const wasDecided =
  ({ deployments }: { readonly deployments: Pick<Deployments, 'find'> }): Recover =>
  async ({ deployment_id: id = '' }, _, caller) => {
    const found = isId(id) ? await deployments.find(id) : undefined;
    const { grants = [], refusal } = found?.operation.approval ?? {};
    const own = [...grants, ...(refusal ? [refusal] : [])].some(
      ({ by }) => by.issuer === caller.issuer && by.subject === caller.subject,
    );
    return found && own ? ok(approvalView(found)) : undefined;
  };
