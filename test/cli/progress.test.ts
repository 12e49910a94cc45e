import { beforeEach, describe, expect, it } from 'vitest';
import { milliseconds, minutes } from '../../cli/flags.ts';
import { duration } from '../../cli/progress/duration.ts';
import { jsonReporter } from '../../cli/progress/json-reporter.ts';
import { liveReporter } from '../../cli/progress/live-reporter.ts';
import { plainReporter } from '../../cli/progress/plain-reporter.ts';
import { linesOf, rowsOf } from '../../cli/progress/rows.ts';
import type { Deployment, Resource, Snapshot, TimelineEvent } from '../../client/index.ts';
import { terminal } from './terminal.ts';

const id = '01980000-0000-7000-8000-0000f7d1a2b3';

const resource = (node: string, state: Resource['state'], metadata: Resource['metadata'] = {}): Resource => ({
  ...{ uuid: `${node}-${state}`, creationTime: '', updateTime: '', requiredBy: [], links: [] },
  ...{ toscaNodeName: node, toscaNodeType: 'tosca.nodes.Compute', state, metadata },
});

const several = (count: number, node: string, state: Resource['state']): readonly Resource[] =>
  Array.from({ length: count }, () => resource(node, state));

const system = (values: object) => ({
  VirtualMachineInfo: JSON.stringify({ vmProperties: [{ class: 'network' }, { class: 'system', ...values }] }),
});

const plain = (_: unknown, text: string): string => text;

describe('the rows of the progress', () => {
  it('are one a node, however many instances it has', () => {
    const rows = rowsOf([
      resource('front', 'STARTED', system({ 'net_interface.0.ip': '10.0.0.1', 'net_interface.1.ip': '192.0.2.7' })),
      ...several(4, 'worker', 'STARTED'),
      ...several(2, 'worker', 'CREATING'),
      resource('db', 'ERROR'),
      resource('app', 'INITIAL'),
      resource('idle', 'STOPPED', system({ 'net_interface.0.ip': '10.0.0.9' })),
    ]);
    expect(linesOf(rows, 10, plain)).toEqual([
      '  ✔ front              running        192.0.2.7',
      '  ◐ worker ×6  ■■■■■■  4/6 running    Compute',
      '  ✖ db                 failed         Compute',
      '  ○ app                waiting        Compute',
      '  ■ idle               stopped        10.0.0.9',
    ]);
  });

  it('show the failed and the working ones first when there is no room for all', () => {
    const rows = rowsOf([
      ...Array.from({ length: 5 }, (_, at) => resource(`done${at}`, 'STARTED')),
      resource('busy', 'CONFIGURING'),
      ...Array.from({ length: 3 }, (_, at) => resource(`later${at}`, 'INITIAL')),
      resource('broken', 'ERROR'),
    ]);
    expect(linesOf(rows, 4, plain).map((line) => line.trim().split(/\s+/).slice(0, 2).join(' '))).toEqual([
      '✖ broken',
      '◐ busy',
      '○ later0',
      '… 7',
    ]);
    expect(linesOf(rows, 4, plain).at(-1)).toBe('  … 7 more: 2 waiting, 5 running');
  });

  it('count many instances instead of drawing each', () => {
    const [line = ''] = linesOf(
      rowsOf([...several(40, 'worker', 'STARTED'), ...several(2, 'worker', 'ERROR')]),
      9,
      plain,
    );
    expect(line).toBe('  ✖ worker ×42  40/42 running, 2 failed Compute');
  });
});

const snapshot = (
  status: Deployment['status'],
  resources: readonly Resource[],
  events: Partial<TimelineEvent>[] = [],
): Snapshot => ({
  view: undefined,
  deployment: {
    ...{ uuid: id, creationTime: '', updateTime: '', status, outputs: {}, task: 'DEPLOYER', links: [] },
    cloudProviderName: 'Cloud B',
    cloudProviderEndpoint: {},
  },
  resources,
  events: events.map((event) => ({ name: '1', kind: 'CHANGE', message: '', at: '2026-11-20T12:00:00.000Z', ...event })),
  ended: false,
});

