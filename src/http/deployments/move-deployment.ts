import type * as v from 'valibot';
import type { dryRunMove } from '../../domain/deployments/accepting/dry-run-move.ts';
import { moveDeployment } from '../../domain/deployments/accepting/move.ts';
import { textShownTo } from '../../domain/deployments/record/disclosure.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, accepted, ok } from '../pipeline/answer.ts';
import { members } from '../pipeline/fields.ts';
import { acceptedChange } from './accepted-change.ts';
import { type DelegationPorts, delegated } from './delegation.ts';
import { acceptedAs, type ChangeRequest, checkPreconditions } from './deployment-entity.ts';
import type { TimelinePorts } from './timeline.ts';
import { changeFields } from './update-deployment.ts';
import type { ViewPorts } from './views.ts';

/** An extension: makes the deployment anew at another provider, since its own is gone. */
export const moving = () => members({ message: changeFields.message });

type Ports = ViewPorts & TimelinePorts & DelegationPorts & Parameters<typeof dryRunMove>[0];

interface Input extends ChangeRequest {
  readonly query: { readonly dryRun?: boolean | undefined };
  readonly body: v.InferOutput<ReturnType<typeof moving>>;
  readonly caller: Caller;
}

/** POST /deployments/{deployment_id}/move. With `dryRun=true` it shows where it would go, and why it would not. */
export const move =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, body, query, caller, headers } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const requestedBy = identityOf(caller);
    if (query.dryRun) {
      const { moveDryRun } = await import('./dry-run-move.ts');
      const shown = (text: string) => textShownTo(caller, deployment, text);
      return ok(await moveDryRun(shown, ports, deployment, { requestedBy, ...delegated(ports, caller, headers) }));
    }
    const moveRequest = { ...(body.message !== undefined && { message: body.message }), requestedBy, onlyIfUnchanged };
    return acceptedChange(ports, input, { kind: 'UPDATE', moves: true }, (operationId) =>
      moveDeployment(ports, deployment, { ...moveRequest, operationId }),
    );
  };

/** The answer if the move was already accepted. */
export const moveAccepted = acceptedAs(accepted);
