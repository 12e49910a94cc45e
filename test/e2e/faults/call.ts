import type { DeployerKind } from '../../../src/domain/deployers/kinds.ts';
import type { Operation, Outgoing } from './kinds.ts';

/** A call that the service makes of others. */
export interface Call {
  readonly name: string;
  readonly operations: readonly Operation[];
  /** who is at fault, as a reason must name it */
  readonly said: RegExp;
  matches(request: Outgoing, addresses: Addresses): boolean;
  /** when it is made: at the request of the client, in the workflow, or in both; default both */
  readonly at?: 'request' | 'workflow';
  /** what has to be so for it to be made */
  readonly needs?:
    | 'software'
    | 'own-account'
    | 'import'
    | 'callback'
    | 'orphan'
    | 'clean-up'
    | 'scale-in'
    | 'stopped'
    | 'in-flight';
  /** whether the user's token goes along, and another one is taken when that is refused */
  readonly usersToken?: boolean;
  /** whether it is made with the session credentials of a role, and others are asked for when those are refused */
  readonly inSession?: boolean;
  /** of every provider; default: the Infrastructure Manager */
  readonly deployer?: DeployerKind;
}

/** Where the services are, without a slash at the end. */
export interface Addresses {
  readonly im: string;
  readonly issuer: string;
  readonly federation: string;
  readonly s3: string;
}
