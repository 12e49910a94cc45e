import { duration } from '../../parts/durations.ts';
import { serviceNow } from '../../parts/time.tsx';

/** How long there is left until an instant; the instant is its tooltip. */
export const Until = ({ at }: { readonly at: string }) => {
  const left = Date.parse(at) - serviceNow.value;
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {left > 0 ? `${duration(left)} left` : 'its time is over'}
    </time>
  );
};
