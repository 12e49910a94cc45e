/** Every call of every operation on what stands, with every fault that it may meet, one at a time. */

import { inspect } from 'node:util';
import { startHouse } from '../house.ts';
import type { Kind } from '../kinds.ts';
import type { Scenario } from '../lost/prepared.ts';
import { makeBuckets } from '../lost/records.ts';
import { scenarios } from '../lost/scenarios.ts';
import type { Verdict, Wish } from '../matrix.ts';
import type { Driven } from '../part.ts';
import { asPart, inParts, type Part, shareOf } from '../parts.ts';
import { legend, matrix, totals, wrongs } from '../screen.ts';
import { type Well, withFault, without } from './cell.ts';
import { type Judged, judge } from './judge.ts';

interface Planned {
  readonly operation: string;
  readonly call: string;
  readonly kind: Kind;
}

/** What a process tells: first all cells that there are, then those that it has driven. */
type Message = { readonly planned: readonly Planned[] } | { readonly driven: Driven };

/** What the matrix of creations, updates, deletions and actions has not; a move without a request takes hours of the clock in each cell. */
const operations =
  /^(AWS: )?(check|repair|rollback|retry,.*|move|adopt|office hours.*|operation|workflow|stop a workflow|give|accept|decline)$/;

const matching = ({ pattern }: Wish): readonly Scenario[] =>
  scenarios.filter(({ name }) => operations.test(name) && pattern.test(name));

/** Of a sample: every third call of each operation with one fault, by turns. No chance decides. */
const plan = ({ sample }: Wish, { name }: Scenario, turn: number, { calls }: Well): readonly Planned[] =>
  calls.flatMap(({ name: call, kinds }, at) => {
    const first = (turn + at) % kinds.length;
    const chosen = !sample ? kinds : (turn + at) % 3 === 0 ? kinds.slice(first, first + 1) : [];
    return chosen.map((kind) => ({ operation: name, call, kind }));
  });

const part = (wish: Wish, of: Part): Promise<void> =>
  asPart<Message>(async (tell) => {
    const house = await startHouse();
    await makeBuckets(house);
    const known = new Map<string, { readonly scenario: Scenario; readonly well: Well }>();
    for (const scenario of matching(wish)) known.set(scenario.name, { scenario, well: await without(house, scenario) });
    const planned = [...known.values()].flatMap(({ scenario, well }, turn) => plan(wish, scenario, turn, well));
    await tell({ planned });
    for (const cell of shareOf(planned, of)) {
      const { scenario, well } = known.get(cell.operation) ?? {};
      if (scenario === undefined || well === undefined) throw new Error(`there is no operation ${cell.operation}`);
      const drive = () => settled(async () => judge(cell, well, await withFault(house, scenario, cell)));
      const first = await drive();
      // the sample is a part of the gate: it looks for what is always wrong
      const judged = wish.sample && first.wrong.length > 0 ? await drive() : first;
      await tell({ driven: { ...cell, ...judged } });
    }
  });

/** A cell that breaks is wrong, and stops no other. */
const settled = async (run: () => Promise<Judged>): Promise<Judged> => {
  try {
    return await run();
  } catch (error) {
    return { result: 'neither', reason: '', wrong: [`it broke: ${inspect(error)}`] };
  }
};

const whole = async (wish: Wish, file: string, given: readonly string[]): Promise<Verdict> => {
  if (matching(wish).length === 0) return { cells: 0, isRight: true };
  const began = Date.now();
  const planned = new Set<string>();
  const driven: Driven[] = [];
  const isWell = await inParts<Message>(file, given, 4, (message) => {
    if ('planned' in message) return void planned.add(JSON.stringify(message.planned));
    driven.push(message.driven);
    if (message.driven.wrong.length > 0) console.log(wrongs([message.driven]));
    else if (driven.length % 50 === 0) console.log(`${driven.length} cells of what stands`);
  });
  const [cells = []] = [...planned].map((text) => JSON.parse(text) as readonly Planned[]);
  const seconds = Math.round((Date.now() - began) / 1000);
  for (const text of ['', matrix(driven), '', legend, '', wrongs(driven), totals(driven, seconds)]) console.log(text);
  // every process has to find the same calls, or some of them belong to none
  const isWhole = isWell && planned.size === 1 && driven.length === cells.length && driven.length > 0;
  if (!isWhole) console.log(`${cells.length - driven.length} cells were not driven; ${planned.size} lists of calls`);
  return { cells: driven.length, isRight: isWhole && driven.every(({ wrong }) => wrong.length === 0) };
};

export const whatStands = { whole, part };
