import { useState } from 'preact/hooks';
import type { CreationPlan } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import type { Values } from '../../editor/checking.ts';
import { noHints } from '../../forms/hints.ts';
import { missing } from '../../forms/values.ts';
import type { PageProps } from '../../pages.ts';
import { Icon } from '../../parts/icon.tsx';
import { useTitle } from '../../parts/title.ts';
import { go, leaving } from '../../router/address.ts';
import { CreationPlanView } from '../../wizard/creation-plan.tsx';
import { useLeavingGuard } from '../../wizard/leaving-guard.ts';
import { neededWords } from '../../wizard/needed-words.ts';
import { noOptions, OptionFields, type Options, requestOptions } from '../../wizard/options.tsx';
import { PlanPane } from '../../wizard/plan-pane.tsx';
import { useRequestKey } from '../../wizard/request-key.ts';
import { Steps } from '../../wizard/steps.tsx';
import type { TemplateFile } from '../../wizard/template-file.ts';
import { useCheck } from '../../wizard/use-check.ts';
import { usePlan } from '../../wizard/use-plan.ts';
import { Workbench } from '../../wizard/workbench.tsx';
import { Choose } from './choose.tsx';
import { type Source, useSource } from './source.ts';

/** A new deployment: a template, its inputs, the plan, and off it goes. */
const NewPage = ({ parameters }: PageProps) => {
  const source = useSource(parameters['entry']);
  const [chosen, choose] = useState<Source>();
  const given = chosen ?? source.value;
  if (given === undefined) return <Choose onChoose={choose} source={source} />;
  return <Wizard key={given.key} source={given} />;
};

const Wizard = ({ source }: { readonly source: Source }) => {
  const [file, setFile] = useState<TemplateFile>(source.file);
  const [values, setValues] = useState<Values>(source.values);
  const [options, setOptions] = useState<Options>({ ...noOptions, userGroup: source.userGroup });
  const [isTemplateShown, showTemplate] = useState(source.hints === noHints);
  const [isPointing, setPointing] = useState(false);
  const checking = useCheck(file.text, values);
  const { checked } = checking;
  const inputs = checked?.inputs ?? [];
  const needed = missing(inputs, values);
  const request = { template: file.text, parameters: values, ...requestOptions(options) };
  const plan = usePlan<CreationPlan>(request, () => service.planCreation(request));
  const title = options.name.trim() || checked?.name || source.name || 'New deployment';
  useTitle(title, 'New');
  useLeavingGuard(file.text !== source.file.text || Object.keys(values).length > 0);

  const hasErrors = checked?.ok === false;
  const ready = (): boolean => {
    setPointing(true);
    return needed.length === 0 && !hasErrors;
  };
  const idempotencyKey = useRequestKey(JSON.stringify(request));
  const deploy = async (): Promise<void> => {
    const { uuid } = await service.create(request, { idempotencyKey });
    leaving.value = undefined;
    go(`deployments/${uuid}`);
  };
  const stepOf = (done: boolean, now: boolean, wrong = false) =>
    wrong ? 'wrong' : done ? 'done' : now ? 'now' : 'later';
  const isValid = checked?.ok === true;
  const isPlanned = plan.value !== undefined && !plan.isStale;
  return (
    <>
      <div class="page-head">
        <div>
          <nav class="crumbs" aria-label="Breadcrumb">
            <a href="deployments">Deployments</a> <Icon name="right" size={12} /> New
          </nav>
          <h1>{title}</h1>
        </div>
        <Steps
          steps={[
            { name: 'Template', state: stepOf(isValid, true, hasErrors) },
            { name: 'Inputs', state: stepOf(isValid && needed.length === 0, isValid) },
            { name: 'Plan', state: stepOf(isPlanned, isValid && needed.length === 0) },
            { name: 'Deploy', state: stepOf(false, isPlanned) },
          ]}
        />
      </div>
      <Workbench
        file={file}
        onFile={setFile}
        values={values}
        onValues={setValues}
        checking={checking}
        inputs={inputs}
        hints={source.hints}
        missing={new Set(isPointing ? needed : [])}
        isTemplateShown={isTemplateShown}
        onShowTemplate={showTemplate}
      >
        <PlanPane
          plan={plan}
          ready={ready}
          obstacle={hasErrors ? 'Mend the template first.' : isPointing ? neededWords(needed) : undefined}
          canAct={(value) => value.candidates.length > 0}
          action="Deploy"
          onAct={deploy}
          options={<OptionFields options={options} onChange={setOptions} nameByDefault={checked?.name} withGroup />}
        >
          {(value) => <CreationPlanView plan={value} />}
        </PlanPane>
      </Workbench>
    </>
  );
};

export default NewPage;
