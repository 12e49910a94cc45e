/** One service and one browser, for all tests of the dashboard. */

import type { BrowserContextOptions } from 'playwright-core';
import { browserForTests, type Watched } from './chromium.ts';
import { installationForTests } from './installation.ts';

export const dashboardForTests = (name = 'ui', env: NodeJS.ProcessEnv = {}) => {
  const installation = installationForTests(name, env);
  const { open } = browserForTests();
  /** A page of somebody of the sandbox; nobody clicks to log in. */
  const pageOf = async (person: string, path: string, options: BrowserContextOptions = {}): Promise<Watched> => {
    const made = await open(options);
    await made.page.addInitScript((name) => sessionStorage.setItem('toscanini.persona', JSON.stringify(name)), person);
    await made.page.goto(`${installation.url()}/ui/${path}`);
    return made;
  };
  return { ...installation, pageOf };
};

export type Dashboard = ReturnType<typeof dashboardForTests>;
