import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { terminal } from '../../cli/terminal.ts';
import { type Program, program } from '../../support/program.ts';

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

/** A command in a terminal of its own. */
const started = ({ root, env }: Place, command: string): Program =>
  program('/usr/bin/script', ['-qefc', command, '/dev/null'], {
    cwd: root,
    env: { PATH: process.env['PATH'], TERM: 'xterm', NODE: process.execPath, ...env },
  });

const deploy = `exec "$NODE" cli/toscanini.mjs deploy ${example}`;

const inTurn = 'exec "$NODE" test/local/command-line/in-turn.ts';

/** In the second size only those that print tables are tried: the others know no width. */
const again = commands.filter((command) => tables.test(command));

/** Runs the commands one after the other in one terminal, and in one process. Each ends with 0, and no table is wider than the terminal. */
const everyCommand = (place: () => Place): void => {
  it.each([
    [60, 20, commands],
    [120, 40, again],
  ])('each command that reads works in a terminal of %i × %i, and no table is wider', async (columns, rows, tried) => {
    const each = tried.map((command) => `'${command}'`).join(' ');
    const { ended, output } = started(place(), `stty cols ${columns} rows ${rows}; ${inTurn} ${each} < /dev/null`);
    await ended;
    const parts = output().replaceAll('\r', '').split(/^== /m).slice(1);
    expect(parts).toHaveLength(tried.length);
    for (const part of parts) {
      const [command = '', ...lines] = part.replace(colours, '').trimEnd().split('\n');
      expect(lines.pop(), part).toBe('-- 0');
      const wide = tables.test(command) ? lines.filter((line) => line.length > columns) : [];
      expect(wide, command).toEqual([]);
    }
  });
};

const progress = (place: () => Place): void => {
  it.each([
    [60, 20],
    [120, 40],
  ])('of %i × %i shows progress in place, and never wraps a line', async (columns, rows) => {
    const { ended, output } = started(place(), `stty cols ${columns} rows ${rows}; ${deploy}`);
    expect(await ended).toBe(0);
    const { screen, lines } = terminal(columns, rows);
    screen.write(output());
    expect(output()).toContain('ctrl-c leaves it running');
    expect(lines().join('\n')).not.toContain('ctrl-c leaves it running');
    expect(lines().filter((line) => /(web_server|database) +✔ running/.test(line))).toHaveLength(2);
    expect(lines().join('\n')).toMatch(/✔ [0-9a-f-]{36} {2}CREATE_COMPLETE/);
  });

  it('that is made narrower in the middle gets lines that fit from then on', async () => {
    const { ended, output, said } = started(place(), `tty; stty cols 120 rows 40; ${deploy}`);
    await said('ctrl-c leaves it running');
    const [device = ''] = /\/dev\/\S+/.exec(output()) ?? [];
    execFileSync('stty', ['-F', device, 'cols', '60', 'rows', '20']);
    const before = output().length;
    expect(await ended).toBe(0);
    const { screen, lines } = terminal(60, 20);
    screen.write(output().slice(before));
    const shown = lines().join('\n');
    expect(shown).toMatch(/✔ [0-9a-f-]{36} {2}CREATE_COMPLETE/);
    // what was on its way at that moment may have the old width: only the last state of each node is looked at
    for (const name of ['web_server', 'database']) {
      const last = lines().findLast((line) => line.includes(name) && /✔ running/.test(line));
      expect(last?.length, shown).toBeLessThan(60);
    }
  });
};

/** `slowly`: makes deployments last some seconds, so that something can happen in the middle of one. */
export const inATerminal = (place: () => Place, slowly: () => Promise<void>): void => {
  describe.skipIf(!existsSync('/usr/bin/script'))('toscanini in a terminal', () => {
    beforeAll(slowly);
    progress(place);
    everyCommand(place);
  });
};
