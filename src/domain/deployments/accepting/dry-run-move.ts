import { ConflictError, InvalidError } from '../../../foundation/errors.ts';
import { outageOf, type ProviderOutage } from '../../moving/provider-outage.ts';
import type { Deployment } from '../record/deployment.ts';
import { templateInForce } from '../record/template-in-force.ts';
import { type CreationDryRun, dryRunCreation } from './dry-run-template.ts';
import { type MovePorts, type MoveRequest, placeToMoveFrom } from './move.ts';
import type { CreateRequest } from './process-request.ts';

type Ports = Parameters<typeof dryRunCreation>[0] & MovePorts;

/** Where a deployment would go, best first, and why it would not. */
export interface MoveDryRun {
  readonly creation: CreationDryRun;
  /** id of the provider that it would leave; absent: it is at none */
  readonly from?: string;
  /** what is known of its silence; absent: it has answered the last check, or nobody has asked */
  readonly outage?: ProviderOutage;
  /** why the move would be refused; absent: it would be accepted */
  readonly why?: string;
}

/** Ranks and judges as the move would, and changes nothing. ConflictError where its template is gone. */
export const dryRunMove = async (
  ports: Ports,
  deployment: Deployment,
  { requestedBy: user, delegation }: Pick<MoveRequest, 'requestedBy'> & Pick<CreateRequest, 'delegation'>,
): Promise<MoveDryRun> => {
  const { parameters, limits, createdBy: owner, userGroup, labels, name, origin, providerId: from } = deployment;
  const template = await templateInForce(ports.files, deployment);
  const why = await refusalOf(ports, deployment);
  const about = { ...(userGroup && { userGroup }), ...(labels && { labels }), ...(name && { name }) };
  const requested = {
    ...about,
    template,
    parameters,
    limits,
    owner,
    ...(origin && { origin }),
    ...(delegation && { delegation }),
  };
  // a move brings no deployment, so the number of them does not count
  const creation = await dryRunCreation({ ...ports, quotas: undefined }, requested, {
    ...{ operation: 'move', except: from },
    ...(user && { user }),
  });
  const outage = outageOf((await ports.driftChecks.find(deployment.id))?.outage, deployment);
  const nowhere = creation.candidates.length === 0 ? 'no other provider could take it' : undefined;
  const reason = why ?? nowhere;
  return {
    creation,
    ...(from !== undefined && { from }),
    ...(outage && { outage }),
    ...(reason !== undefined && { why: reason }),
  };
};

const refusalOf = async (ports: MovePorts, deployment: Deployment): Promise<string | undefined> => {
  try {
    await placeToMoveFrom(ports, deployment);
    return undefined;
  } catch (error) {
    if (error instanceof ConflictError || error instanceof InvalidError) return error.message;
    throw error;
  }
};
