/** The users and groups that a list of deployments names. */

import type { DeploymentItem } from '../../../client/types.ts';

export interface Owner {
  readonly of: 'user' | 'group';
  readonly name: string;
  /** where the name counts */
  readonly issuer: string;
  readonly deployments: number;
}

/** Those with the most deployments first. A name counts at one issuer only. */
export const ownersOf = (items: readonly Pick<DeploymentItem, 'createdBy' | 'userGroup'>[]): readonly Owner[] => {
  const found = new Map<string, Owner>();
  const count = (of: Owner['of'], name: string, issuer: string): void => {
    const key = JSON.stringify([of, issuer, name]);
    found.set(key, { of, name, issuer, deployments: (found.get(key)?.deployments ?? 0) + 1 });
  };
  for (const { createdBy, userGroup } of items) {
    count('user', createdBy.subject, createdBy.issuer);
    if (userGroup !== undefined && userGroup !== '') count('group', userGroup, createdBy.issuer);
  }
  return [...found.values()].toSorted((one, other) => other.deployments - one.deployments);
};

/** Where the service tells what one of them uses. */
export const quotasAddress = ({ of, name, issuer }: Pick<Owner, 'of' | 'name' | 'issuer'>): string =>
  `/quotas?${new URLSearchParams({ [of === 'user' ? 'createdBy' : 'userGroup']: `${name}@${issuer}` })}`;
