import type { Snapshot } from '../../client/index.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../deployment-id.ts';
import { cut, painter } from '../screen/paint.ts';
import { region } from '../screen/region.ts';
import { duration } from './duration.ts';
import type { Reporter } from './follow.ts';
import { linesOf, rowsOf } from './rows.ts';

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

const verbs: { readonly [status: string]: string } = {
  CREATE_IN_PROGRESS: 'creating',
  UPDATE_IN_PROGRESS: 'updating',
  DELETE_IN_PROGRESS: 'deleting',
};

/** Lines of the screen that the progress never takes: the header, the hint, and the cursor's own line. */
const reserved = 3;

/** A header and a line for each node, overwritten in place; what failed stays above them. */
export const liveReporter = (cli: Pick<CliContext, 'screen' | 'now'>, id: string): Reporter => {
  const { screen, now } = cli;
  const paint = painter(screen);
  const area = region(screen);
  const started = now().getTime();
  let latest: Snapshot | undefined;
  let frame = 0;
  const draw = (above = ''): void => {
    const deployment = latest?.deployment;
    const verb = verbs[deployment?.status ?? ''] ?? 'working';
    const at = deployment?.cloudProviderName ? ` on ${deployment.cloudProviderName}` : '';
    const spin = paint('cyan', spinner[frame % spinner.length] ?? '');
    const header = `${spin} ${paint('bold', shortId(id))}  ${verb}${at}  ${paint('dim', duration(now().getTime() - started))}`;
    const rows = linesOf(rowsOf(latest?.resources ?? []), screen.size().rows - reserved, paint);
    area.show([header, ...rows, paint('dim', '  ctrl-c leaves it running')], above);
  };
  return {
    see: (snapshot) => {
      latest = snapshot;
      const failures = snapshot.events.filter(({ kind }) => kind === 'ATTEMPT_FAILED');
      draw(failures.map(({ message }) => `${paint('red', '✖')} ${firstLine(message)}\n`).join(''));
    },
    tick: () => {
      frame += 1;
      draw();
    },
    end: () => {
      area.clear();
      const last = linesOf(rowsOf(latest?.resources ?? []), Number.POSITIVE_INFINITY, paint);
      screen.write(last.map((line) => `${cut(line, screen.size().columns)}\n`).join(''));
    },
  };
};

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
