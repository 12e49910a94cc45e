import type { Resource, TrueView } from '../../client/index.ts';
import { cutMiddle, type Paint, padded, widthOf } from '../screen/paint.ts';
import { duration } from './duration.ts';
import { markOf, type Phase, phaseOf, phaseOfAll, type State, squares, sumOf, urgency } from './states.ts';

/** One line of the progress: a node with all its instances. */
export interface Row {
  readonly node: string;
  readonly type: string;
  /** as the view says it, such as `job` */
  readonly kind?: string | undefined;
  readonly states: readonly State[];
  readonly address: string;
  /** the node that it stands on */
  readonly host?: string | undefined;
  /** how many nodes are below it */
  readonly depth: number;
  /** milliseconds since the epoch: when the first of its instances that work entered its state */
  readonly since?: number | undefined;
  /** the host that it waits for, whatever its own state says: the state of software comes late */
  readonly waitsFor?: string | undefined;
}

type ViewNode = NonNullable<TrueView['nodes']>[number];

/** One row a node: software below its host, the hosts in the order of their dependencies. */
export const rowsOfView = ({ nodes = [], resources }: Pick<TrueView, 'nodes' | 'resources'>): readonly Row[] => {
  const instances = Map.groupBy(resources, ({ node }) => node);
  const hosts = new Map(nodes.map((node) => [node.name, hostOf(node)]));
  const runs = (name: string): boolean =>
    (instances.get(name) ?? []).every(({ state }) => ['done', 'stopped'].includes(phaseOf(state)));
  const rowOf = ({ name, type, kind }: ViewNode, depth: number): readonly Row[] => {
    const found = instances.get(name);
    if (found === undefined) return [];
    const host = hosts.get(name);
    const states = found.map(({ state }) => state);
    const waits = host !== undefined && !runs(host) && ['working', 'waiting'].includes(phaseOfAll(states));
    const times = found.flatMap(({ state, since }) =>
      phaseOf(state) === 'working' && since !== undefined ? [Date.parse(since)] : [],
    );
    return [
      {
        ...{ node: name, type: lastWord(type), kind, states, host, depth, waitsFor: waits ? host : undefined },
        address: found.length === 1 ? (found[0]?.address ?? '') : '',
        since: times.length === 0 ? undefined : Math.min(...times),
      },
    ];
  };
  const below = (node: ViewNode, depth: number): readonly Row[] => [
    ...rowOf(node, depth),
    ...nodes.filter(({ name }) => hosts.get(name) === node.name).flatMap((guest) => below(guest, depth + 1)),
  ];
  return nodes.filter(({ name }) => !hosts.has(hosts.get(name) ?? '')).flatMap((root) => below(root, 0));
};

const hostOf = ({ requirements }: ViewNode): string | undefined => requirements.find(({ as }) => as === 'host')?.node;

const lastWord = (type: string): string => type.split('.').at(-1) ?? '';

/** The same where nobody knows the topology: one row a node, in the order of the resources. */
export const rowsOf = (resources: readonly Resource[]): readonly Row[] =>
  [...Map.groupBy(resources, ({ toscaNodeName }) => toscaNodeName)].map(([node, instances]) => ({
    node,
    type: lastWord(instances[0]?.toscaNodeType ?? ''),
    states: instances.map(({ state }) => state),
    address: '',
    depth: 0,
  }));

const phaseOfRow = ({ states, waitsFor }: Row): Phase => (waitsFor === undefined ? phaseOfAll(states) : 'waiting');

const nameOf = ({ node, states, depth }: Row): string => {
  const indent = depth === 0 ? '' : `${'  '.repeat(depth - 1)}└ `;
  return `${indent}${node}${states.length > 1 ? `  ×${states.length}` : ''}`;
};

/** More instances than this are only counted. */
const mostSquares = 12;

