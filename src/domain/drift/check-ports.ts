import type { Deployer } from '../deployers/ports.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { MoveBounds } from '../moving/move-bounds.ts';
import type { Checks, DriftReport, MoveElsewhere, RepairFound } from './check.ts';
import type { ReportDriftPorts } from './report-drift.ts';

export type CheckPorts = ReportDriftPorts &
  Pick<LifecyclePorts, 'deployments' | 'resources'> & {
    /** of a provider, with rights to look only */
    readonly inspectorOf: (providerId: string) => Pick<Deployer, 'inspect' | 'list' | 'notComparable'>;
    readonly driftChecks: Checks;
    readonly driftReport: DriftReport;
    /** absent: repairs are made on request only */
    readonly repairFound?: RepairFound | undefined;
    /** absent: moves are made on request only */
    readonly moveElsewhere?: MoveElsewhere | undefined;
    /** when a provider that is away counts as gone; `atOnce` 0: never */
    readonly moving: MoveBounds;
    /** true: the installation is paused, so a look that ends begins neither a repair nor a move */
    readonly isHeld?: boolean;
    /** whether every standing deployment is checked once a day */
    readonly dailyChecks: boolean;
  };
