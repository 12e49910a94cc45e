/** Who is told of the events of all deployments (docs/events.md). */

import type { StreamEvent, StreamKind } from '../deployments/record/event-stream.ts';

export interface Webhook {
  /** unique in the installation; its receiver's key is made from it */
  readonly name: string;
  readonly url: string;
  /** absent: our own */
  readonly form?: 'toscanini' | 'cloudevents' | undefined;
  /** absent: all */
  readonly kinds?: readonly StreamKind[] | undefined;
  /** only events of deployments for these groups; a name counts at its issuer only. Absent: of all deployments */
  readonly groups?: readonly { readonly group: string; readonly issuer: string }[] | undefined;
}

export const wants = ({ kinds, groups }: Webhook, { kind, deployment }: StreamEvent): boolean =>
  (kinds?.includes(kind) ?? true) &&
  (groups?.some(({ group, issuer }) => deployment.userGroup === group && deployment.createdBy.issuer === issuer) ??
    true);
