/** Dollars: at least two decimals, and at least two digits that are not zero. */
export const dollars = (amount: number): string =>
  `$${amount >= 0.1 || amount === 0 ? amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }) : amount.toPrecision(2)}`;

/** Of so many deployments whose plans name no price. */
export const withoutPrice = (count: number): string => `${count} ${count === 1 ? 'has' : 'have'} no known price`;

/** Nothing of it has a known price: a sum of 0 would say that it costs nothing. */
export const isUnknown = ({
  deployments,
  unpriced,
}: {
  readonly deployments: number;
  readonly unpriced: number;
}): boolean => unpriced === deployments;
