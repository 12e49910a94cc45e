import { useState } from 'preact/hooks';
import type { Schedule } from '../../../client/types.ts';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import { useLive } from '../../data/use-live.ts';
import type { PageProps } from '../../pages.ts';
import { Loading, Notice, Problem } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { useTitle } from '../../parts/title.ts';
import { nameOf } from '../../states/schedule-name.ts';
import { scheduleState } from '../../states/tones.ts';
import { TemplateText } from '../../template/template-text.tsx';
import { Backfills } from './backfills.tsx';
import { Files } from './files.tsx';
import { ScheduleHead } from './head.tsx';
import { mayChange } from './may-change.ts';
import { ScheduleTabs } from './tabs.tsx';

/** Milliseconds: a schedule changes when somebody changes it. */
const pause = (): number => 15_000;

const SchedulePage = ({ parameters: { id = '', tab = '' } }: PageProps) => {
  const [isDeleted, setDeleted] = useState(false);
  const { value, problem, reachedAt, refresh } = useLive<Schedule>(`/schedules/${encodeURIComponent(id)}`, pause);
  const schedule = value.value;
  const isThere = schedule !== undefined;
  const may = useRead(async () => schedule !== undefined && mayChange(schedule), [id, isThere]).value === true;
  const failure = problem.value;
  useTitle(schedule && nameOf(schedule), schedule && scheduleState(schedule.status).word);
  if (isDeleted || failure?.name === 'NotFoundError') return <Gone last={schedule} />;
  if (schedule === undefined)
    return failure === undefined ? <Loading what="the schedule" /> : <Problem error={failure} />;
  return (
    <>
      <ScheduleHead schedule={schedule} may={may} refresh={refresh} onDeleted={() => setDeleted(true)} />
      <Reached problem={failure} at={reachedAt.value} />
      <ScheduleTabs schedule={schedule} tab={tab} />
      {tab === '' && <Files schedule={schedule} />}
      {tab === 'template' && <Template schedule={schedule} />}
      {tab === 'backfills' && <Backfills schedule={schedule} may={may} />}
      {!['', 'backfills', 'template'].includes(tab) && <NoTab name={tab} />}
    </>
  );
};

const Template = ({ schedule }: { readonly schedule: Schedule }) => {
  const { value, problem } = useRead(() => service.scheduleTemplate(schedule.uuid), [schedule.uuid]);
  if (value === undefined) return problem === undefined ? <Loading what="the template" /> : <Problem error={problem} />;
  return <TemplateText text={value} name={nameOf(schedule)} />;
};

const NoTab = ({ name }: { readonly name: string }) => (
  <Notice icon="search" title="There is no such page">
    <p>
      A schedule has no page <code>{name}</code>.
    </p>
  </Notice>
);

const Gone = ({ last }: { readonly last: Schedule | undefined }) => (
  <Notice icon="bin" title={last === undefined ? 'Deleted, or never there' : `${nameOf(last)} is deleted`}>
    <p>The deployments that it made stay.</p>
    <p class="actions">
      <a class="button" href="schedules">
        All schedules
      </a>
    </p>
  </Notice>
);

export default SchedulePage;
