/** @module-tag full */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drive } from '../e2e/faults/cell.ts';
import { expectedOf } from '../e2e/faults/expected.ts';
import { type House, startHouse } from '../e2e/faults/house.ts';
import { cellsOf, sampleOf } from '../e2e/faults/part.ts';
import type { Cell } from '../e2e/faults/subject.ts';
import { everyNth, sampled } from '../support/sampled.ts';

/** One row for each operation, every second fault in one of them; `npm run tool test:full` each in all, and `npm run faults` drives every row. */
const rows = [
  'IM create',
  'IM update',
  'IM destroy',
  'IM stop',
  'AWS CreateStack',
  'AWS UpdateStack',
  'AWS DeleteStack',
  'SLAM',
  'StopExecution',
];
const kinds = ['cut', 'once', 'stale', 'expired'];

const whole = cellsOf(RegExp(`^(${rows.join('|')})$`)).filter(({ kind }) => kinds.includes(kind));
const cells = [everyNth(2, sampleOf(whole)), whole][sampled(0, 1)] ?? [];

describe('a call that goes wrong, on the wire', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse();
  });
  afterAll(() => house.stop());

  it.each(cells.map((cell) => [cell.call.name, cell.operation, cell.kind, cell] as const))(
    'ends as it should: %s, %s, %s',
    async (_name, _operation, _kind, cell) => {
      const { result, problems } = await drive(house, cell);
      expect({ result, problems }).toEqual({ result: expectedOf(cell), problems: [] });
    },
  );
});

describe('the matrix', () => {
  it('has no two calls of one name', () => {
    const names = cellsOf(/./).map(({ call, operation, kind }) => `${call.name}, ${operation}, ${kind}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has every call with every fault, and in every operation, in its sample too', () => {
    const faults = ({ call, kind }: Cell) => `${call.name}, ${kind}`;
    const operations = ({ call, operation }: Cell) => `${call.name}, ${operation}`;
    const whole = cellsOf(/./);
    const sample = sampleOf(whole);
    for (const of of [faults, operations]) expect(new Set(sample.map(of))).toEqual(new Set(whole.map(of)));
    expect(sample.length).toBe(new Set(whole.map(faults)).size);
  });
});
