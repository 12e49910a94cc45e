import { useState } from 'preact/hooks';
import type { Operations } from '../../../../client/types.ts';
import type { DeclaredInput } from '../../../../src/tosca/declared-inputs.ts';
import type { RunRequest } from '../../../data/changes.ts';
import type { DeploymentView } from '../../../data/view.ts';
import type { Values } from '../../../editor/checking.ts';
import { tabsOf } from '../../../forms/fields.ts';
import { Form } from '../../../forms/form.tsx';
import { noHints } from '../../../forms/hints.ts';
import { missing, problemsByInput } from '../../../forms/values.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loading } from '../../../parts/notice.tsx';
import { Refused } from '../../../parts/refused.tsx';
import type { Changing } from '../settings/use-change.ts';
import { OperationInputs } from './operation-inputs.tsx';
import { RunPlanView } from './run-plan.tsx';
import { type Choice, choicesOf, valuesTyped } from './run-words.ts';
import { useRun } from './use-run.ts';

interface RunProps extends Changing {
  readonly view: DeploymentView;
  readonly found: Operations;
  /** key of what is chosen at first */
  readonly first: string;
}

/** Chooses what of the template is run, with its inputs; shows what would run where, and runs it. */
export const RunDialog = ({ found, first, ...props }: RunProps) => {
  const choices = choicesOf(found);
  const [key, setKey] = useState(first);
  const chosen = choices.find((one) => one.key === key) ?? choices[0];
  return (
    <Dialog title={`Run on ${props.view.name}`} onClose={props.onClose}>
      <div class="dialog-body">
        <Choices choices={choices} chosen={chosen?.key} onChoose={setKey} />
        {chosen?.is === 'workflow' && <Workflow key={chosen.key} chosen={chosen} {...props} />}
        {chosen?.is === 'operation' && <Single key={chosen.key} chosen={chosen} {...props} />}
      </div>
    </Dialog>
  );
};

interface ChoicesProps {
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

const Choices = ({ choices, chosen, onChoose }: ChoicesProps) => (
  <label class="field">
    <span>What to run</span>
    <select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {choices.map(({ key, words }) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

type Of<Is extends Choice['is']> = Omit<RunProps, 'found' | 'first'> & {
  readonly chosen: Extract<Choice, { readonly is: Is }>;
};

const Workflow = ({ chosen, view, ...changing }: Of<'workflow'>) => {
  const { name, words, about, inputs: declared } = chosen;
  const inputs = declared as unknown as readonly DeclaredInput[];
  const [values, setValues] = useState<Values>({});
  const run = useRun(view, { workflow: name, body: { inputs: values } }, words, changing);
  const problems = run.isOfNow ? problemsByInput(run.refused?.problems ?? []) : new Map<string, string>();
  const lacking = missing(inputs, values);
  return (
    <form class="run-form" onSubmit={run.submit}>
      {about !== undefined && <p class="soft">{about}</p>}
      {inputs.length > 0 && (
        <Form
          tabs={tabsOf(inputs, noHints)}
          values={values}
          onChange={setValues}
          problems={problems}
          missing={new Set()}
        />
      )}
      <Ready run={run} lacking={lacking} onClose={changing.onClose} />
    </form>
  );
};

const Single = ({ chosen, view, ...changing }: Of<'operation'>) => {
  const { of, words, inputs: names } = chosen;
  const [typed, setTyped] = useState<{ readonly [name: string]: string }>({});
  const request: RunRequest = { body: { ...of, inputs: valuesTyped(typed) } };
  const run = useRun(view, request, words, changing);
  return (
    <form class="run-form" onSubmit={run.submit}>
      <OperationInputs names={names} typed={typed} onChange={setTyped} />
      <Ready run={run} lacking={[]} onClose={changing.onClose} />
    </form>
  );
};

interface ReadyProps {
  readonly run: ReturnType<typeof useRun>;
  /** names of inputs that need a value */
  readonly lacking: readonly string[];
  readonly onClose: () => void;
}

/** What would run, or why it would not, and the button. */
const Ready = ({ run: { plan, refused, isOfNow, canSend, problem }, lacking, onClose }: ReadyProps) => (
  <>
    {lacking.length > 0 && <p class="soft">A value is needed for {lacking.join(', ')}.</p>}
    {lacking.length === 0 && refused !== undefined && <Refused words={refused.message} />}
    {refused === undefined &&
      (plan === undefined ? (
        <Loading what="what would be run" />
      ) : (
        <div class={isOfNow ? '' : 'stale'}>
          <RunPlanView plan={plan} />
        </div>
      ))}
    {problem !== undefined && <Refused words={problem} />}
    <div class="dialog-actions">
      <button type="button" class="button" onClick={onClose}>
        Cancel
      </button>
      <button type="submit" class="button primary" disabled={!canSend || lacking.length > 0}>
        <Icon name="play" />
        Run
      </button>
    </div>
  </>
);
