import { dollars } from '../../client/money.ts';
import type { DeploymentView } from '../data/view.ts';

/** For the head of a page and the rows of a list; nothing where no price is known. */
export const CostFact = ({ cost }: Pick<DeploymentView, 'cost'>) =>
  cost === undefined ? null : (
    <span title="At list prices of its plan, while all of it runs">
      about {dollars(cost.monthly)} a month{cost.partial && ', and more'}
    </span>
  );
