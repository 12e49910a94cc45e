/** A real browser for tests. Whatever it complains of fails the test: blocked scripts, errors of the page, failed requests. */

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, TestRunner } from 'vitest';
import { chromiumPath, isChromiumThere, noChromium } from '../../../local/developers/chromium.ts';
import { violationsOf } from './axe.ts';

if (!isChromiumThere && process.env['CI'] !== 'true')
  process.stderr.write(`the dashboard is not tried in a browser: ${noChromium}\n`);

/** Skipped without Chromium, except on CI, where its absence is a failure. */
export const describeInBrowser = isChromiumThere || process.env['CI'] === 'true' ? describe : describe.skip;

export interface Watched {
  readonly page: Page;
  /** everything that went wrong so far, without what is expected; empties the list */
  complaints(): readonly string[];
  /** complaints with this text are meant to happen */
  expect(text: RegExp): void;
  /** A page that stays open goes on asking the service, and drawing. */
  close(): Promise<void>;
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
    close: () => context.close(),
  };
};

/** A browser for the tests of a file. */
export const browserForTests = () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    /** A page that a test opens is closed after that test; who opens one for many tests closes it. */
    open: async (options: BrowserContextOptions = {}): Promise<Watched> => {
      if (browser === undefined) throw new Error('the browser has not started');
      const made = await watched(browser, options);
      if (TestRunner.getCurrentTest()) onTestFinished(made.close);
      return made;
    },
  };
};

/** Waits until no part of the page loads any more. A locator fails where several parts do. */
export const allLoaded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('.loading') === null);
};

/** Fails with every violation of WCAG 2.2 AA on the page as it is, in both themes. */
export const expectAccessible = async (page: Page, where: string): Promise<void> =>
  expect(await violationsOf(page), where).toEqual([]);

/** Nothing of the page is reached only by scrolling sideways, on a phone and on a desk; and it is accessible. */
export const expectToFit = async (page: Page, where: string): Promise<void> => {
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${where}, ${width}`).toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  await expectAccessible(page, where);
};
