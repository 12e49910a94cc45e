import { viewOfOperation } from '../../../../client/earlier-causes.ts';
import { duration } from '../../../parts/durations.ts';
import { ToneIcon } from '../../../parts/icon.tsx';
import { NameCut } from '../../../parts/name-cut.tsx';
import { Awaited } from '../../../parts/notice.tsx';
import { serviceNow } from '../../../parts/time.tsx';
import { useAttempts, useEvents } from '../data.ts';
import { wordOf } from '../operation-word.ts';
import type { TabProps } from '../tab-props.ts';
import { type Bar, type Chart, chartOf, ticksOf } from './bars.ts';
import { Feed } from './feed.tsx';

/** How long each resource took, and everything that was reported. */
export const TimelineTab = ({ view }: TabProps) => {
  const { value: events, problem } = useEvents(view);
  const { value: attempts, problem: another } = useAttempts(view);
  if (events === undefined || attempts === undefined)
    return <Awaited what="the timeline" problem={problem ?? another} />;
  const chart = chartOf(view, attempts, events, serviceNow.value);
  return (
    <div class="timeline">
      <section class="card chart" aria-label="How long each resource took">
        <h2 class="sentence">
          {wordOf(view.operation)}
          <span class="soft"> {duration(chart.length)}</span>
        </h2>
        <Bars chart={chart} />
      </section>
      <section class="card events" aria-label="Events">
        <h2>Events</h2>
        <Feed
          {...{ events, view }}
          from={view.operation.acceptedAt}
          viewOf={(event) => viewOfOperation(event, view, attempts)}
        />
      </section>
    </div>
  );
};

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`;

const Bars = ({ chart: { length, bands, bars } }: { chart: Chart }) => (
  <div class="bars">
    <div class="axis" aria-hidden="true">
      {ticksOf(length).map(({ at, milliseconds }) => (
        <span key={milliseconds} style={{ left: percent(at) }}>
          {milliseconds === 0 ? '0' : duration(milliseconds).replace('.0', '')}
        </span>
      ))}
    </div>
    <div class="bands" aria-hidden="true">
      {bands.map(({ number, provider, from, to, failed }) => (
        <span
          key={number}
          class={failed ? 'band tone-failed' : 'band tone-nearly'}
          style={{ left: percent(from), width: percent(Math.max(0.004, to - from)) }}
          title={`attempt ${number} at ${provider}`}
        >
          <span>{provider}</span>
        </span>
      ))}
    </div>
    <ul>
      {bars.map((bar) => (
        <BarLine key={bar.id} bar={bar} />
      ))}
    </ul>
  </div>
);

const BarLine = ({ bar: { name, tone, word, from, to, took } }: { bar: Bar }) => {
  const isBegun = tone !== 'unmade' || took > 0;
  return (
    <li class={`bar-line tone-${tone}`}>
      <span class="bar-name">
        <ToneIcon tone={tone} size={14} />
        <NameCut name={name} />
      </span>
      <span class="track">
        {isBegun && (
          <span class="bar-span" style={{ left: percent(from), width: percent(Math.max(0.004, to - from)) }} />
        )}
      </span>
      <span class="bar-took">
        {isBegun && <span class="hidden">{word} after </span>}
        {isBegun ? duration(took) : word}
      </span>
    </li>
  );
};
