import type { Backfill, Schedule } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { useLive } from '../../data/use-live.ts';
import { Badge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Awaited } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { Ago } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { backfillState, tones } from '../../states/tones.ts';
import { count } from './file-count.ts';
import { NewBackfill } from './new-backfill.tsx';

interface BackfillPage {
  readonly content: readonly Backfill[];
}

interface BackfillsProps {
  readonly schedule: Schedule;
  /** whether the caller may start and stop one */
  readonly may: boolean;
}

/** Milliseconds until the next question. */
const pauseOf = ({ content }: BackfillPage): number =>
  content.some(({ status }) => status === 'RUNNING') ? 2_000 : 15_000;

const columns: readonly Column<Backfill>[] = [
  { name: 'Files', by: ({ prefix }) => prefix },
  { name: 'State', by: ({ status }) => tones.indexOf(backfillState(status).tone) },
  { name: 'Looked at', by: ({ progress }) => progress.files },
  { name: 'Fit', by: ({ progress }) => progress.matching },
  { name: 'Started', by: ({ progress }) => progress.started },
  { name: 'Begun', by: ({ creationTime }) => creationTime },
  { name: '' },
];

/** The schedule applied to files that were there before it. */
export const Backfills = ({ schedule, may }: BackfillsProps) => {
  const address = `/schedules/${schedule.uuid}/backfills?size=100&sort=createdAt,desc`;
  const { value, problem, reachedAt, refresh } = useLive<BackfillPage>(address, pauseOf);
  const page = value.value;
  if (page === undefined) return <Awaited what="the backfills" problem={problem.value} />;
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      {may && <NewBackfill schedule={schedule} onStarted={refresh} />}
      {!may && page.content.length === 0 && <p class="soft">It was not applied to files that were there before it.</p>}
      {page.content.length > 0 && (
        <SortedTable columns={columns} rows={page.content} class="deployments">
          {(backfill) => <Row key={backfill.uuid} {...{ schedule, backfill, may, refresh }} />}
        </SortedTable>
      )}
    </>
  );
};

interface RowProps extends BackfillsProps {
  readonly backfill: Backfill;
  readonly refresh: () => void;
}

const Row = ({ schedule, backfill, may, refresh }: RowProps) => {
  const { uuid, scope, prefix, status, statusReason, progress, creationTime } = backfill;
  const stop = async (): Promise<void> => {
    try {
      await service.stopBackfill(schedule.uuid, uuid);
      toast('Stopped. What it has started goes on.');
    } catch (error) {
      toastError(error);
    }
    refresh();
  };
  return (
    <tr>
      <th scope="row">
        <span class="mono">{prefix === '' ? 'all files' : `${prefix}…`}</span>
        <span class="faint">{scope}</span>
      </th>
      <td data-label="State">
        <Badge state={backfillState(status)} said={status} />
        {statusReason !== undefined && <p class="reason">{statusReason}</p>}
        {status === 'RUNNING' && progress.lastName !== undefined && (
          <p class="reason">
            up to <code>{progress.lastName}</code>
          </p>
        )}
      </td>
      <td data-label="Looked at" class="tabular">
        {count(progress.files)}
      </td>
      <td data-label="Fit" class="tabular">
        {count(progress.matching)}
      </td>
      <td data-label="Started" class="tabular">
        {count(progress.started)}
      </td>
      <td data-label="Begun" class="nowrap soft">
        <Ago at={creationTime} />
      </td>
      <td>
        {may && status === 'RUNNING' && (
          <button
            type="button"
            class="button small"
            onClick={stop}
            aria-label={`Stop the backfill of ${prefix || scope}`}
          >
            <Icon name="square" size={14} />
            Stop
          </button>
        )}
      </td>
    </tr>
  );
};
