/** The browser that tests, benchmarks and screenshots drive. */

import { existsSync } from 'node:fs';

const [headlessShell, wholeBrowser] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The headless shell draws the same pages in three quarters of the processor time: the rest is a window that nobody sees. */
export const chromiumPath = process.env['CHROMIUM'] ?? (existsSync(headlessShell) ? headlessShell : wholeBrowser);

export const isChromiumThere = existsSync(chromiumPath);

/** What to do where there is none. */
export const noChromium = `there is no ${chromiumPath}: install chromium-headless-shell or chromium, or set CHROMIUM`;
