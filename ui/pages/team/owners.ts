/** The users and groups that a list of deployments names. */

import type { DeploymentItem } from '../../../client/types.ts';

export interface Owner {
  readonly of: 'user' | 'group';
  readonly name: string;
  /** where the name counts */
  readonly issuer: string;
  readonly deployments: number;
  /** becomes another text when a deployment of them comes, goes or gets another status */
  readonly version: string;
}

/** Those with the most deployments first. A name counts at one issuer only. */
export const ownersOf = (
  items: readonly Pick<DeploymentItem, 'createdBy' | 'userGroup' | 'status'>[],
): readonly Owner[] => {
  const found = new Map<string, Owner>();
  const count = (of: Owner['of'], name: string, issuer: string, status: string): void => {
    const key = JSON.stringify([of, issuer, name]);
    const { deployments = 0, version = '' } = found.get(key) ?? {};
    found.set(key, { of, name, issuer, deployments: deployments + 1, version: `${version} ${status}` });
  };
  for (const { createdBy, userGroup, status } of items) {
    count('user', createdBy.subject, createdBy.issuer, status);
    if (userGroup !== undefined && userGroup !== '') count('group', userGroup, createdBy.issuer, status);
  }
  return [...found.values()].toSorted((one, other) => other.deployments - one.deployments);
};

/** Where the service tells what one of them uses. */
export const quotasAddress = ({ of, name, issuer }: Pick<Owner, 'of' | 'name' | 'issuer'>): string =>
  `/quotas?${new URLSearchParams({ [of === 'user' ? 'createdBy' : 'userGroup']: `${name}@${issuer}` })}`;
