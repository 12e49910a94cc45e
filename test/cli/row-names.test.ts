import { expect, it } from 'vitest';
import { linesOf, rowsOfView } from '../../cli/progress/rows.ts';
import { withTrueStates } from '../../client/true-states.ts';
import type { DeploymentView } from '../../client/types.ts';

const plain = (_: unknown, text: string): string => text;

const viewOf = (status: string, states: { readonly [node: string]: readonly string[] }): DeploymentView =>
  ({
    status,
    cause: [{ node: Object.keys(states).at(-1), cause: 'no host' }],
    nodes: Object.keys(states).map((name) => ({ name, type: 'tosca.nodes.Compute', facts: {}, requirements: [] })),
    resources: Object.entries(states).flatMap(([node, all]) =>
      all.map((state, at) => ({ id: `${node}${at}`, node, state, since: '2026-11-28T10:00:00.000Z' })),
    ),
  }) as unknown as DeploymentView;

const long = (end: string): string => `${'n'.repeat(60)}${end}`;

it('cuts a long name in its middle, so that its state and its end stay, and only where there is no room', () => {
  const rows = rowsOfView(viewOf('CREATE_COMPLETE', { [long('_1')]: ['STARTED'], [long('_2')]: ['ERROR'] }));
  const lines = (columns?: number) => linesOf(rows, plain, { columns });
  expect(lines(80)).toEqual([
    `  ${'n'.repeat(25)}…${'n'.repeat(23)}_1  ✔ running  Compute`,
    `  ${'n'.repeat(25)}…${'n'.repeat(23)}_2  ✖ failed   Compute`,
  ]);
  expect(lines(20)[0]).toBe(`  ${'n'.repeat(16)}…${'n'.repeat(13)}_1  ✔ running  Compute`);
  for (const columns of [undefined, 120]) expect(lines(columns)[0]).toContain(long('_1'));
});

it('tells what was never begun of a creation that failed from what has failed', () => {
  const view = viewOf('CREATE_FAILED', { first: ['ERROR'], many: ['ERROR', 'ERROR'], broken: ['ERROR'] });
  expect(linesOf(rowsOfView(withTrueStates(view)), plain)).toEqual([
    '  first     – not made       Compute',
    '  many  ×2  □□  0/2 running  Compute',
    '  broken    ✖ failed         Compute',
  ]);
});
