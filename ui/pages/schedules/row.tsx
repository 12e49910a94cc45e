import type { Schedule } from '../../../client/types.ts';
import { Badge } from '../../parts/badge.tsx';
import { Ago } from '../../parts/time.tsx';
import { nameOf } from '../../states/schedule-name.ts';
import { shortId } from '../../states/short-id.ts';
import { scheduleState } from '../../states/tones.ts';

export const ScheduleRow = ({ schedule }: { readonly schedule: Schedule }) => {
  const { uuid, status, fileExpression, numberOfReplicas, replicationExpression, userGroup, createdBy, creationTime } =
    schedule;
  return (
    <tr>
      <th scope="row">
        <a class="row-link" title={nameOf(schedule)} href={`schedules/${uuid}`}>
          {nameOf(schedule)}
        </a>
        <span class="mono faint">{shortId(uuid)}</span>
      </th>
      <td data-label="State">
        <Badge state={scheduleState(status)} said={status} />
      </td>
      <td data-label="Files" class="expression">
        <code>{fileExpression}</code>
      </td>
      <td data-label="Copies" class="expression">
        {numberOfReplicas} at <code>{replicationExpression}</code>
      </td>
      <td data-label="Group">{userGroup || <span class="faint">–</span>}</td>
      <td data-label="By">
        <span class="cut" title={createdBy && `${createdBy.subject} of ${createdBy.issuer}`}>
          {createdBy?.subject}
        </span>
      </td>
      <td data-label="Changed" class="nowrap">
        <Ago at={creationTime} />
      </td>
    </tr>
  );
};
