import type { QuotaUse } from '../../../client/types.ts';

/** How much of a quota is used, as a bar. From nine tenths on it warns, and full it is red. */
export const UseBar = ({ quota: { used, most, left } }: { readonly quota: QuotaUse }) => {
  const tone = left === 0 ? 'failed' : used >= 0.9 * most ? 'off' : 'running';
  return (
    <span class="bar use" aria-hidden="true">
      {used > 0 && <span class={`tone-${tone}`} style={{ flexGrow: used }} />}
      {left > 0 && <i style={{ flexGrow: left }} />}
    </span>
  );
};
