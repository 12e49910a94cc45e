import { dollars } from '../../client/money.ts';
import type { DeploymentView } from '../data/view.ts';

/** Where only a part has a price that is known, that part may be nothing. */
const costWords = ({ monthly, partial }: NonNullable<DeploymentView['cost']>): string => {
  if (partial && monthly === 0) return 'no price is known';
  return `about ${dollars(monthly)} a month${partial ? ', and more' : ''}`;
};

/** For the head of a page and the rows of a list; nothing where no price is known. */
export const CostFact = ({ cost }: Pick<DeploymentView, 'cost'>) =>
  cost === undefined ? null : <span title="At list prices of its plan, while all of it runs">{costWords(cost)}</span>;
