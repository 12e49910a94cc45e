/** Parts of a deployment that the service does not tell now: the page says so, and not that they are empty. */

import { beforeAll, expect, it } from 'vitest';
import { allLoaded } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { webAndDatabase } from './templates.ts';

export const unread = ({ url, deploy, settled, pageOf }: Dashboard): void => {
  let id: string;

  beforeAll(async () => {
    id = (await deploy(webAndDatabase)).uuid;
    await settled(id);
  });

  it.each([
    ['timeline', 'events'],
    ['attempts', 'attempts'],
    ['outputs', ''],
  ])('says why it cannot show the %s, and shows them once they come', async (tab, part) => {
    const other = await pageOf('alice', 'about');
    other.expect(/503/);
    await other.page.waitForFunction(() => sessionStorage.getItem('toscanini.refresh') !== null);
    const address = new RegExp(`^${url()}/deployments/${id}${part && `/${part}`}(\\?|$)`);
    await other.page.route(address, (route) =>
      route.fulfill({ status: 503, body: '{"code":503,"message":"the service is paused"}' }),
    );
    await other.page.goto(`${url()}/ui/deployments/${id}/${tab}`);
    const main = other.page.getByRole('main');
    await main.getByText('the service is paused').waitFor();
    await other.page.unroute(address);
    await other.page.evaluate(() => dispatchEvent(new Event('online')));
    await main.getByText('the service is paused').waitFor({ state: 'detached' });
    await allLoaded(other.page);
    expect(other.complaints()).toEqual([]);
  });

  it('does not call a deployment unknown while nobody knows, and nothing has happened where it cannot be read', async () => {
    const other = await pageOf('alice', 'about');
    other.expect(/404|503/);
    await other.page.waitForFunction(() => sessionStorage.getItem('toscanini.refresh') !== null);
    await other.page.route(/\/events\?/, (route) =>
      route.fulfill({ status: 503, body: '{"code":503,"message":"the service is paused"}' }),
    );
    await other.page.goto(`${url()}/ui/deployments/${id}`);
    await other.page.getByText('It cannot be shown now: the service is paused').waitFor();
    expect(await other.page.getByText('Nothing has happened yet').count()).toBe(0);
    await other.page.goto(`${url()}/ui/deployments/${id.replace(/^./, 'f')}`);
    await other.page.getByText('the service is paused').waitFor();
    expect(await other.page.getByText('There is no such deployment').count()).toBe(0);
    await other.page.unroute(/\/events\?/);
    await other.page.evaluate(() => dispatchEvent(new Event('online')));
    await other.page.getByText('There is no such deployment').waitFor();
    expect(other.complaints()).toEqual([]);
  });
};
