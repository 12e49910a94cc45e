import type { Deployment } from '../deployments/record/deployment.ts';
import { type NotifyPorts, notify } from '../deployments/reporting/notify.ts';
import { type ReportPorts, report } from '../deployments/reporting/report.ts';
import type { Calendar } from '../office-hours/calendar.ts';
import type { HoursRun } from '../office-hours/office-hours.ts';
import { wallTimeAt } from '../office-hours/wall-clock.ts';
import type { Resource } from '../resources/resource.ts';
import type { HoursPlan } from './plan-run.ts';

export type HoursReportPorts = NotifyPorts & ReportPorts;

/** Most machines that a text names. */
const most = 5;

const named = (machines: readonly Resource[]): string => {
  const names = machines.slice(0, most).map(({ toscaNodeName }) => toscaNodeName);
  const more = machines.length > most ? [`${machines.length - most} more`] : [];
  return [...names, ...more].join(', ');
};

interface Look {
  readonly plan: HoursPlan;
  readonly seen: HoursRun;
}

/**
 * Tells, before anything is done, what is started or stopped, and what is left as it is and why: in the timeline and by the callback. The
 * names follow from the look and the local day, so that a repeat tells nothing twice.
 */
export const reportRun = async (
  ports: HoursReportPorts,
  deployment: Deployment,
  { plan, seen, calendar, isFirst }: Look & { readonly calendar: Calendar; readonly isFirst: boolean },
): Promise<void> => {
  const { type, wanted, left } = plan;
  if (wanted.length > 0 && isFirst) {
    const text = `office hours ${type} ${named(wanted)}`;
    await tell(ports, deployment, { text, name: `hours-${type}-${Date.parse(seen.dueAt)}`, plan });
  }
  if (left.length === 0) return;
  const { date } = wallTimeAt(ports.clock.now().getTime(), calendar.timeZone);
  const text = `office hours do not ${type} ${named(left)} today, since somebody has started or stopped it by hand: tomorrow they hold again`;
  await tell(ports, deployment, { text, name: `hours-left-${type}-${date}`, plan });
};

/** The reasons of the machines themselves are in their metadata. */
export const reportGivenUp = async (
  ports: HoursReportPorts,
  deployment: Deployment,
  { plan, seen, until }: Look & { readonly until: string },
): Promise<void> => {
  const { type, wanted } = plan;
  const text = `office hours could not ${type} ${named(wanted)}: they try again at ${until}; the resource says why`;
  await tell(ports, deployment, { text, name: `hours-failed-${Date.parse(seen.dueAt)}`, plan });
};

const tell = async (
  ports: HoursReportPorts,
  deployment: Deployment,
  {
    text,
    name,
    plan: { type, wanted, left },
  }: { readonly text: string; readonly name: string; readonly plan: HoursPlan },
): Promise<void> => {
  await report(ports, { deployment }, { text, event: { kind: 'OFFICE_HOURS', name } });
  const idsOf = (machines: readonly Resource[]) => machines.map(({ id }) => id);
  await notify(ports, deployment, name, { machines: { type, resources: idsOf(wanted), left: idsOf(left) } });
};
