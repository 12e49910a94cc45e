import { withProviderNames } from '../../../../client/provider-names.ts';
import type { CreationPlan, MovePlan } from '../../../../client/types.ts';
import { inWordsOfPages } from '../../../../client/words.ts';
import { moveDeployment } from '../../../data/changes.ts';
import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loading } from '../../../parts/notice.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { Ago } from '../../../parts/time.tsx';
import { CreationPlanView } from '../../../wizard/creation-plan.tsx';
import { useRequestKey } from '../../../wizard/request-key.ts';
import { type Changing, useChange } from '../settings/use-change.ts';

interface MoveProps extends Changing {
  readonly view: DeploymentView;
}

/** Shows where it would go, what that costs and what is lost, or why the service would refuse it; then moves it. */
export const MoveDialog = ({ view, ...changing }: MoveProps) => {
  const { uuid, name, operation, status } = view;
  const { value: plan, problem: unread } = useRead(() => service.planMove(uuid), [uuid, operation.id, status]);
  const idempotencyKey = useRequestKey(operation.id);
  const send = (): Promise<void> => moveDeployment(view, idempotencyKey);
  const { submit, problem, isBusy } = useChange(send, `The move of ${name} has begun.`, changing);
  return (
    <Dialog title={`Move ${name}?`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        {plan === undefined && unread === undefined && <Loading what="where it would go" />}
        {unread !== undefined && <Refused words={unread.message} />}
        {plan !== undefined && <Where plan={plan} view={view} />}
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            {plan?.accepted ? 'Leave it' : 'Close'}
          </button>
          {plan?.accepted && (
            <button type="submit" class="button primary" disabled={isBusy}>
              <Icon name="cloud" />
              Move it
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
};

const Where = ({ plan, view }: { readonly plan: MovePlan; readonly view: DeploymentView }) => {
  const { accepted, why, provider, outage, creation } = plan;
  const own = creation.dropped.find(({ id }) => id === provider)?.name;
  const left = own ?? (view.provider?.id === provider ? view.provider?.name : provider);
  return (
    <>
      {!accepted && why !== undefined && (
        <Refused
          words={`It cannot move now: ${withProviderNames(inWordsOfPages(why), [...creation.candidates, ...creation.dropped])}.`}
        />
      )}
      <p>
        {accepted ? 'It leaves' : 'It would leave'} <strong>{left}</strong>
        {outage !== undefined && <Outage outage={outage} />}.
      </p>
      {accepted && (
        <ul class="remarks">
          <li class="warning">
            <Icon name="warning" size={14} /> What machines hold on their own disks is lost: all is made anew from the
            template and its inputs.
          </li>
          <li>
            <Icon name="info" size={14} /> What stands stays in force until all is made. Then it is destroyed as soon as{' '}
            {left} answers again; until then both cost money.
          </li>
        </ul>
      )}
      <h3>{accepted ? 'It is made anew' : 'It would be made anew'}</h3>
      <CreationPlanView plan={elsewhere(creation, provider, own)} />
    </>
  );
};

/** Without what the plan says of the provider that it leaves. */
const elsewhere = (
  { dropped, notes, ...plan }: CreationPlan,
  provider: string | undefined,
  name: string | undefined,
): CreationPlan => ({
  ...plan,
  dropped: dropped.filter(({ id }) => id !== provider),
  notes: notes.filter((note) => name === undefined || !note.startsWith(`${name}: `)),
});

const Outage = ({ outage: { since, seenAt } }: { readonly outage: NonNullable<MovePlan['outage']> }) => (
  <>
    , which has given no answer since <time dateTime={since}>{new Date(since).toLocaleString()}</time> (asked{' '}
    <Ago at={seenAt} />)
  </>
);
