import { useState } from 'preact/hooks';
import type { Schedule } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { Badge } from '../../parts/badge.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Ago } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { nameOf } from '../../states/schedule-name.ts';
import { shortId } from '../../states/short-id.ts';
import { scheduleState } from '../../states/tones.ts';
import { DeleteScheduleDialog } from './delete-dialog.tsx';

interface HeadProps {
  readonly schedule: Schedule;
  /** whether the caller may change it */
  readonly may: boolean;
  readonly refresh: () => void;
  readonly onDeleted: () => void;
}

export const ScheduleHead = ({ schedule, may, refresh, onDeleted }: HeadProps) => {
  const { uuid, status } = schedule;
  return (
    <div class="deployment-head">
      <div>
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href="schedules">Schedules</a>
          <Icon name="right" size={12} />
          <span class="mono">{shortId(uuid)}</span>
          <Copy text={uuid} what="the id" />
        </nav>
        <div class="title-line">
          <h1>{nameOf(schedule)}</h1>
          <Badge state={scheduleState(status)} said={status} />
        </div>
        <Facts schedule={schedule} />
        {schedule.statusReason !== undefined && <p class="reason">{schedule.statusReason}</p>}
        {schedule.notes?.map((note) => (
          <p key={note} class="reason">
            {note}
          </p>
        ))}
      </div>
      {may && <Actions {...{ schedule, refresh, onDeleted }} />}
    </div>
  );
};

const Facts = ({ schedule }: { readonly schedule: Schedule }) => {
  const { fileExpression, numberOfReplicas, replicationExpression, userGroup, callback, creationTime } = schedule;
  return (
    <ul class="facts">
      <li title="A file is compared as bucket:name">
        <Icon name="search" size={14} />
        files <code>{fileExpression}</code>
      </li>
      <li>
        <Icon name="copy" size={14} />
        {numberOfReplicas} {numberOfReplicas === 1 ? 'copy' : 'copies'} at <code>{replicationExpression}</code>
      </li>
      {userGroup !== undefined && (
        <li>
          <Icon name="people" size={14} />
          {userGroup}
        </li>
      )}
      {callback !== undefined && (
        <li title="is told of each change of a deployment">
          <Icon name="bell" size={14} />
          <span class="cut">{callback}</span>
        </li>
      )}
      <li>
        <Icon name="clock" size={14} />
        <Ago at={creationTime} />
      </li>
    </ul>
  );
};

const Actions = ({ schedule, refresh, onDeleted }: Omit<HeadProps, 'may'>) => {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const runs = schedule.status === 'RUNNING';
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await service.changeSchedule(schedule.uuid, runs ? 'SUSPENDED' : 'RUNNING');
      toast(runs ? 'Suspended: new files start nothing until you resume it.' : 'New files start deployments again.');
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
    refresh();
  };
  return (
    <div class="head-actions">
      <button type="button" class="button" disabled={isBusy} onClick={change}>
        <Icon name={runs ? 'pause' : 'play'} />
        {runs ? 'Suspend' : 'Resume'}
      </button>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        <Icon name="bin" />
        Delete…
      </button>
      {isAsking && <DeleteScheduleDialog schedule={schedule} onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </div>
  );
};
