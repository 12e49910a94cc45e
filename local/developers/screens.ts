/**
 * `npm run tool screens`: takes the pictures of docs/dashboard.md, docs/team.md and docs/day-two.md anew, from a service of its own whose first cloud fails. Needs
 * Chromium (chromium.ts) and looks best with the font Inter.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { Toscanini } from '../../client/index.ts';
import type { Laptop } from '../start/laptop.ts';
import { chromiumPath } from './chromium.ts';
import { askForApproval, drifted, priced, teamEnvironment } from './screens-team.ts';
import { analysisPlatform } from './screens-template.ts';
import { jobsAtWork, scheduleWithFiles } from './screens-work.ts';

const folder = join(import.meta.dirname, '../../docs/screens');

const user = { subject: 'alice', groups: ['research'] };

const clientOf = ({ url, sandbox }: Laptop) => new Toscanini({ url, token: () => sandbox.token(user) });

/** `fault` of null: the cloud works. */
const cloud = async ({ sandbox }: Laptop, id: string, fault: string | null, bootSeconds: number): Promise<void> => {
  const body = JSON.stringify({ fault, bootSeconds });
  const response = await fetch(`${sandbox.imUrl}/_sandbox/clouds/${id}`, { method: 'PUT', body });
  if (!response.ok) throw new Error(`the sandbox refuses ${body}: ${await response.text()}`);
};

const deploy = async (laptop: Laptop, name: string, workers: number): Promise<string> => {
  const request = { template: analysisPlatform, name, userGroup: 'research', parameters: { workers } };
  return (await clientOf(laptop).create(request)).uuid;
};

const until = async (laptop: Laptop, id: string, wanted: (view: { status: string; attempt: number }) => boolean) => {
  for (;;) {
    const seen = await clientOf(laptop).view(id);
    if (seen !== 'unchanged' && wanted({ status: seen.view.status, attempt: seen.view.attempt?.number ?? 0 })) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
};

const isOver = ({ status }: { status: string }): boolean => !status.endsWith('_IN_PROGRESS');

interface Shot {
  readonly file: string;
  readonly path: string;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** who looks: alice, or bob of the same group */
  readonly who?: 'alice' | 'bob';
  /** what somebody does before the picture is taken */
  readonly act?: (page: Page) => Promise<void>;
}

const shoot = async (browser: Browser, { url }: Laptop, shot: Shot): Promise<void> => {
  const { file, path, theme = 'light', width = 1360, height = 820, who = 'alice', act } = shot;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  await context.addInitScript((name) => sessionStorage.setItem('toscanini.persona', JSON.stringify(name)), who);
  const page = await context.newPage();
  await page.goto(`${url}/ui/${path}`);
  await quiet(page);
  if (act) {
    await act(page);
    await quiet(page);
  }
  const png = await page.screenshot({ animations: 'disabled' });
  writeFileSync(join(folder, `${file}.png`), png);
  process.stdout.write(`docs/screens/${file}.png: ${Math.ceil(png.length / 1000)} kB\n`);
  await context.close();
};

/** Until the page has drawn what it shows. */
const quiet = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(700);
};

const run = async (laptop: Laptop, browser: Browser): Promise<void> => {
  await cloud(laptop, 'sandbox-a', null, 1);
  await cloud(laptop, 'sandbox-b', null, 1);
  const first = await deploy(laptop, 'Nightly reprocessing', 3);
  await until(laptop, first, isOver);
  await cloud(laptop, 'sandbox-a', 'refuse-create', 1);
  await cloud(laptop, 'sandbox-b', 'fail-vm', 1);
  const failed = await deploy(laptop, 'Slurm test', 2);
  await until(laptop, failed, isOver);
  await cloud(laptop, 'sandbox-a', 'fail-vm', 1);
  await cloud(laptop, 'sandbox-b', null, 25);
  const working = await deploy(laptop, 'Analysis platform', 6);
  await until(laptop, working, ({ attempt }) => attempt === 2);
  await shoot(browser, laptop, { file: 'deployment', path: `deployments/${working}` });
  await shoot(browser, laptop, { file: 'deployments', path: 'deployments', height: 560 });
  await shoot(browser, laptop, { file: 'phone', path: `deployments/${working}/resources`, width: 390, height: 780 });
  await until(laptop, working, isOver);
  await shoot(browser, laptop, { file: 'failed', path: `deployments/${failed}`, theme: 'dark' });
  await shoot(browser, laptop, { file: 'timeline', path: `deployments/${working}/timeline`, height: 620 });
  await shoot(browser, laptop, { file: 'log', path: `deployments/${working}/log`, theme: 'dark' });
  await shoot(browser, laptop, { file: 'new', path: `new?from=${first}`, height: 1100, act: planned });
  await shoot(browser, laptop, { file: 'update', path: `deployments/${working}/update`, height: 1420, act: changed });
  const schedule = await scheduleWithFiles(clientOf(laptop));
  await shoot(browser, laptop, { file: 'schedule', path: `schedules/${schedule}`, height: 560 });
  await shoot(browser, laptop, {
    file: 'jobs',
    path: `deployments/${await jobsAtWork(clientOf(laptop))}/jobs`,
    height: 560,
  });
  await team(laptop, browser, first);
};

/** `standing` is at the Infrastructure Manager, and loses a machine. */
const team = async (laptop: Laptop, browser: Browser, standing: string): Promise<void> => {
  const client = clientOf(laptop);
  const approvalId = await askForApproval(client);
  const approval = { file: 'approval', path: `team/approvals/${approvalId}`, who: 'bob' as const };
  await shoot(browser, laptop, { ...approval, height: 900 });
  await cloud(laptop, 'sandbox-a', 'refuse-create', 1);
  await cloud(laptop, 'sandbox-b', 'refuse-create', 1);
  const costly = await priced(client, (id) => until(laptop, id, isOver));
  await shoot(browser, laptop, {
    file: 'office-hours',
    path: `deployments/${costly}`,
    height: 900,
    act: openHoursDialog,
  });
  await shoot(browser, laptop, { file: 'costs', path: 'team/costs', height: 420 });
  await shoot(browser, laptop, { file: 'activity', path: 'team/activity', height: 700 });
  await drifted(client, laptop.sandbox.imUrl, standing);
  await shoot(browser, laptop, { file: 'checks', path: `deployments/${standing}/checks`, height: 620 });
};

const openHoursDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Office hours…' }).click();
  await page.getByRole('dialog').waitFor();
};

const planned = async (page: Page): Promise<void> => {
  await page.locator('[data-node]').first().waitFor();
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByText('tried first').waitFor();
  await page.evaluate('scrollTo(0, 0)');
};

/** Two workers more, and more CPUs for the database. */
const changed = async (page: Page): Promise<void> => {
  await page.locator('[data-node]').first().waitFor();
  await page.getByRole('textbox', { name: 'Template' }).fill(analysisPlatform.replace('num_cpus: 4', 'num_cpus: 8'));
  await page.getByRole('textbox', { name: 'Workers' }).fill('8');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByText('stays at').waitFor();
  await page.locator('.mark-changed').first().waitFor();
  await page.evaluate('scrollTo(0, 0)');
};

const home = mkdtempSync(join(tmpdir(), 'toscanini-screens-'));
Object.assign(process.env, teamEnvironment, { TOSCANINI_HOME: home });
mkdirSync(folder, { recursive: true });
const { startLaptop } = await import('../start/laptop.ts');
const laptop = await startLaptop({ port: 0, pace: 0.2, dashboard: true });
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
try {
  await run(laptop, browser);
} finally {
  await browser.close();
  await laptop.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exit(0);
