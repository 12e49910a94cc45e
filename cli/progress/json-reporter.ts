import type { CliContext } from '../context.ts';
import type { Reporter } from './reporter.ts';

/** A line of JSON for each change: docs/cli.md, "JSON". Each names its deployment, since `delete` may follow several. */
export const jsonReporter = ({ screen }: Pick<CliContext, 'screen'>, uuid: string): Reporter => {
  const write = (type: string, line: object): void => screen.write(`${JSON.stringify({ type, uuid, ...line })}\n`);
  return {
    see: ({ deployment, resources, events, ended }) => {
      for (const event of events) write('event', event);
      const nodes = resources.map(({ uuid, toscaNodeName: node, state }) => ({ uuid, node, state }));
      write(ended ? 'result' : 'state', { deployment: deployment ?? null, resources: nodes });
    },
    tick: () => undefined,
    lose: () => undefined,
    end: () => undefined,
  };
};
