import { costRows } from '../../client/cost-rows.ts';
import { dollars } from '../../client/money.ts';
import type { UpdatePlan } from '../../client/types.ts';

/** Part by part, at list prices. */
export const Cost = ({ cost }: { readonly cost: NonNullable<UpdatePlan['cost']> }) => (
  <details class="plan-details">
    <summary>
      about <strong>{dollars(cost.hourly)}</strong> an hour, {dollars(cost.monthly)} a month
      {cost.most && `, at most ${dollars(cost.most.hourly)} and ${dollars(cost.most.monthly)} as it scales`}
    </summary>
    <table class="costs">
      <caption class="faint">
        List prices of {cost.region}, {cost.pricesOf}
      </caption>
      <tbody>
        {costRows(cost.items).map(({ node, what, count, hourly }) => (
          <tr key={`${node} ${what}`}>
            <th scope="row">{node}</th>
            <td>{count > 1 ? `${count} × ${what}` : what}</td>
            <td class="amount">{dollars(hourly)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {cost.leftOut.length > 0 && <p class="faint">Without {cost.leftOut.join('; ')}</p>}
  </details>
);
