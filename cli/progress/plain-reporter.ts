import { eventText, type Snapshot } from '../../client/index.ts';
import type { CliContext } from '../context.ts';
import { duration } from './duration.ts';
import type { Reporter } from './reporter.ts';
import { counted, rowsOf } from './rows.ts';

/** Without a terminal nobody sees a spinner: a sign of life keeps a pipeline from giving up. */
const signOfLifeMs = 30_000;

/** A line for each event, and one every 30 seconds. */
export const plainReporter = ({ screen, now }: Pick<CliContext, 'screen' | 'now'>, _id: string): Reporter => {
  const started = now().getTime();
  let last = started;
  let latest: Snapshot | undefined;
  let lost: { readonly why: string; readonly at: number } | undefined;
  const say = (text: string): void => {
    last = now().getTime();
    screen.write(`${text}\n`);
  };
  return {
    see: (snapshot) => {
      [latest, lost] = [snapshot, undefined];
      for (const event of snapshot.events) say(`${event.at}  ${eventText(event, snapshot.view)}`);
    },
    tick: () => {
      if (latest?.deployment === undefined || now().getTime() - last < signOfLifeMs) return;
      // nobody knows its state while the service does not answer
      if (lost !== undefined && now().getTime() - lost.at < signOfLifeMs) return;
      const { deployment, resources } = latest;
      say(`still ${deployment.status}, ${counted(rowsOf(resources))}, ${duration(now().getTime() - started)}`);
    },
    lose: (why) => {
      const at = now().getTime();
      // it is asked every few seconds: one line for each would hide the others
      const isKnown = lost?.why === why && at - lost.at < signOfLifeMs && at - last < signOfLifeMs;
      lost = { why, at };
      if (!isKnown) say(`${now().toISOString()}  ${why}; asking again`);
    },
    end: () => undefined,
  };
};
