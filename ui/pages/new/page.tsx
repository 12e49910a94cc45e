import { useState } from 'preact/hooks';
import { noHints } from '../../forms/hints.ts';
import type { PageProps } from '../../pages.ts';
import { useTitle } from '../../parts/title.ts';
import { visit } from '../../router/address.ts';
import { CreationPlanView } from '../../wizard/creation-plan.tsx';
import { neededWords } from '../../wizard/needed-words.ts';
import { OptionFields } from '../../wizard/options.tsx';
import { PlanPane } from '../../wizard/plan-pane.tsx';
import { Workbench } from '../../wizard/workbench.tsx';
import { AdoptField, AdoptionView, canAdopt } from './adoption.tsx';
import { Choose } from './choose.tsx';
import { CreationHead } from './head.tsx';
import { type Source, useSource } from './source.ts';
import { useCreation } from './use-creation.ts';

/** A new deployment: a template, its inputs, the plan, and the button that deploys it. */
const NewPage = (props: PageProps) => <NewAt key={visit.value} {...props} />;

const NewAt = ({ parameters }: PageProps) => {
  const source = useSource(parameters['entry']);
  const [chosen, choose] = useState<Source>();
  const given = chosen ?? source.value;
  if (given === undefined) return <Choose onChoose={choose} source={source} />;
  return <Wizard key={given.key} source={given} />;
};

const Wizard = ({ source }: { readonly source: Source }) => {
  const creation = useCreation(source);
  const [isTemplateShown, showTemplate] = useState(source.hints === noHints);
  const [isPointing, setPointing] = useState(false);
  const { file, values, options, checking, inputs, needed, hasErrors, wrongOptions } = creation;
  useTitle(creation.title, 'New');
  const ready = (): boolean => {
    setPointing(true);
    return needed.length === 0 && !hasErrors && wrongOptions === undefined;
  };
  return (
    <>
      <CreationHead creation={creation} />
      <Workbench
        {...{ file, values, checking, inputs, isTemplateShown }}
        onFile={creation.setFile}
        onValues={creation.setValues}
        hints={source.hints}
        missing={new Set(isPointing ? needed : [])}
        onShowTemplate={showTemplate}
      >
        <PlanPane
          plan={creation.plan}
          ready={ready}
          obstacle={
            hasErrors ? 'Correct the template first.' : isPointing ? (neededWords(needed) ?? wrongOptions) : undefined
          }
          canAct={canAdopt}
          action={creation.adopts.trim() ? 'Adopt' : 'Deploy'}
          onAct={creation.deploy}
          options={
            <>
              <OptionFields
                options={options}
                onChange={creation.setOptions}
                nameByDefault={checking.checked?.name}
                isUpdate={false}
              />
              {!creation.isRetry && <AdoptField value={creation.adopts} onChange={creation.setAdopts} />}
            </>
          }
        >
          {(value) =>
            value.adoption ? <AdoptionView plan={value} adoption={value.adoption} /> : <CreationPlanView plan={value} />
          }
        </PlanPane>
      </Workbench>
    </>
  );
};

export default NewPage;
