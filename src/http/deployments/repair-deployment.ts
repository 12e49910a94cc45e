import * as v from 'valibot';
import {
  planOfRepair,
  type RepairPlan,
  refusalOfRepair,
  repairDeployment,
} from '../../domain/deployments/accepting/repair.ts';
import { textShownTo } from '../../domain/deployments/record/disclosure.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, accepted, ok } from '../pipeline/answer.ts';
import { members, optional } from '../pipeline/fields.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { acceptedChange } from './accepted-change.ts';
import type { DelegationPorts } from './delegation.ts';
import { acceptedAs, type ChangeRequest, checkPreconditions } from './deployment-entity.ts';
import { findingView } from './finding-view.ts';
import type { TimelinePorts } from './timeline.ts';
import { changeFields } from './update-deployment.ts';
import type { ViewPorts } from './views.ts';

const names = 'must be a list of names of nodes';

const nodes = v.pipe(
  v.array(v.string(names), names),
  v.minLength(1, 'must name a node; leave it out to repair all'),
  v.metadata({
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    description: 'names of the nodes that are repaired; absent: all that has drifted',
  }),
);

/** An extension: puts right what a check has found. */
export const repairing = () => members({ nodes: optional(nodes), ...changeFields });

type Ports = ViewPorts & TimelinePorts & DelegationPorts & Parameters<typeof repairDeployment>[0];

interface Input extends ChangeRequest {
  readonly query: { readonly dryRun?: boolean | undefined };
  readonly body: v.InferOutput<ReturnType<typeof repairing>>;
  readonly caller: Caller;
}

/** POST /deployments/{deployment_id}/repair. With `dryRun=true` it shows what it would overwrite. */
export const repair =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, body, query, caller } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const repairRequest = {
      ...(body.nodes && { nodes: body.nodes }),
      ...(body.replace !== undefined && { replace: body.replace }),
      ...(body.message !== undefined && { message: body.message }),
    };
    if (query.dryRun) {
      const plan = await planOfRepair(ports, deployment, repairRequest);
      return ok(planView(plan, (text) => textShownTo(caller, deployment, text)));
    }
    const requestedBy = identityOf(caller);
    return acceptedChange(ports, input, { kind: 'UPDATE', repairs: [] }, (operationId) =>
      repairDeployment(ports, deployment, { ...repairRequest, requestedBy, operationId, onlyIfUnchanged }),
    );
  };

const planView = ({ items, checkedAt }: RepairPlan, shown: (text: string) => string): BodyOf<'RepairDryRun'> => ({
  ...(checkedAt !== undefined && { checkedAt }),
  accepted: refusalOfRepair(items) === undefined,
  items: items.map((item) => ({ ...findingView(item, shown), how: item.how })),
});

/** The answer if the repair was already accepted. */
export const repairAccepted = acceptedAs(accepted);
