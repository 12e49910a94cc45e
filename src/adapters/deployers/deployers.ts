import { byKind, usualKind } from '../../domain/deployers/kinds.ts';
import type { Planner, PlannerOf } from '../../domain/deployers/planner.ts';
import type { DeployerOf } from '../../domain/deployers/ports.ts';
import type { Clock } from '../../foundation/clock.ts';
import { batchAccountOf } from '../batch/account.ts';
import { awsBatch } from '../batch/batch.ts';
import { planner as jobPlanner } from '../batch/planner.ts';
import { accountOf } from '../cloudformation/account.ts';
import { cloudFormation } from '../cloudformation/cloudformation.ts';
import { planner as stackPlanner } from '../cloudformation/planner.ts';
import type { TemplateFiles } from '../cloudformation/template-files.ts';
import { managerAt, managerSecret } from '../infrastructure-manager/address.ts';
import { infrastructureManager } from '../infrastructure-manager/infrastructure-manager.ts';
import { planner as managerPlanner } from '../infrastructure-manager/planner.ts';
import { type AuthorizationOptions, authorizationLines } from '../infrastructure-manager/provider-authorization.ts';

interface Options extends Omit<AuthorizationOptions, 'ownSecret'> {
  readonly clock: Clock;
  /** where templates of CloudFormation lie that are too large for a call */
  readonly files: () => TemplateFiles;
  /** true: providers that are not configured have the usual kind of deployer */
  readonly federated: boolean;
}

/**
 * The deployer of each provider. An installation whose providers all have another kind has no Infrastructure Manager.
 */
export const deployersFor = ({ clock, federated, files, ...access }: Options): DeployerOf => {
  const { configured, secrets } = access;
  const needsManager = federated || configured.some(({ deployer = usualKind }) => deployer === usualKind);
  const manager = needsManager ? managerWith(access) : undefined;
  const stacks = cloudFormation({ clock, files, accountOf: (id) => accountOf(configured, id, secrets) });
  return byKind(configured, {
    'infrastructure-manager': (id) => (manager ?? managerWith(access))(id),
    cloudformation: stacks,
    batch: awsBatch({ clock, accountOf: (id) => batchAccountOf(configured, id, secrets) }),
  });
};

const managerWith = (access: Omit<AuthorizationOptions, 'ownSecret'>): DeployerOf =>
  infrastructureManager({
    ...managerAt(),
    authorization: authorizationLines({ ...access, ownSecret: managerSecret() }),
  });

export const plannersFor = (configured: Options['configured']): PlannerOf =>
  byKind<Planner>(configured, {
    'infrastructure-manager': () => managerPlanner,
    cloudformation: () => stackPlanner,
    batch: () => jobPlanner,
  });
