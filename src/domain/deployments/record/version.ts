/** Accepted templates with their inputs, numbered: docs/decisions/0076. */

import type { Identity } from '../../../foundation/identity.ts';
import type { Json } from '../../../tosca/topology.ts';

/** How many are kept of a deployment, apart from the one in force, which always is. */
export const mostVersions = 50;

export interface Version {
  /** from 1, in the order of acceptance */
  readonly number: number;
  /** ISO 8601 instant, UTC, milliseconds */
  readonly acceptedAt: string;
  /** absent: nobody is known */
  readonly requestedBy?: Identity;
  /** why, in the words of who asked */
  readonly message?: string;
  /** the operation that brought it, under which its template is stored */
  readonly operationId: string;
  readonly kind: 'CREATE' | 'UPDATE' | 'DELETE';
  /** number of the version that it brought back */
  readonly restores?: number;
  /** the inputs that were given, without those that are secret or hold a secret */
  readonly inputs: { readonly [name: string]: Json };
  /** those others: the number of the version with which the value was given. The value itself is in the record alone */
  readonly secrets: { readonly [name: string]: number };
}

/** The versions of a deployment; they go with its record, or expire with the record of an ended deployment. */
export interface Versions {
  /** in the order of their numbers */
  list(deploymentId: string): Promise<readonly Version[]>;
  find(deploymentId: string, number: number): Promise<Version | undefined>;
  /** Lets them expire at that instant, since the deployment is about to end. A repeat is harmless. */
  expire(deploymentId: string, at: Date): Promise<void>;
}

/** The secrets of the version in force that another accepted version overwrites: they are needed to go back to it. */
export interface Former {
  readonly secrets: { readonly [name: string]: { readonly since: number; readonly value: Json } };
}
