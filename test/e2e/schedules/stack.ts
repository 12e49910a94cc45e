/**
 * The whole local stack, as `npm start` has it, but for its matcher, which is a process of its own and killed at random.
 * Its parent is told where it is, and what became of the matcher when it asks; it ends with its parent.
 */

import { join } from 'node:path';
import { openNotifications } from '../../../local/events/file-events.ts';
import { homeDirectory } from '../../../local/machine/home-directory.ts';
import { readRunning } from '../../../local/machine/running.ts';
import { startLaptop } from '../../../local/start/laptop.ts';
import { chance } from './chance.ts';
import { mortalMatcher } from './mortal-matcher.ts';

export interface Standing {
  readonly url: string;
  readonly token: string;
  readonly s3: string;
  readonly bucket: string;
  readonly results: string;
  readonly imUrl: string;
}

export interface State {
  readonly seen: ReturnType<typeof mortalMatcher>['seen'];
  /** notifications that wait, and dead letters */
  readonly waiting: number;
  readonly dead: number;
}

const [seed = 1, deaths = 0] = process.argv.slice(2).map(Number);
console.log = () => {}; // request logs
console.error = () => {}; // the queue tells of every death
let matcher: ReturnType<typeof mortalMatcher> | undefined;
const late = () => {
  matcher ??= mortalMatcher(chance(seed), deaths); // once the environment is set
  return matcher;
};
const laptop = await startLaptop({
  port: 0,
  matcher: { invoke: (arn, event) => late().invoke(arn, event) },
});
const notifications = openNotifications(join(homeDirectory(), 'data', 'notifications.db'));
process.on('message', (asked) => {
  if (asked === 'redrive') notifications.redrive();
  process.send?.({ seen: late().seen, ...notifications.counts() } satisfies State);
});
process.once('disconnect', async () => {
  matcher?.stop();
  await laptop.stop();
  process.exit();
});
const running = readRunning();
const { s3 = '', incoming = [], results = '' } = running ?? {};
process.send?.({
  url: laptop.url,
  token: await laptop.sandbox.token(),
  s3,
  bucket: incoming[0] ?? '',
  results,
  imUrl: laptop.sandbox.imUrl,
} satisfies Standing);
