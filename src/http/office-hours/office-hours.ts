import { requireNotDeleting, requireStoppable, setHours } from '../../domain/deployments/accepting/set-hours.ts';
import { type OfficeHours, officeHoursFrom } from '../../domain/office-hours/office-hours.ts';
import type { Clock } from '../../foundation/clock.ts';
import { checkPreconditions } from '../deployments/deployment-entity.ts';
import { type SettingPorts, type SettingRequest, settingChanged } from '../deployments/settings.ts';
import { officeHoursView } from '../deployments/views.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { calendarOrNone } from '../pipeline/calendar-field.ts';
import { members } from '../pipeline/fields.ts';

/** The body of PUT /deployments/{deployment_id}/office-hours: `{"officeHours": null}` takes them away. */
export const officeHoursBody = () => members({ officeHours: calendarOrNone });

type Input = SettingRequest<ReturnType<typeof officeHoursBody>>;

type Ports = SettingPorts &
  Parameters<typeof setHours>[0] &
  Parameters<typeof requireStoppable>[0] & { readonly clock: Clock };

/**
 * PUT /deployments/{deployment_id}/office-hours: an extension (docs/decisions/0087). With `dryRun=true` it shows the hours before and
 * after, and what comes next.
 */
export const changeHours =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const officeHours = body.officeHours === null ? undefined : officeHoursFrom(body.officeHours, ports.clock.now());
    if (officeHours) await requireStoppable(ports, deployment);
    if (query.dryRun) {
      requireNotDeleting(deployment);
      return ok({
        ...(deployment.officeHours && { officeHours: officeHoursView(deployment.officeHours) }),
        ...(officeHours && { nextOfficeHours: officeHoursView(officeHours) }),
      });
    }
    await setHours(ports, deployment, { officeHours, onlyIfUnchanged });
    const message = officeHours ? `it has office hours: it ${firstOf(officeHours)}` : 'it has no office hours any more';
    return settingChanged(ports, input, message);
  };

/** Hours hold at once, so what is to start later is stopped by now. */
const firstOf = ({ next }: OfficeHours): string => {
  if (next === undefined) return 'runs always';
  return next.type === 'start' ? `stops within minutes, and ${next.text}` : next.text;
};
