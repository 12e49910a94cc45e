/** A real browser for tests. Whatever it complains of fails the test: blocked scripts, errors of the page, failed requests. */

import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const isThere = existsSync(executablePath);
if (!isThere && process.env['CI'] !== 'true')
  process.stderr.write(
    `the dashboard is not tried in a browser: there is no ${executablePath}; install chromium, or set CHROMIUM\n`,
  );

/** Skipped without Chromium, except on CI, where its absence is a failure. */
export const describeInBrowser = isThere || process.env['CI'] === 'true' ? describe : describe.skip;

export interface Watched {
  readonly page: Page;
  /** everything that went wrong so far, without what is expected; empties the list */
  complaints(): readonly string[];
  /** complaints with this text are meant to happen */
  expect(text: RegExp): void;
}

/** A page in a context of its own. */
const watched = async (browser: Browser, options: BrowserContextOptions): Promise<Watched> => {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 860 },
    ...options,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const said: string[] = [];
  const expected: RegExp[] = [];
  page.on('pageerror', (error) => said.push(`error of the page: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      said.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('requestfailed', (request) => {
    // a page that is left breaks off what it was asking
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') said.push(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`answered ${response.status()}: ${response.url()}`);
  });
  return {
    page,
    complaints: () => said.splice(0).filter((one) => !expected.some((text) => text.test(one))),
    expect: (text) => void expected.push(text),
  };
};

/** A browser for the tests of a file. */
export const browserForTests = () => {
  let browser: Browser | undefined;
  const open: Watched[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    open: async (options: BrowserContextOptions = {}): Promise<Watched> => {
      if (browser === undefined) throw new Error('the browser has not started');
      const made = await watched(browser, options);
      open.push(made);
      return made;
    },
  };
};

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with every violation of WCAG 2.2 AA on the page as it is, in both themes. */
export const expectAccessible = async (page: Page, where: string): Promise<void> => {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    // not by a script element, which the policy of the page would block
    await page.evaluate(axe.source);
    const found = await page.evaluate(async (values) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: values,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    }, rules);
    expect(found, `${where}, ${theme}`).toEqual([]);
  }
};
