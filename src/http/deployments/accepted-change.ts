import type { Operation } from '../../domain/deployments/record/deployment.ts';
import type { Deployments } from '../../domain/deployments/record/ports.ts';
import type { Caller } from '../../foundation/caller.ts';
import { identityOf } from '../../foundation/identity.ts';
import { type Answer, accepted } from '../pipeline/answer.ts';
import { type DelegationPorts, renewDelegation } from './delegation.ts';
import type { ChangeRequest } from './deployment-entity.ts';
import { acceptance, addAcceptedEvent, type TimelinePorts } from './timeline.ts';

type Ports = TimelinePorts &
  DelegationPorts & {
    readonly deployments: Pick<Deployments, 'find'>;
    readonly ids: { next(): string };
  };

type Input = ChangeRequest & { readonly caller: Caller };

/** 202: `change` has begun an operation with the id that it is given, and the timeline tells of it. */
export const acceptedChange = async (
  ports: Ports,
  input: Input,
  about: Pick<Operation, 'kind' | 'retries' | 'restores' | 'repairs' | 'runs'> & { readonly moves?: true },
  change: (operationId: string) => Promise<void>,
): Promise<Answer> => {
  await renewDelegation(ports, input);
  const { operationId: id = ports.ids.next() } = input.ids ?? {};
  await change(id);
  const requestedBy = identityOf(input.caller);
  await addAcceptedEvent(ports, input.deployment.id, acceptance({ id, ...about, requestedBy }));
  return accepted;
};
