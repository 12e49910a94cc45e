import { useState } from 'preact/hooks';
import { noHints } from '../../forms/hints.ts';
import type { PageProps } from '../../pages.ts';
import { Icon } from '../../parts/icon.tsx';
import { useTitle } from '../../parts/title.ts';
import { visit } from '../../router/address.ts';
import { OptionFields } from '../../wizard/options.tsx';
import { PlanPane } from '../../wizard/plan-pane.tsx';
import { Steps } from '../../wizard/steps.tsx';
import { Workbench } from '../../wizard/workbench.tsx';
import { Choose } from '../new/choose.tsx';
import { type Source, useSource } from '../new/source.ts';
import { RulePane } from './rule-pane.tsx';
import { SchedulePlanView } from './schedule-plan.tsx';
import { useSchedule } from './use-schedule.ts';

/** A new schedule: a template, which files it waits for, and what happens with each. */
const NewSchedulePage = (props: PageProps) => <NewAt key={visit.value} {...props} />;

const NewAt = ({ parameters }: PageProps) => {
  const source = useSource(parameters['entry']);
  const [chosen, choose] = useState<Source>();
  const given = chosen ?? source.value;
  if (given === undefined)
    return <Choose title="New schedule" catalogAt="schedules/new" onChoose={choose} source={source} />;
  return <Wizard key={given.key} source={given} />;
};

const Wizard = ({ source }: { readonly source: Source }) => {
  const schedule = useSchedule(source);
  const [isTemplateShown, showTemplate] = useState(source.hints === noHints);
  const [isPointing, setPointing] = useState(false);
  const { file, values, checking, inputs, needed, rule, options, obstacle, missing } = schedule;
  useTitle(options.name || 'New schedule');
  const ready = (): boolean => {
    setPointing(true);
    return obstacle === undefined && missing === undefined;
  };
  return (
    <>
      <Head schedule={schedule} />
      <Workbench
        {...{ file, values, checking, inputs, isTemplateShown }}
        onFile={schedule.setFile}
        onValues={schedule.setValues}
        hints={source.hints}
        missing={new Set(isPointing ? needed : [])}
        onShowTemplate={showTemplate}
      >
        <RulePane rule={rule} onChange={schedule.setRule} faults={schedule.faults} isPointing={isPointing} />
        <PlanPane
          plan={schedule.plan}
          ready={ready}
          obstacle={isPointing || schedule.hasErrors ? (obstacle ?? missing) : undefined}
          canAct={() => true}
          action="Make the schedule"
          onAct={schedule.create}
          options={
            <OptionFields
              options={options}
              onChange={schedule.setOptions}
              nameByDefault={checking.checked?.name}
              isUpdate={false}
            />
          }
        >
          {(value) => <SchedulePlanView plan={value} copies={Number(rule.numberOfReplicas)} />}
        </PlanPane>
      </Workbench>
    </>
  );
};

const Head = ({ schedule }: { readonly schedule: ReturnType<typeof useSchedule> }) => {
  const { plan, faults, hasErrors } = schedule;
  const hasRule = Object.values(faults).every((fault) => fault === undefined);
  const isPlanned = plan.value !== undefined && !plan.isStale;
  return (
    <div class="page-head">
      <div>
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href="schedules">Schedules</a> <Icon name="right" size={12} /> New
        </nav>
        <h1>{schedule.options.name || 'New schedule'}</h1>
      </div>
      <Steps
        steps={[
          { name: 'Template', state: hasErrors ? 'wrong' : 'done' },
          { name: 'Files', state: hasRule ? 'done' : 'now' },
          { name: 'Plan', state: isPlanned ? 'done' : hasRule ? 'now' : 'later' },
          { name: 'Schedule', state: isPlanned ? 'now' : 'later' },
        ]}
      />
    </div>
  );
};

export default NewSchedulePage;
