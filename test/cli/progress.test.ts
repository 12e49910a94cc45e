import { beforeEach, describe, expect, it } from 'vitest';
import { milliseconds, minutes } from '../../cli/flags.ts';
import { duration } from '../../cli/progress/duration.ts';
import { jsonReporter } from '../../cli/progress/json-reporter.ts';
import { liveReporter } from '../../cli/progress/live-reporter.ts';
import { plainReporter } from '../../cli/progress/plain-reporter.ts';
import { linesOf, rowsOf, rowsOfView } from '../../cli/progress/rows.ts';
import type { Deployment, Resource, Snapshot, TimelineEvent } from '../../client/index.ts';
import { terminal } from './terminal.ts';

const id = '01980000-0000-7000-8000-0000f7d1a2b3';

const resource = (node: string, state: Resource['state']): Resource => ({
  ...{ uuid: `${node}-${state}`, creationTime: '', updateTime: '', requiredBy: [], links: [] },
  ...{ toscaNodeName: node, toscaNodeType: 'tosca.nodes.Compute', state, metadata: {} },
});

const several = (count: number, node: string, state: Resource['state']): readonly Resource[] =>
  Array.from({ length: count }, () => resource(node, state));

const plain = (_: unknown, text: string): string => text;

type View = NonNullable<Snapshot['view']>;

/** A node with the host that it stands on, and the states of its instances since the epoch. */
const node = (name: string, host?: string): NonNullable<View['nodes']>[number] => ({
  ...{ name, type: host === undefined ? 'tosca.nodes.Compute' : 'x.Software', count: 1, facts: {} },
  kind: host === undefined ? 'compute' : 'software',
  requirements: host === undefined ? [] : [{ name: 'host', node: host, as: 'host' }],
});

const states = (name: string, all: readonly Resource['state'][], address?: string): View['resources'] =>
  all.map((state, at) => ({
    ...{ id: `${name}${at}`, node: name, state, since: '1970-01-01T00:00:10.000Z' },
    ...(address !== undefined && { address }),
  }));

const lab = (): Pick<View, 'nodes' | 'resources'> => ({
  nodes: [
    ...[node('portal_server'), node('worker_server'), node('database_server')],
    ...[node('portal', 'portal_server'), node('worker', 'worker_server'), node('metadata_db', 'database_server')],
  ],
  resources: [
    ...states('portal_server', ['CONFIGURING'], '198.18.0.93'),
    ...states('worker_server', ['STARTED', 'STARTED', 'STARTED', 'STARTED', 'CREATING', 'INITIAL']),
    ...states('database_server', ['STARTED'], '10.0.0.103'),
    ...states('portal', ['CREATING']),
    ...states('worker', ['INITIAL']),
    ...states('metadata_db', ['STARTED']),
  ],
});