describe('the progress on a terminal', () => {
  let now: number;
  beforeEach(() => {
    now = 0;
  });
  const clock = () => new Date(now);

  it('shows who works, on what, and how long', () => {
    const { screen, lines } = terminal(60, 20);
    const reporter = liveReporter({ screen, now: clock }, id);
    now = 34_000;
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'CREATING')]));
    expect(lines()).toEqual([
      '⠋ …f7d1a2b3  creating on Cloud B  34 s',
      '  ◐ web  creating       Compute',
      '  ctrl-c leaves it running',
      '',
    ]);
  });

  it('keeps a failed attempt above the rest, in one line', () => {
    const { screen, lines } = terminal(100, 20);
    const reporter = liveReporter({ screen, now: clock }, id);
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'CREATING')]));
    const failed = { kind: 'ATTEMPT_FAILED' as const, message: 'Cloud A: No valid host\nand more' };
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'INITIAL')], [failed]));
    reporter.tick();
    expect(lines()[0]).toBe('✖ Cloud A: No valid host');
    expect(lines()).toHaveLength(5);
  });

  it('never takes more than the screen, and shows every node at the end', () => {
    const { screen, lines } = terminal(60, 8);
    const reporter = liveReporter({ screen, now: clock }, id);
    const nodes = Array.from({ length: 30 }, (_, at) => resource(`node${at}`, 'STARTED'));
    reporter.see(snapshot('CREATE_IN_PROGRESS', nodes));
    reporter.tick();
    expect(lines().length).toBeLessThanOrEqual(8);
    reporter.end();
    expect(lines().filter((line) => line.includes('✔ node'))).toHaveLength(30);
  });
});

describe('the progress in a pipe', () => {
  it('is a line for each event, and a sign of life every thirty seconds', () => {
    let now = 0;
    const { screen, lines } = terminal(80, 24, false);
    const reporter = plainReporter({ screen, now: () => new Date(now) }, id);
    reporter.see(snapshot('CREATE_IN_PROGRESS', several(2, 'web', 'STARTED'), [{ message: 'accepted' }]));
    for (let second = 0; second <= 65; second += 1) {
      now = second * 1000;
      reporter.tick();
    }
    expect(lines()).toEqual([
      '2026-11-20T12:00:00.000Z  accepted',
      'still CREATE_IN_PROGRESS, 2/2 running, 30 s',
      'still CREATE_IN_PROGRESS, 2/2 running, 1 min 0 s',
      '',
    ]);
  });

  it('as JSON is a line for each event and each state', () => {
    const { screen, written } = terminal(80, 24, false);
    const reporter = jsonReporter({ screen });
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'CREATING')], [{ message: 'accepted' }]));
    reporter.see({ view: undefined, deployment: undefined, resources: [], events: [], ended: true });
    const lines = written()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { type: 'event', message: 'accepted', kind: 'CHANGE' },
      { type: 'state', deployment: { uuid: id }, resources: [{ node: 'web', state: 'CREATING' }] },
      { type: 'result', deployment: null, resources: [] },
    ]);
  });
});

describe('times', () => {
  it.each([
    [900, '1 s'],
    [59_400, '59 s'],
    [725_000, '12 min 5 s'],
    [12_000_000, '3 h 20 min'],
  ])('%i ms are %s', (given, text) => expect(duration(given)).toBe(text));

  it.each([
    ['90s', 90_000],
    ['20m', 1_200_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
  ])('%s can be given', (text, expected) => expect(milliseconds(text)).toBe(expected));

  it('are refused without a unit', () => {
    expect(() => milliseconds('90')).toThrow('write it as 90s, 20m, 2h or 1d');
    expect(minutes('20s')).toBe(1);
    expect(minutes('2h')).toBe(120);
  });
});
