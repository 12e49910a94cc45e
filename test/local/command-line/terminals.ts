import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';

const example = 'examples/web-server.yaml';

/** Commands that only read; each is tried in a real pseudo-terminal. */
const commands = [
  ...['ls', 'show @last', 'inputs @last', 'output @last', 'attempts @last', 'jobs @last', 'graph @last'],
  ...['events @last', 'logs @last', 'template @last', 'watch @last', `plan ${example}`, `check ${example}`],
  ...[
    `graph ${example}`,
    'whoami',
    'doctor',
    'configuration',
    'context list',
    'catalog list',
    'catalog show web-server',
  ],
  ...['schedules list', 'completion bash', '--help'],
];

/** These print tables, whose lines are cut. Others print values whole, such as an output that a user copies. */
const tables = /^(ls|attempts|jobs|graph|schedules list|catalog list)/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with this character
const colours = /\x1b\[[0-9;]*m/g;

export interface Place {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs all commands one after the other in one terminal. Each ends with 0, and no table is wider than the terminal. */
export const everyCommandInATerminal = (place: () => Place): void => {
  it.skipIf(!existsSync('/usr/bin/script')).each([
    [60, 20],
    [120, 40],
  ])('each command that reads works in a terminal of %i × %i, and no table is wider', (columns, rows) => {
    const { root, env } = place();
    const each = commands.map(
      (command) => `echo "== ${command}"; "$NODE" cli/toscanini.mjs ${command} < /dev/null; echo "-- $?"`,
    );
    const output = execFileSync(
      '/usr/bin/script',
      ['-qefc', `stty cols ${columns} rows ${rows}; ${each.join('; ')}`, '/dev/null'],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], TERM: 'xterm', NODE: process.execPath, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const parts = output.replaceAll('\r', '').split(/^== /m).slice(1);
    expect(parts).toHaveLength(commands.length);
    for (const part of parts) {
      const [command = '', ...lines] = part.replace(colours, '').trimEnd().split('\n');
      expect(lines.pop(), part).toBe('-- 0');
      const wide = tables.test(command) ? lines.filter((line) => line.length > columns) : [];
      expect(wide, command).toEqual([]);
    }
  });
};