describe('the rows of the progress', () => {
  it('are one a node below its host, however many instances it has, and say for what software waits', () => {
    expect(linesOf(rowsOfView(lab()), plain, { now: 22_000 })).toEqual([
      '  portal_server      ◐ configuring        198.18.0.93    12 s',
      '  └ portal           ○ waiting for portal_server',
      '  worker_server  ×6  ■■■■□□  4/6 running  Compute        12 s',
      '  └ worker           ○ waiting for worker_server',
      '  database_server    ✔ running            10.0.0.103',
      '  └ metadata_db      ✔ running            Software',
    ]);
  });

  it('say of jobs that they wait, run and have succeeded', () => {
    const jobs = ['first', 'second', 'third', 'array'].map((name) => ({
      ...node(name),
      kind: 'job' as const,
      type: 'x.Job',
    }));
    const resources = [
      ...[...states('first', ['CREATING']), ...states('second', ['CONFIGURING']), ...states('third', ['STARTED'])],
      ...states('array', ['STARTED', 'CONFIGURING']),
    ];
    expect(linesOf(rowsOfView({ nodes: jobs, resources }), plain)).toEqual([
      '  first      ◐ in the queue     Job',
      '  second     ◐ running          Job',
      '  third      ✔ succeeded        Job',
      '  array  ×2  ■□  1/2 succeeded  Job',
    ]);
  });

  it('are one a node also where nobody knows the topology', () => {
    expect(linesOf(rowsOf([resource('front', 'STARTED'), ...several(2, 'worker', 'ERROR')]), plain)).toEqual([
      '  front       ✔ running                  Compute',
      '  worker  ×2  ■■  0/2 running, 2 failed  Compute',
    ]);
  });

  it('show the failed and the working ones first when there is no room for all, in their own order', () => {
    const rows = rowsOf([
      ...Array.from({ length: 5 }, (_, at) => resource(`done${at}`, 'STARTED')),
      resource('busy', 'CONFIGURING'),
      ...Array.from({ length: 3 }, (_, at) => resource(`later${at}`, 'INITIAL')),
      resource('broken', 'ERROR'),
    ]);
    const first = (line: string): string => line.trim().split(/\s+/).slice(0, 2).join(' ');
    expect(linesOf(rows, plain, { most: 4 }).map(first)).toEqual(['busy ◐', 'later0 ○', 'broken ✖', '… 7']);
    expect(linesOf(rows, plain, { most: 4 }).at(-1)).toBe('  … 7 more: 2 waiting, 5 running');
    expect(linesOf(rows.slice(0, 5), plain, { most: 2 }).at(-1)).toBe('  … 4 more, all running');
  });

  it('count many instances instead of drawing each', () => {
    const [line = ''] = linesOf(rowsOf([...several(40, 'worker', 'STARTED'), ...several(2, 'worker', 'ERROR')]), plain);
    expect(line).toBe('  worker  ×42  ✖  40/42 running, 2 failed  Compute');
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
      '  web  ◐ creating  Compute         ctrl-c leaves it running',
      '',
    ]);
  });

  it.each([60, 80, 120, 200])('fits a screen of %i columns, and never wraps a line', (columns) => {
    const { screen, lines } = terminal(columns, 24);
    const reporter = liveReporter({ screen, now: clock }, id);
    now = 44_000;
    const view = {
      ...{ ...lab(), name: 'Analysis platform', provider: { id: 'b', name: 'Sandbox B' } },
      attempt: { number: 2, state: 'DEPLOYING', startedAt: '', deadline: '' },
      cause: [{ provider: { id: 'a', name: 'Sandbox A' }, attempt: 1, cause: 'No valid host was found' }],
    } as unknown as View;
    reporter.see({ ...snapshot('CREATE_IN_PROGRESS', []), view });
    reporter.tick();
    // the hint has a line of its own where it does not fit behind the last node
    expect(lines()).toHaveLength(columns === 60 ? 10 : 9);
    expect(lines()[0]).toBe('✖ Sandbox A: No valid host was found');
    expect(lines()[1]).toMatch(/^⠙ Analysis platform {2}…f7d1a2b3 {2}creating on Sand.* {2}44 s$/);
    if (columns > 110)
      expect(lines()[1]).toContain('on Sandbox B, attempt 2 (Sandbox A: No valid host was found)  44 s');
    expect(lines()[2]).toMatch(/^ {2}portal_server {6}◐ configuring {8}198\.18\.0\.93 {4}3(?:4 s|…)$/);
    for (const line of lines()) expect(line.length).toBeLessThan(columns);
  });

  it.each([-1, 1])('says how long a node works where the own clock is %i h ahead', (hours) => {
    const { screen, lines } = terminal(120, 24);
    const ahead = hours * 3_600_000;
    const reporter = liveReporter({ screen, now: () => new Date(44_000 + ahead) }, id, () => ahead);
    reporter.see({ ...snapshot('CREATE_IN_PROGRESS', []), view: { ...lab(), cause: [] } as unknown as View });
    reporter.tick();
    expect(lines()[1]).toMatch(/portal_server .* 34 s$/);
  });

  it('says that the service is away, until it answers again', () => {
    const { screen, lines } = terminal(80, 20);
    const reporter = liveReporter({ screen, now: clock }, id);
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'CREATING')]));
    reporter.lose('http://127.0.0.1:8080 does not answer');
    reporter.tick();
    expect(lines()[0]).toBe('⠙ …f7d1a2b3  http://127.0.0.1:8080 does not answer  0 s');
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'CREATING')]));
    expect(lines()[0]).toBe('⠙ …f7d1a2b3  creating on Cloud B  0 s');
  });

  it('keeps a failed attempt above the rest, in one line', () => {
    const { screen, lines } = terminal(100, 20);
    const reporter = liveReporter({ screen, now: clock }, id);
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'CREATING')]));
    const failed = { kind: 'ATTEMPT_FAILED' as const, message: 'Cloud A: No valid host\nand more' };
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'INITIAL')], [failed]));
    reporter.tick();
    expect(lines()[0]).toBe('✖ Cloud A: No valid host');
    expect(lines()).toHaveLength(4);
  });

  it('never takes more than the screen, and shows every node at the end', () => {
    const { screen, lines } = terminal(60, 8);
    const reporter = liveReporter({ screen, now: clock }, id);
    const nodes = Array.from({ length: 30 }, (_, at) => resource(`node${at}`, 'STARTED'));
    reporter.see(snapshot('CREATE_IN_PROGRESS', nodes));
    reporter.tick();
    expect(lines().length).toBeLessThanOrEqual(8);
    reporter.end();
    expect(lines().filter((line) => /node\d+ +✔ running/.test(line))).toHaveLength(30);
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

  it('says that the service is away', () => {
    const { screen, lines } = terminal(80, 24, false);
    plainReporter({ screen, now: () => new Date('2026-11-20T12:00:00Z') }, id).lose('it does not answer');
    expect(lines()[0]).toBe('2026-11-20T12:00:00.000Z  it does not answer; asking again');
  });

  it('says it again only each thirty seconds, and meanwhile nothing of a state that nobody knows', () => {
    let now = 0;
    const { screen, lines } = terminal(80, 24, false);
    const reporter = plainReporter({ screen, now: () => new Date(now) }, id);
    reporter.see(snapshot('CREATE_IN_PROGRESS', several(2, 'web', 'STARTED')));
    for (; now <= 59_000; now += 1_000) {
      reporter.lose(now < 10_000 ? 'it does not answer' : 'it is busy');
      reporter.tick();
    }
    for (; now <= 90_000; now += 1_000) reporter.tick();
    expect(lines()).toEqual([
      '1970-01-01T00:00:00.000Z  it does not answer; asking again',
      '1970-01-01T00:00:10.000Z  it is busy; asking again',
      '1970-01-01T00:00:40.000Z  it is busy; asking again',
      'still CREATE_IN_PROGRESS, 2/2 running, 1 min 29 s',
      '',
    ]);
  });

  it('as JSON is a line for each event and each state', () => {
    const { screen, written } = terminal(80, 24, false);
    const reporter = jsonReporter({ screen }, id);
    reporter.see(snapshot('CREATE_IN_PROGRESS', [resource('web', 'CREATING')], [{ message: 'accepted' }]));
    reporter.see({ view: undefined, deployment: undefined, resources: [], events: [], ended: true });
    const lines = written()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { type: 'event', uuid: id, message: 'accepted', kind: 'CHANGE' },
      { type: 'state', uuid: id, deployment: { uuid: id }, resources: [{ node: 'web', state: 'CREATING' }] },
      { type: 'result', uuid: id, deployment: null, resources: [] },
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
