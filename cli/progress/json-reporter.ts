import type { CliContext } from '../context.ts';
import type { Reporter } from './follow.ts';

/** A line of JSON for each change: docs/cli.md, "JSON". */
export const jsonReporter = ({ screen }: Pick<CliContext, 'screen'>): Reporter => {
  const write = (line: unknown): void => screen.write(`${JSON.stringify(line)}\n`);
  return {
    see: ({ deployment, resources, events, ended }) => {
      for (const event of events) write({ type: 'event', ...event });
      const nodes = resources.map(({ uuid, toscaNodeName: node, state }) => ({ uuid, node, state }));
      write({ type: ended ? 'result' : 'state', deployment: deployment ?? null, resources: nodes });
    },
    tick: () => undefined,
    lose: () => undefined,
    end: () => undefined,
  };
};
