import type { Approval, ApprovalPlan } from '../../../client/types.ts';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import { useLive } from '../../data/use-live.ts';
import type { PageProps } from '../../pages.ts';
import { Badge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { Ago } from '../../parts/time.tsx';
import { useTitle } from '../../parts/title.ts';
import { approvalState, nameOf, requesterOf, rightsOf } from './approval-words.ts';
import { Decide } from './decide.tsx';
import { PlanAt } from './plan-at.tsx';
import { Until } from './until.tsx';

type Whole = Approval & { readonly plans: readonly ApprovalPlan[] };

/** Milliseconds until it is read again: somebody else may decide. */
const pause = ({ state }: Whole): number => (state === 'waiting' ? 10_000 : 60_000);

/** An operation that waits, with its plan at each provider, and the decision about it. */
const ApprovalPage = ({ parameters: { id = '' } }: PageProps) => {
  const { value, problem, reachedAt, refresh } = useLive<Whole>(`/approvals/${encodeURIComponent(id)}`, pause);
  const me = useRead(() => service.me(), []).value;
  const one = value.value;
  useTitle(one && nameOf(one), 'Approval');
  if (one === undefined)
    return problem.value?.name === 'NotFoundError' ? (
      <Gone />
    ) : (
      <Awaited what="what waits for an approval" problem={problem.value} />
    );
  return (
    <>
      <Head one={one} />
      <Reached problem={problem.value} at={reachedAt.value} />
      <Rules one={one} />
      {me !== undefined && one.state === 'waiting' && <Decide one={one} rights={rightsOf(one, me)} refresh={refresh} />}
      <h2 class="section-head">
        {one.plans.length > 1
          ? `What is done, at one of these ${one.plans.length} providers, in their order`
          : 'What is done'}
      </h2>
      {one.plans.map((plan, index) => (
        <PlanAt key={plan.provider.id ?? index} plan={plan} />
      ))}
      {one.plans.length === 0 && <p class="soft">The plan is not kept any more: its operation has ended.</p>}
    </>
  );
};

const Gone = () => (
  <Notice icon="search" title="Nothing waits here" isPage>
    <p>Its operation has ended, or it is not yours to approve.</p>
    <p class="actions">
      <a class="button" href="team">
        All approvals
      </a>
    </p>
  </Notice>
);

const operations: { readonly [O in ApprovalPlan['operation']]: string } = {
  create: 'a creation',
  retry: 'another try',
  update: 'an update',
  rollback: 'the way back to an earlier version',
  move: 'the move to another provider',
  schedule: 'a schedule',
};

const Head = ({ one }: { readonly one: Whole }) => {
  const { deployment, state, since, expiresAt, message, plans } = one;
  const { subject, issuer } = requesterOf(one);
  const operation = plans[0]?.operation;
  return (
    <div class="deployment-head">
      <div>
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href="team">Approvals</a>
          <Icon name="right" size={12} />
          <a href={`deployments/${deployment.uuid}`}>its deployment</a>
        </nav>
        <div class="title-line">
          <h1>{nameOf(one)}</h1>
          <Badge state={approvalState(state)} said={state} live />
        </div>
        <ul class="facts">
          <li title={issuer}>
            <Icon name="person" size={14} />
            {subject} has asked for {operation === undefined ? 'it' : (operations[operation] ?? operation)}
          </li>
          {deployment.userGroup !== undefined && (
            <li>
              <Icon name="people" size={14} />
              {deployment.userGroup}
            </li>
          )}
          <li>
            <Icon name="clock" size={14} />
            <span>
              asked <Ago at={since} />
              {state === 'waiting' && (
                <>
                  , <Until at={expiresAt} />
                </>
              )}
            </span>
          </li>
          {message !== undefined && (
            <li>
              <Icon name="info" size={14} />
              {message}
            </li>
          )}
        </ul>
      </div>
    </div>
  );
};

/** Which rules ask for it, and who has decided. */
const Rules = ({ one: { rules, approvals, refusal } }: { readonly one: Approval }) => (
  <section class="card detail" aria-label="Why it needs an approval">
    <h2>Why it needs an approval</h2>
    <ul class="rules">
      {rules.map(({ rule, message, approvers }) => {
        const grant = approvals.find((one) => one.rules.includes(rule));
        return (
          <li key={rule}>
            <p>
              <strong>{rule}</strong> {message}
            </p>
            {grant === undefined ? (
              <p class="faint">somebody of {approvers.join(' or ')} has to approve</p>
            ) : (
              <p class="soft">
                <Icon name="tick" size={14} /> approved by {grant.by.subject}, <Ago at={grant.at} />
                {grant.comment !== undefined && `: ${grant.comment}`}
              </p>
            )}
          </li>
        );
      })}
    </ul>
    {refusal !== undefined && (
      <p class="soft">
        <Icon name="cross" size={14} /> refused by {refusal.by.subject}, <Ago at={refusal.at} />
        {refusal.comment !== undefined && `: ${refusal.comment}`}
      </p>
    )}
  </section>
);

export default ApprovalPage;
