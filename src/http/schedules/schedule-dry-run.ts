import type { PlannedSchedule } from '../../domain/schedules/plan-schedule.ts';
import { resourceViews } from '../deployments/dry-run-template.ts';
import { problemView } from '../pipeline/problem-view.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** The answer of a dry run of POST /schedules: where replicas may go, and what each matching file would deploy. */
export const scheduleView = ({ elements, resources, warnings, notes }: PlannedSchedule): BodyOf<'ScheduleDryRun'> => ({
  storageElements: elements.map(({ name, bucket }) => ({ name, bucket })),
  resources: resourceViews(resources),
  warnings: warnings.map(problemView),
  notes,
});
