/** Who is told of the events of all deployments and schedules (docs/events.md). */

import { type StreamEvent, type StreamKind, subjectOf } from '../deployments/record/event-stream.ts';

export interface Webhook {
  /** unique in the installation; its receiver's key is made from it */
  readonly name: string;
  readonly url: string;
  /** absent: our own */
  readonly form?: 'toscanini' | 'cloudevents' | undefined;
  /** absent: all */
  readonly kinds?: readonly StreamKind[] | undefined;
  /** only events of deployments and schedules for these groups; a name counts at its issuer only. Absent: of all of them */
  readonly groups?: readonly { readonly group: string; readonly issuer: string }[] | undefined;
  /** whose managers have subscribed it, and may take it back; absent: the operator has */
  readonly subscribedBy?: { readonly group: string; readonly issuer: string } | undefined;
}

export const wants = ({ kinds, groups }: Webhook, event: StreamEvent): boolean => {
  const { userGroup, createdBy } = subjectOf(event) ?? {};
  return (
    (kinds?.includes(event.kind) ?? true) &&
    (groups?.some(({ group, issuer }) => userGroup === group && createdBy?.issuer === issuer) ?? true)
  );
};
