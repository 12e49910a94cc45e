/** What may go wrong with one call. */

export const kinds = ['refused', '4xx', '5xx', 'slow', 'malformed', 'cut', 'once', 'stale', 'expired'] as const;

/**
 * refused     nobody listens
 * 4xx, 5xx    nothing is done; the body quotes the credentials that were sent, as careless services do
 * slow        it is done, and no answer comes within any deadline
 * malformed   it is done, and the answer is a page of a proxy
 * cut         it is done, and the connection is cut off in the middle of the answer
 * once        a 5xx, and all is well from then on
 * stale       401 to the user's token, until another one comes; only where the user's token goes along
 * expired     AWS refuses the session credentials of a role, until others come; only where a role is assumed
 */
export type Kind = (typeof kinds)[number];

const operations = ['create', 'update', 'delete', 'action'] as const;
export type Operation = (typeof operations)[number];

/** A request on its way, whoever sends it. */
export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  /** X-Amz-Target of AWS's JSON protocols; empty elsewhere */
  readonly target: string;
  /** the header of that name; empty without one */
  readonly authorization: string;
  readonly body: string;
}
