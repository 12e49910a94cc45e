import assert from 'node:assert/strict';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath, isChromiumThere, noChromium } from '../../../local/developers/chromium.ts';
import type { Checks } from '../checks.ts';
import type { Installed } from './deployed.ts';
import { twoMachines } from './template.ts';

/**
 * The first path of a user through the dashboard, in a real browser: log in, plan, deploy, watch, delete. Without Chromium a line says
 * that it is skipped; on CI its absence is a failure.
 */
export const checkDashboard = async ({ url }: Installed, checks: Checks): Promise<void> => {
  if (!isChromiumThere && process.env['CI'] !== 'true')
    return console.log(`SKIPPED the dashboard in a browser: ${noChromium}`);
  await checks.check('dashboard: log in, deploy, watch and delete in a browser', async () => {
    await using browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const said = complaintsOf(page);
    await walk(page, browserAddress(url));
    assert.deepEqual(said, []);
  });
};

/** Logs in without a click: the sandbox's issuer sends the browser back at once. */
const walk = async (page: Page, at: string): Promise<void> => {
  await page.goto(`${at}/ui/new`);
  await page.getByRole('textbox', { name: 'Template' }).fill(twoMachines);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('checked here in').waitFor();
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByText('tried first').waitFor();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.locator('[data-node="front"]').waitFor();
  await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete 2 resources' }).click();
  await page.getByRole('heading', { name: /is deleted$/ }).waitFor();
};

/** Of answers: what was deleted is not found, and a client asks again when the service is busy. */
const expected = [404, 429, 503, 504];

/** Errors of the page, of its policy and of requests. */
const complaintsOf = (page: Page): readonly string[] => {
  const said: string[] = [];
  page.on('pageerror', ({ message }) => said.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.some((status) => message.text().includes(`${status}`)))
      said.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !expected.includes(response.status()))
      said.push(`${response.status()} ${response.url()}`);
  });
  return said;
};

/**
 * As in AWS, the API has a host of its own, and below it comes the name of the stage. The emulator takes that form too, and browsers
 * find every name below `localhost` on this machine.
 */
const browserAddress = (url: string): string => {
  const { port, pathname } = new URL(url);
  const [api, ...rest] = pathname.replace('/_aws/execute-api/', '').split('/');
  return `http://${api}.execute-api.localhost:${port}/${rest.join('/')}`;
};
