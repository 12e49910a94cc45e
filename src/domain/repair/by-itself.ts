import type { DeployerKind } from '../deployers/kinds.ts';
import type { RepairItem } from './repair.ts';

/** What is repaired without a request: nothing, what is gone, or all that a repair can do. */
export const waysByItself = ['none', 'missing', 'all'] as const;
export type ByItself = (typeof waysByItself)[number];

/**
 * The items of which a repair by itself does the rest: never what would lose data. An engine that sets back all at once is asked
 * only where all of it may be done.
 */
export const restricted = (
  items: readonly RepairItem[],
  byItself: ByItself,
  deployer: DeployerKind,
): readonly RepairItem[] => {
  const isMeant = ({ is, how }: RepairItem): boolean =>
    how !== 'refused' && (byItself === 'all' || (byItself === 'missing' && is === 'missing'));
  const isSetBack = ({ how }: RepairItem): boolean => how === 'remade' || how === 'altered';
  const isWhole = deployer === 'infrastructure-manager' || items.every((one) => !isSetBack(one) || isMeant(one));
  return items.map((one) =>
    one.how === 'left' || (isMeant(one) && (isWhole || !isSetBack(one))) ? one : { ...one, how: 'left', why: why(one) },
  );
};

const why = ({ how, why: reason }: RepairItem): string =>
  how === 'refused' && reason !== undefined ? reason : 'the installation repairs this on request only';
