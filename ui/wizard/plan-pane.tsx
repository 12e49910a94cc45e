import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ToscaniniError } from '../../client/errors.ts';
import { Icon } from '../parts/icon.tsx';
import { toastError } from '../parts/toast.tsx';
import { type Made, useArrival } from './arrival.ts';
import type { Plan } from './use-plan.ts';

interface PlanPaneProps<Value> {
  readonly plan: Plan<Value>;
  /** Says whether everything is there, and points at what is not. */
  readonly ready: () => boolean;
  /** why nothing can be planned now */
  readonly obstacle: string | undefined;
  readonly canAct: (value: Value) => boolean;
  /** `Deploy`, `Update` */
  readonly action: string;
  /** undefined: nothing was made, and the page says why */
  readonly onAct: () => Promise<Made | undefined>;
  readonly options: ComponentChildren;
  readonly children: (value: Value) => ComponentChildren;
}

/** The plan, and the button that carries it out: what is done has been shown before. */
export const PlanPane = <Value,>(props: PlanPaneProps<Value>) => {
  const { plan, ready, obstacle, canAct, action, onAct, options, children } = props;
  const [isActing, setActing] = useState(false);
  const [problem, setProblem] = useState<ToscaniniError>();
  const { isShown, arrive } = useArrival();
  const run = (): void => {
    setProblem(undefined);
    if (ready()) plan.run();
  };
  const act = async (): Promise<void> => {
    setActing(true);
    setProblem(undefined);
    try {
      const made = await onAct();
      if (made !== undefined) arrive(made);
    } catch (error) {
      if (!(error instanceof ToscaniniError)) throw error;
      if (!isShown()) toastError(error);
      setProblem(error);
    } finally {
      setActing(false);
    }
  };
  const isFresh = plan.value !== undefined && !plan.isStale;
  return (
    <section class="card pane plan-pane" aria-label="Plan">
      <h2>Plan</h2>
      {options}
      <div aria-live="polite">
        {plan.problem !== undefined && !plan.isStale && <Refusal error={plan.problem} />}
        {plan.value !== undefined && (
          <div class={plan.isStale ? 'stale' : ''}>
            {plan.isStale && <p class="soft">Something has changed since this plan was made.</p>}
            {children(plan.value)}
          </div>
        )}
        {plan.value === undefined && plan.problem === undefined && (
          <p class="soft">Shows what would be made, where, and what that costs. Nothing happens yet.</p>
        )}
        {problem !== undefined && <Refusal error={problem} />}
        {problem?.name === 'UnavailableError' && (
          <p class="soft">The request may have arrived. Click {action} again: it is carried out only once.</p>
        )}
      </div>
      <div class="plan-actions">
        {obstacle !== undefined && <p class="obstacle">{obstacle}</p>}
        <button type="button" class={`button ${isFresh ? '' : 'primary'}`} disabled={plan.isRunning} onClick={run}>
          <Icon name={plan.isRunning ? 'turning' : 'lines'} />
          {plan.isRunning ? 'Planning' : plan.value === undefined ? 'Show the plan' : 'Plan again'}
        </button>
        {isFresh && plan.value !== undefined && canAct(plan.value) && (
          <button type="button" class="button primary" disabled={isActing} onClick={act}>
            <Icon name={isActing ? 'turning' : 'play'} />
            {action}
          </button>
        )}
      </div>
    </section>
  );
};

/** The service's words; a template's problems come one a line. */
const Refusal = ({ error }: { readonly error: ToscaniniError }) => (
  <div class="banner failed" role="alert">
    <Icon name="warning" />
    <div class="refusal">
      {error.message.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  </div>
);