const stateOf = (row: Row, paint: Paint): string => {
  const { states, kind, waitsFor } = row;
  if (waitsFor !== undefined) return `${markOf('waiting', paint)} waiting for ${waitsFor}`;
  if (states.length === 1) return `${markOf(phaseOfRow(row), paint)} ${sumOf(states, kind)}`;
  const many = states.length > mostSquares ? markOf(phaseOfRow(row), paint) : squares(states, paint);
  return `${many}  ${sumOf(states, kind)}`;
};

/** Where the screen has no room for more, a longer name is cut, so that the states stay. */
const widestName = 32;

interface Shown {
  /** at most so many lines; absent: all */
  readonly most?: number;
  /** of the screen; absent: each line is as long as it is */
  readonly columns?: number | undefined;
  /** milliseconds since the epoch; absent: without how long a node has been at it */
  readonly now?: number | undefined;
}

/** The rows as lines; if there are too many, the failed and working ones, and the rest as a sum. */
export const linesOf = (
  rows: readonly Row[],
  paint: Paint,
  { most = rows.length, columns, now }: Shown = {},
): readonly string[] => {
  if (rows.length <= most) return aligned(rows, paint, now, columns);
  const kept = mostUrgent(rows, Math.max(0, most - 1));
  const rest = rows.filter((row) => !kept.includes(row));
  return [...aligned(kept, paint, now, columns), paint('dim', `  … ${summed(rest)}`)];
};

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));

/** The names get what the widest of the other parts leave. */
const nameWidth = (rows: readonly Row[], paint: Paint, columns = Number.POSITIVE_INFINITY): number => {
  const beside = rows.map((row) => `${stateOf(row, paint)}${row.address || row.type}`);
  return Math.min(widest(rows.map(nameOf)), Math.max(widestName, columns - widest(beside) - '      000 min'.length));
};

const aligned = (
  rows: readonly Row[],
  paint: Paint,
  now: number | undefined,
  columns: number | undefined,
): readonly string[] => {
  const name = nameWidth(rows, paint, columns);
  const parts = rows.map((row) => ({
    start: `  ${padded(cutMiddle(nameOf(row), name), name)}  ${stateOf(row, paint)}`,
    // what waits has no address yet, and its text may be long
    what: row.waitsFor === undefined ? row.address || row.type : '',
    time: timeOf(row, now),
  }));
  const start = widest(parts.flatMap((part) => (part.what === '' ? [] : [part.start])));
  const what = widest(parts.map((part) => part.what));
  return parts.map((part) => {
    const end = part.time === '' ? part.what : `${padded(part.what, what)}  ${part.time.padStart(6)}`;
    return end === '' ? part.start : `${padded(part.start, start)}  ${paint('dim', end)}`;
  });
};

/** How long it has been at it; empty: it is at nothing. */
const timeOf = ({ since, waitsFor }: Row, now: number | undefined): string =>
  now === undefined || since === undefined || waitsFor !== undefined ? '' : duration(Math.max(0, now - since));

/** In their own order. */
const mostUrgent = (rows: readonly Row[], count: number): readonly Row[] => {
  const chosen = new Set(
    rows
      .toSorted((one, other) => urgency.indexOf(phaseOfRow(one)) - urgency.indexOf(phaseOfRow(other)))
      .slice(0, count),
  );
  return rows.filter((row) => chosen.has(row));
};

const summedWords: { readonly [phase in Phase]?: string } = { done: 'running', unmade: 'not made' };

/** `5 more, all waiting`, `7 more: 2 waiting, 5 running`. */
const summed = (rest: readonly Row[]): string => {
  const sums = urgency.flatMap((phase) => {
    const count = rest.filter((row) => phaseOfRow(row) === phase).length;
    return count === 0 ? [] : [{ count, word: summedWords[phase] ?? phase }];
  });
  if (sums.length === 1) return `${rest.length} more, all ${sums[0]?.word}`;
  return `${rest.length} more: ${sums.map(({ count, word }) => `${count} ${word}`).join(', ')}`;
};

/** Instances that run, of all. */
export const counted = (rows: readonly Row[]): string => {
  const states = rows.flatMap((row) => row.states);
  return `${states.filter((state) => phaseOf(state) === 'done').length}/${states.length} running`;
};
