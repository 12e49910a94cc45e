import { causeLine, type Snapshot, withTrueStates } from '../../client/index.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { cut, padded, painter, widthOf } from '../screen/paint.ts';
import { region } from '../screen/region.ts';
import { wrapped } from '../screen/wrap.ts';
import { duration } from './duration.ts';
import type { Reporter } from './reporter.ts';
import { linesOf, type Row, rowsOf, rowsOfView } from './rows.ts';

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

const verbs: { readonly [status: string]: string } = {
  CREATE_IN_PROGRESS: 'creating',
  UPDATE_IN_PROGRESS: 'updating',
  DELETE_IN_PROGRESS: 'deleting',
};

/** Lines of the screen that the progress never takes: the header, the hint, and the cursor's own line. */
const reserved = 3;

const hint = 'ctrl-c leaves it running';
/** The hint stands at its end, on a screen that is wider. */
const widest = 80;

const rowsIn = ({ view, resources }: Snapshot): readonly Row[] =>
  view?.nodes === undefined ? rowsOf(resources) : rowsOfView(withTrueStates(view));

/** Who works, at what, and which attempt it is. */
const headline = ({ view, deployment }: Snapshot): string => {
  const provider = view?.provider?.name ?? deployment?.cloudProviderName;
  const attempt = view?.attempt?.number ?? 1;
  const failed = view?.cause.filter((one) => one.provider !== undefined).at(-1);
  const parts = [
    verbs[deployment?.status ?? ''] ?? 'working',
    provider === undefined ? '' : ` on ${provider}`,
    attempt > 1 ? `, attempt ${attempt}` : '',
    failed === undefined ? '' : ` (${causeLine(failed)})`,
  ];
  return parts.join('');
};

/** Why attempts of this operation have failed, a line for each. The timeline says it where there is no view. */
const failuresIn = ({ view, events }: Snapshot): readonly string[] => {
  if (view !== undefined) return view.cause.flatMap((one) => (one.provider === undefined ? [] : [causeLine(one)]));
  return events.flatMap(({ kind, message }) => (kind === 'ATTEMPT_FAILED' ? (message.split('\n', 1) ?? []) : []));
};

/**
 * A header and a line for each node, overwritten in place; what failed stays above them. `ahead` is by how many milliseconds our
 * clock is ahead of the service, which says since when a node works.
 */
export const liveReporter = (
  cli: Pick<CliContext, 'screen' | 'now'>,
  id: string,
  ahead: () => number = () => 0,
): Reporter => {
  const { screen, now } = cli;
  const paint = painter(screen);
  const area = region(screen);
  const started = now().getTime();
  let latest: Snapshot | undefined;
  let frame = 0;
  /** why the service is not reached; undefined: it is */
  let lost: string | undefined;
  const printed = new Set<string>();
  const header = (columns: number): string => {
    const spin = paint('cyan', spinner[frame % spinner.length] ?? '');
    const name = latest?.view?.name ?? latest?.deployment?.name;
    const who = name === undefined || name === id ? '' : `${paint('bold', name)}  `;
    const what = lost ?? (latest === undefined ? 'accepted' : headline(latest));
    const time = duration(now().getTime() - started);
    // how long it takes stays, however long the rest is
    return `${cut(`${spin} ${who}${shortId(id)}  ${what}`, columns - time.length - 3)}  ${paint('dim', time)}`;
  };
  const draw = (above = ''): void => {
    const { columns, rows: height } = screen.size();
    const shown = { most: Math.max(1, height - reserved), columns, now: now().getTime() - ahead() };
    const lines = linesOf(latest === undefined ? [] : rowsIn(latest), paint, shown);
    area.show([header(columns), ...withHint(lines, columns - 1)], above);
  };
  const withHint = (lines: readonly string[], columns: number): readonly string[] => {
    const last = lines.at(-1) ?? '';
    const at = Math.min(columns, widest) - hint.length;
    if (lines.length === 0 || widthOf(last) + 2 > at) return [...lines, paint('dim', `  ${hint}`)];
    return [...lines.slice(0, -1), `${padded(last, at)}${paint('dim', hint)}`];
  };
  return {
    see: (snapshot) => {
      latest = snapshot;
      lost = undefined;
      const { columns } = screen.size();
      const line = (message: string): string => wrapped(`${paint('red', '✖')} ${message}`, columns - 1);
      const above = failuresIn(snapshot)
        .filter((failure) => !printed.has(failure))
        .map((failure) => {
          printed.add(failure);
          return `${line(failure)}\n`;
        })
        .join('');
      if (!snapshot.ended || above !== '') draw(above);
    },
    tick: () => {
      frame += 1;
      draw();
    },
    lose: (why) => {
      lost = why;
    },
    end: () => {
      area.clear();
      const { columns } = screen.size();
      const last = linesOf(latest === undefined ? [] : rowsIn(latest), paint, { columns });
      screen.write(last.map((line) => `${cut(line, columns)}\n`).join(''));
    },
  };
};
