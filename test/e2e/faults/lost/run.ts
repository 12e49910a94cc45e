/** The answer of every changing call of every operation, lost in every way, one at a time. */

import { inspect, styleText } from 'node:util';
import { startHouse } from '../house.ts';
import type { Verdict, Wish } from '../matrix.ts';
import { asPart, inParts, type Part, shareOf } from '../parts.ts';
import { type LostCell, lostCellsOf, lostSampleOf } from './cells.ts';
import { disturbed, type Undisturbed, undisturbed } from './drive.ts';
import { modes } from './recorder.ts';
import { makeBuckets } from './records.ts';
import { scenarios } from './scenarios.ts';

export interface DrivenLoss extends LostCell {
  /** empty: the end is as if the answer had come */
  readonly wrong: readonly string[];
}

/** What a process tells: first all cells that there are, then those that it has driven. */
type Message =
  | { readonly planned: readonly LostCell[] }
  | { readonly driven: DrivenLoss }
  | { readonly wrongOnce: DrivenLoss };

const matching = ({ pattern }: Wish) => scenarios.filter(({ name }) => pattern.test(name));

const part = (wish: Wish, of: Part): Promise<void> =>
  asPart<Message>(async (tell) => {
    const house = await startHouse();
    await makeBuckets(house);
    const recorded: Undisturbed[] = [];
    for (const scenario of matching(wish)) recorded.push(await undisturbed(house, scenario));
    const all = recorded.flatMap(({ scenario, changes }) => lostCellsOf(scenario.name, changes));
    const planned = wish.sample ? lostSampleOf(all) : all;
    await tell({ planned });
    for (const cell of shareOf(planned, of)) {
      const known = recorded.find(({ scenario }) => scenario.name === cell.scenario);
      const drive = async () =>
        known ? problemsOf(() => disturbed(house, known, cell)) : ['there is no such operation'];
      let wrong = await drive();
      // the sample is a part of the gate: it looks for what is always wrong, and says what was wrong once
      if (wish.sample && wrong.length > 0 && (await drive()).length === 0) {
        await tell({ wrongOnce: { ...cell, wrong } });
        wrong = [];
      }
      await tell({ driven: { ...cell, wrong } });
    }
  });

/** A cell that breaks is wrong, and stops no other. */
const problemsOf = async (run: () => Promise<readonly string[]>): Promise<readonly string[]> => {
  try {
    return await run();
  } catch (error) {
    return [`it broke: ${inspect(error)}`];
  }
};

const whole = async (wish: Wish, file: string, given: readonly string[]): Promise<Verdict> => {
  const operations = matching(wish);
  if (operations.length === 0) return { cells: 0, isRight: true };
  const began = Date.now();
  const planned = new Set<string>();
  const all: DrivenLoss[] = [];
  const isWell = await inParts<Message>(file, given, 4, (message) => {
    if ('planned' in message) return void planned.add(JSON.stringify(message.planned));
    if ('wrongOnce' in message)
      return console.log(`wrong once, and right when run again:\n${shown(message.wrongOnce)}`);
    all.push(message.driven);
    if (message.driven.wrong.length > 0) console.log(shown(message.driven));
    else if (all.length % 50 === 0) console.log(`${all.length} answers lost`);
  });
  const [cells = []] = [...planned].map((text) => JSON.parse(text) as readonly LostCell[]);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `\n${table(
      all,
      operations.map(({ name }) => name),
    )}\n\n${total(all, seconds)}`,
  );
  // every process has to find the same calls, or some of them belong to none
  const isWhole = isWell && planned.size === 1 && all.length === cells.length && all.length > 0;
  if (!isWhole) console.log(`${cells.length - all.length} answers were not lost; ${planned.size} lists of calls`);
  for (const cell of differing([...planned])) console.log(`    not in every list: ${cell}`);
  return { cells: all.length, isRight: isWhole && all.every(({ wrong }) => wrong.length === 0) };
};

/** What some processes found, and others did not. */
const differing = (lists: readonly string[]): readonly string[] => {
  const found = lists.flatMap((list) => (JSON.parse(list) as readonly LostCell[]).map((cell) => JSON.stringify(cell)));
  return [...Map.groupBy(found, (cell) => cell)].flatMap(([cell, of]) => (of.length < lists.length ? [cell] : []));
};

export const lostAnswers = { whole, part };

const shown = ({ scenario, call, nth, mode, wrong }: DrivenLoss): string =>
  [
    `${styleText('red', '✘')} ${scenario}, ${mode}, ${call} (number ${nth + 1})`,
    ...wrong.map((why) => `    ${why}`),
  ].join('\n');

/** A row for each operation: how many answers were lost, and how many of them were missed. */
const table = (all: readonly DrivenLoss[], names: readonly string[]): string => {
  const head = `${'answers lost'.padEnd(28)}${modes.map((mode) => mode.padEnd(12)).join('')}`;
  const rows = names.map((name) => {
    const counts = modes.map((mode) => countsOf(all.filter((one) => one.scenario === name && one.mode === mode)));
    return `${name.padEnd(28)}${counts.map((count) => count.padEnd(12)).join('')}`.trimEnd();
  });
  return [styleText('bold', head.trimEnd()), ...rows].join('\n');
};

const countsOf = (some: readonly DrivenLoss[]): string => {
  const wrong = some.filter((one) => one.wrong.length > 0).length;
  return some.length === 0 ? '' : wrong === 0 ? `${some.length}` : `${some.length} (${wrong} ✘)`;
};

const total = (all: readonly DrivenLoss[], seconds: number): string => {
  const wrong = all.filter((one) => one.wrong.length > 0).length;
  const killed = all.filter(({ mode }) => mode === 'died' || mode === 'restarted').length;
  return `${all.length} answers lost in ${seconds} s, in ${killed} of them with the process killed: ${wrong} wrong`;
};
