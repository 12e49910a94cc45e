import type { Deployment } from './types.ts';

/** Which deployments a list has; absent: all that the caller may see. */
export interface DeploymentFilter {
  readonly userGroup?: string | undefined;
  /** `<subject>@<issuer>`, or `me` */
  readonly createdBy?: string | undefined;
  /** only those in one of these */
  readonly status?: readonly Deployment['status'][] | undefined;
  /** `name` or `name=value`: only those with all of these labels */
  readonly label?: readonly string[] | undefined;
  /** exactly this name */
  readonly name?: string | undefined;
  /** a text in name, id, group, creator, provider, the name of a node, an address, or an output that is no secret */
  readonly q?: string | undefined;
  /** true: with a line about what the checks found */
  readonly drift?: true;
  /** true: only what is offered to the caller, with the question; of one group, so `userGroup` too */
  readonly offered?: true;
  /** true: with a line about what it costs */
  readonly cost?: true;
}
