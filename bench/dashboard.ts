/**
 * A page of the dashboard with 300 resources of which a third changes each second, in a real browser (local/developers/chromium.ts):
 * how many frames it draws beside the same page that stands still, and the processor time of a change
 * beside a long task of the browser and beside that of a page with 30 resources. It takes about half a minute. Frames and long
 * tasks are worse on a busy machine; the processor time of the page's thread is not.
 */

import { type Browser, chromium, type Page } from 'playwright-core';
import { buildDashboard, type Dashboard } from '../lib/bundles/dashboard.ts';
import { chromiumPath, isChromiumThere, noChromium } from '../local/developers/chromium.ts';
import { deploymentId, type Served, serveDashboard } from './dashboard-service.ts';
import type { Bench } from './row.ts';

const [few, many] = [30, 300];
const seconds = 5;

export const run: Bench = async function* () {
  if (!isChromiumThere) throw new Error(noChromium);
  const built = await buildDashboard();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  try {
    const moving = await measured(browser, built, many, 'no-preference');
    yield {
      name: `frames of a page that stands still / with ${many} resources that change each second`,
      ratio: moving.still.frames / moving.changing.frames,
      budget: 3,
      detail: `${perSecond(moving.still)} and ${perSecond(moving.changing)} frames a second; tasks of more than 50 ms: ${longTasks(moving.still)}, and ${longTasks(moving.changing)} in ${moving.changes} changes`,
    };
    // without movement, which takes processor time as long as something works, whether it changes or not
    const measuring = Promise.all([many, few].map((resources) => measured(browser, built, resources, 'reduce')));
    const [large, small] = (await measuring) as [Measured, Measured];
    yield {
      name: `processor time of a change of ${many} resources / a long task (50 ms)`,
      ratio: large.processorMs / 50,
      budget: 3,
      detail: `${large.processorMs.toFixed(1)} ms; tasks of more than 50 ms: ${longTasks(large.changing)} in ${large.changes} changes`,
    };
    yield {
      name: `processor time of a change, ${many} / ${few} resources`,
      ratio: large.processorMs / small.processorMs,
      budget: 15,
      detail: `${large.processorMs.toFixed(1)} and ${small.processorMs.toFixed(1)} ms`,
    };
  } finally {
    await browser.close();
  }
};

const perSecond = ({ frames: drawn }: Watched): string => (drawn / seconds).toFixed(0);

const longTasks = ({ longTasks: tasks }: Watched): string =>
  tasks.length === 0 ? 'none' : `${tasks.length}, the longest ${Math.max(...tasks).toFixed(0)} ms`;

type Motion = 'no-preference' | 'reduce';

interface Watched {
  readonly frames: number;
  /** milliseconds of each task of more than 50 ms */
  readonly longTasks: readonly number[];
  /** of the page's main thread */
  readonly processorMs: number;
}

interface Measured {
  readonly changing: Watched;
  readonly still: Watched;
  readonly changes: number;
  /** of one change, without what the page takes anyway */
  readonly processorMs: number;
}

const measured = async (browser: Browser, built: Dashboard, resources: number, motion: Motion): Promise<Measured> => {
  const service = await serveDashboard(built, resources);
  try {
    const page = await opened(browser, service, motion);
    const before = service.given();
    const changing = await watched(page);
    const changes = service.given() - before;
    if (changes < 2) throw new Error(`the page asked for ${changes} views in ${seconds} seconds`);
    service.changing = false;
    const still = await watched(page);
    await page.context().close();
    return { changing, still, changes, processorMs: (changing.processorMs - still.processorMs) / changes };
  } finally {
    await service.stop();
  }
};

/** The page of the deployment, drawn, after the first changes: what is loaded once is not measured. */
const opened = async (browser: Browser, { url }: Served, reducedMotion: Motion): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, reducedMotion });
  const page = await context.newPage();
  await page.goto(`${url}/ui/deployments/${deploymentId}`);
  await page.getByLabel('Access token').fill('token');
  await page.getByRole('button', { name: 'Use this token' }).click();
  await page.locator('.topo-card').first().waitFor();
  await page.waitForTimeout(3_000);
  return page;
};

const watched = async (page: Page): Promise<Watched> => {
  const session = await page.context().newCDPSession(page);
  // processor time of the thread: other load on the machine does not change it
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await taskSeconds();
  const seen = await page.evaluate(frames, seconds * 1_000);
  const processorMs = ((await taskSeconds()) - before) * 1_000;
  await session.detach();
  return { ...seen, processorMs };
};

/** What a page has and Node has not, or not for all kinds. */
interface InPage {
  requestAnimationFrame(drawn: (at: number) => void): void;
  readonly PerformanceObserver: new (
    seen: (list: { getEntries(): readonly { readonly duration: number }[] }) => void,
  ) => { observe(of: { readonly type: 'longtask' }): void; disconnect(): void };
}

/** Runs in the page. */
const frames = async (milliseconds: number): Promise<Pick<Watched, 'frames' | 'longTasks'>> => {
  const inPage = globalThis as unknown as InPage;
  const tasks: number[] = [];
  const observer = new inPage.PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const end = performance.now() + milliseconds;
  let drawn = 0;
  while (performance.now() < end) {
    await new Promise((resolve) => inPage.requestAnimationFrame(resolve));
    drawn += 1;
  }
  observer.disconnect();
  return { frames: drawn, longTasks: tasks };
};
