import type { Labels } from '../../labels/labels.ts';
import type { Lifetimes } from '../../lifetimes/lifetime.ts';
import type { UsualHours } from '../../office-hours/office-hours.ts';

/** Limits and defaults that an installation sets on requests for deployments; absent: the service's own limit applies. */
export interface CreationLimits {
  /** bytes of a request with a template */
  readonly bodyBytes?: number | undefined;
  /** minutes for one attempt, when the request names none */
  readonly providerTimeoutMins?: number | undefined;
  /** most minutes that a request may ask for, for one attempt and for the whole; also used when the request names none */
  readonly mostTimeoutMins?: number | undefined;
  /** of each deployment, unless its request gives another value; absent: none */
  readonly labels?: Labels | undefined;
  /** true: a deployment is protected unless its request says otherwise; absent: it is not */
  readonly protected?: boolean | undefined;
  /** when machines run of deployments whose requests say nothing; absent: always */
  readonly officeHours?: UsualHours | undefined;
  /** how long deployments live; absent: as their requests say */
  readonly lifetimes?: Lifetimes | undefined;
}
