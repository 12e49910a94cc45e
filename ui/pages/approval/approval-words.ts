/** Approvals in words, and who may decide: as the service decides it, so that nobody is offered what is refused. */

import type { Approval, Me } from '../../../client/types.ts';
import { groupFor } from '../../../src/foundation/group-name.ts';
import type { State } from '../../states/tones.ts';

const states: { readonly [S in Approval['state']]: State } = {
  waiting: { tone: 'off', word: 'Waits' },
  approved: { tone: 'running', word: 'Approved' },
  refused: { tone: 'failed', word: 'Refused' },
};

/** A state that a newer service has and this page does not know is shown by its own word. */
export const approvalState = (state: Approval['state']): State => states[state] ?? { tone: 'waiting', word: state };

export const nameOf = ({ deployment: { uuid, name } }: Approval): string => name ?? uuid;

type Identity = Approval['deployment']['createdBy'];

export const requesterOf = ({ requestedBy, deployment }: Approval): Identity => requestedBy ?? deployment.createdBy;

const isMe = (me: Me, { issuer, subject }: Identity): boolean => me.issuer === issuer && me.subject === subject;

/** A group of the owner's issuer, unless it names another: `<group>@<issuer>`. */
const isIn = (me: Me, approver: string, owner: Identity): boolean => {
  const { group, issuer } = groupFor(owner, approver);
  return me.issuer === issuer && (me.groups ?? []).includes(group);
};

/** The rules that still need an approval. */
export const openRules = ({ rules, approvals }: Approval): readonly string[] =>
  rules.map(({ rule }) => rule).filter((rule) => !approvals.some((grant) => grant.rules.includes(rule)));

export interface Rights {
  readonly approve: boolean;
  readonly refuse: boolean;
  /** the user has asked for it */
  readonly isOwn: boolean;
}

export const rightsOf = (approval: Approval, me: Me): Rights => {
  const { deployment, rules, state } = approval;
  const isOwn = isMe(me, requesterOf(approval));
  const open = new Set(openRules(approval));
  const isApproverOf = (wanted: typeof rules): boolean =>
    me.administrator || wanted.some(({ approvers }) => approvers.some((one) => isIn(me, one, deployment.createdBy)));
  const waits = state === 'waiting';
  return {
    approve: waits && !isOwn && isApproverOf(rules.filter(({ rule }) => open.has(rule))),
    refuse: waits && (isOwn || isMe(me, deployment.createdBy) || isApproverOf(rules)),
    isOwn,
  };
};
