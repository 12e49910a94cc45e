import { useState } from 'preact/hooks';
import { noHints } from '../../forms/hints.ts';
import { Difference } from '../../wizard/difference.tsx';
import { neededWords } from '../../wizard/needed-words.ts';
import { OptionFields, optionsFault } from '../../wizard/options.tsx';
import { PlanPane } from '../../wizard/plan-pane.tsx';
import { Replacements, replaceable } from '../../wizard/replacements.tsx';
import { UpdatePlanView } from '../../wizard/update-plan.tsx';
import { Workbench } from '../../wizard/workbench.tsx';
import { UpdateHead } from './head.tsx';
import { Outdated } from './outdated.tsx';
import type { InForce } from './source.ts';
import { useDraft, useUpdate } from './use-update.ts';

interface UpdateProps {
  readonly inForce: InForce;
  /** why what is in force now could not be read, or cannot be updated; undefined: it is `inForce` */
  readonly obstacle: string | undefined;
  /** Reads anew what is in force. */
  readonly onAgain: () => void;
}

export const UpdateWizard = ({ inForce, obstacle: notNow, onAgain }: UpdateProps) => {
  const { view, template } = inForce;
  const draft = useDraft(inForce);
  const update = useUpdate(view, draft);
  const [isTemplateShown, showTemplate] = useState(true);
  const { file, values, checking, inputs, needed, hasErrors, isChanged } = draft;
  const obstacle = hasErrors ? 'Correct the template first.' : (neededWords(needed) ?? optionsFault(update.options));
  return (
    <>
      <UpdateHead {...{ view, isChanged, hasErrors }} isPlanned={update.fresh !== undefined} />
      {update.isOutdated && <Outdated why={notNow} onAgain={onAgain} />}
      <Workbench
        {...{ file, values, checking, inputs, isTemplateShown }}
        onFile={draft.setFile}
        onValues={draft.setValues}
        hints={noHints}
        missing={new Set(needed)}
        onShowTemplate={showTemplate}
        marks={update.marks}
        gone={draft.gone}
      >
        <Difference before={template} after={file.text} inputs={draft.changedInputs} />
        <UpdatePane update={update} obstacle={obstacle} name={view.name} />
      </Workbench>
    </>
  );
};

interface PaneProps {
  readonly update: ReturnType<typeof useUpdate>;
  readonly obstacle: string | undefined;
  /** of the deployment */
  readonly name: string;
}

const UpdatePane = ({ update, obstacle, name }: PaneProps) => {
  const { plan, send, options, setOptions, message, setMessage, allowed, allow } = update;
  return (
    <PlanPane
      plan={plan}
      ready={() => obstacle === undefined}
      obstacle={obstacle}
      canAct={({ accepted }) => accepted}
      action="Update"
      onAct={send}
      options={
        <>
          <label class="field">
            <span>Why</span>
            <input
              class="input"
              maxLength={500}
              placeholder="for the list of versions"
              value={message}
              onInput={({ currentTarget }) => setMessage(currentTarget.value)}
            />
          </label>
          <OptionFields options={options} onChange={setOptions} nameByDefault={name} isUpdate />
        </>
      }
    >
      {(value) => (
        <>
          <UpdatePlanView plan={value} />
          <Replacements offered={replaceable(value.changes)} allowed={allowed} onChange={allow} />
        </>
      )}
    </PlanPane>
  );
};
