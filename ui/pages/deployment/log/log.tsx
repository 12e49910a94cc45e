import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isWorking } from '../../../../client/pace.ts';
import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import { download } from '../../../parts/download.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Loading, Notice, Problem } from '../../../parts/notice.tsx';
import { SearchField } from '../../../parts/search-field.tsx';
import { query } from '../../../router/address.ts';
import type { TabProps } from '../tab-props.ts';
import { hasText, type Line, linesOf, mostLines, partsOf } from './log-lines.ts';

export const LogTab = ({ view }: TabProps) => {
  const { uuid, logPieces, name } = view;
  const read = useRef<{ readonly uuid: string; readonly text: string; readonly next: string | undefined } | undefined>(
    undefined,
  );
  const { value, problem } = useRead(async () => {
    const before = read.current?.uuid === uuid ? read.current : undefined;
    const { text, next } = await service.logAfter(uuid, before?.next);
    // without a place to go on from, it is all of the log
    const all = before?.next === undefined ? text : before.text + text;
    read.current = { uuid, text: all, next: next ?? before?.next };
    return all;
  }, [uuid, logPieces]);
  if (value === undefined && problem !== undefined) return <Problem error={problem} />;
  if (value === undefined) return <Loading what="the log" />;
  if (value.trim() === '')
    return (
      <Notice icon="lines" title="The log is empty">
        <p>
          {isWorking(view.status) ? 'Lines appear here as soon as a provider is asked.' : 'No provider wrote anything.'}
        </p>
      </Notice>
    );
  return <LogView text={value} name={name} live={isWorking(view.status)} />;
};

interface LogProps {
  readonly text: string;
  /** of the deployment */
  readonly name: string;
  readonly live: boolean;
}

export const LogView = ({ text, name, live }: LogProps) => {
  const [wanted, setWanted] = useState(query.peek().get('q') ?? '');
  const [only, setOnly] = useState(false);
  const [wrap, setWrap] = useState(true);
  const { box, follow, setFollow, scrolled } = useFollowing(live && wanted === '', [text, wrap]);
  useLayoutEffect(() => {
    if (wanted === '' || box.current === null || !showFirst(box.current)) return;
    setFollow(false);
  }, [wanted]);
  const all = useMemo(() => linesOf(text), [text]);
  const found = wanted === '' ? [] : all.filter((line) => hasText(line, wanted));
  const lines = (only && wanted !== '' ? found : all).slice(-mostLines);
  const drawn = useDrawn(all, wanted);
  const [first] = lines;
  const above = first === undefined || only ? 0 : found.filter(({ number }) => number < first.number).length;
  return (
    <section class="card log">
      <div class="log-bar">
        <SearchField label="Search the log" value={wanted} onInput={setWanted} />
        {wanted !== '' && (
          <span class="soft" role="status">
            {found.length} {found.length === 1 ? 'line' : 'lines'}
          </span>
        )}
        <Toggle on={only} words="Only these lines" onToggle={setOnly} />
        <Toggle on={wrap} words="Wrap" onToggle={setWrap} />
        <Toggle on={follow} words="Follow" onToggle={setFollow} />
        <DownloadLog text={text} name={name} />
      </div>
      {all.length > mostLines && (
        <p class="soft log-note">
          The last {mostLines} of {all.length} lines. The download has all of them.
          {above > 0 &&
            ` ${above} of the lines found ${above === 1 ? 'is' : 'are'} further up: choose “Only these lines”.`}
        </p>
      )}
      <div
        ref={box}
        class={wrap ? 'log-lines wrap' : 'log-lines'}
        role="log"
        aria-label="Log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard (WCAG 2.1.1)
        tabIndex={0}
        onScroll={scrolled}
      >
        {lines.map(drawn)}
      </div>
    </section>
  );
};

/** Draws a line. One in which nothing is found is drawn only once: thousands of them would make each key of a search wait. */
const useDrawn = (all: readonly Line[], wanted: string): ((line: Line) => VNode) => {
  const plain = useMemo(() => new Map<Line, VNode>(), [all]);
  return (line) => {
    if (wanted !== '' && hasText(line, wanted)) return <LogLine key={line.number} line={line} wanted={wanted} />;
    const known = plain.get(line) ?? <LogLine key={line.number} line={line} wanted="" />;
    plain.set(line, known);
    return known;
  };
};

/** Scrolls to the first place that was searched for; false: there is none. */
const showFirst = (lines: HTMLElement): boolean => {
  const mark = lines.querySelector('mark');
  if (mark === null) return false;
  const above = mark.getBoundingClientRect().top - lines.getBoundingClientRect().top;
  lines.scrollTop += above - lines.clientHeight / 3;
  return true;
};

/** Stays at the end of what grows, until somebody scrolls away from it. `grown`: what changes when it grows. */
const useFollowing = (live: boolean, grown: readonly unknown[]) => {
  const [follow, setFollow] = useState(live);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follow, ...grown]);
  const scrolled = (): void => {
    const { current } = box;
    if (current === null) return;
    setFollow(current.scrollHeight - current.scrollTop - current.clientHeight < 24);
  };
  return { box, follow, setFollow, scrolled };
};

const DownloadLog = ({ text, name }: Pick<LogProps, 'text' | 'name'>) => (
  <button type="button" class="button small" onClick={() => download(text, `${name.replace(/[^\w.-]+/g, '-')}.log`)}>
    <Icon name="download" size={14} />
    Download
  </button>
);

const LogLine = ({ line: { number, text, failed }, wanted }: { line: Line; wanted: string }) => (
  <div class={failed ? 'log-line failed' : 'log-line'}>
    <span class="log-number" aria-hidden="true">
      {number}
    </span>
    <span class="log-text">
      {partsOf(text, wanted).map(({ text: part, found }, index) => (found ? <mark key={index}>{part}</mark> : part))}
    </span>
  </div>
);

const Toggle = ({ on, words, onToggle }: { on: boolean; words: string; onToggle: (on: boolean) => void }) => (
  <button type="button" class="quiet toggle" aria-pressed={on} onClick={() => onToggle(!on)}>
    {words}
  </button>
);
