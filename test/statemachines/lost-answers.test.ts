/** @module-tag full */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, startHouse } from '../e2e/faults/house.ts';
import { type LostCell, lostCellsOf, lostSampleOf, modesOf } from '../e2e/faults/lost/cells.ts';
import { disturbed, undisturbed } from '../e2e/faults/lost/drive.ts';
import { type Change, modes } from '../e2e/faults/lost/recorder.ts';
import { makeBuckets } from '../e2e/faults/lost/records.ts';
import { scenarios } from '../e2e/faults/lost/scenarios.ts';
import { everyNth, sampled } from '../support/sampled.ts';

/** The shortest operation: every second kind of call is lost once, and made again in some way. `npm run tool test:full` loses each, in all ways. */
describe('a machine is stopped while an answer is lost', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse();
    await makeBuckets(house);
  });
  afterAll(() => house.stop());

  it('ends as if every answer had come, whichever is lost, and however the call is made again', async () => {
    const stop = scenarios.find(({ name }) => name === 'stop');
    if (stop === undefined) throw new Error('there is no such operation');
    const known = await undisturbed(house, stop);
    const names = known.changes.map(({ name }) => name);
    expect(names.join()).toMatch(/Items resources/); // with which the action says that the provider was asked
    const all = lostCellsOf(stop.name, known.changes);
    for (const cell of [everyNth(2, lostSampleOf(all)), all][sampled(0, 1)] ?? []) {
      const wrong = await disturbed(house, known, cell);
      expect(wrong, `${cell.call}, ${cell.mode}`).toEqual([]);
    }
  });
});

const change = (name: string, more: Partial<Change> = {}): Change => ({
  ...{ name, nth: 0, isAws: true, inWorkflow: true },
  ...more,
});

describe('the answers that are lost', () => {
  it('are lost in every way in which the call can be made again', () => {
    expect(modesOf(change('PutItem'))).toEqual(modes);
    expect(modesOf(change('POST /infrastructures', { isAws: false }))).toEqual(['lost', 'died', 'restarted']);
    expect(modesOf(change('PutItem', { inWorkflow: false }))).toEqual(['repeated', 'lost', 'died']);
    expect(modesOf(change('POST callback', { isCallback: true }))).toEqual(['lost']);
  });

  it('are the same whichever of two calls at once came first', () => {
    const calls = [change('POST /issuer/token'), change('BatchWriteItem'), change('BatchWriteItem', { nth: 1 })];
    expect(lostCellsOf('event', calls.toReversed())).toEqual(lostCellsOf('event', calls));
  });

  it('have each call, and each operation in each way, in their sample too', () => {
    const all = ['create', 'delete', 'stop'].flatMap((scenario, shift) =>
      lostCellsOf(
        scenario,
        Array.from({ length: 12 }, (_, at) => change(`call ${at + shift * 7}`)),
      ),
    );
    const sample = lostSampleOf(all);
    const kinds = (of: (cell: LostCell) => string) => [new Set(sample.map(of)), new Set(all.map(of))] as const;
    for (const [some, every] of [kinds(({ call }) => call), kinds(({ scenario, mode }) => `${scenario}, ${mode}`)])
      expect(some).toEqual(every);
    expect(sample.length).toBeLessThan(all.length / 3);
    expect(lostSampleOf(all)).toEqual(sample);
  });
});
