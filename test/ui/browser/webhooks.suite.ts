/** Webhooks of groups, as who manages the group sees them. */

import { expect, it } from 'vitest';
import { expectAccessible, expectToFit } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';

const address = 'https://hooks.example.org/a-secret';

export const webhooks = ({ pageOf }: Dashboard): void => {
  it('are subscribed with a key that is shown once, changed and taken away', async () => {
    const { page, complaints } = await pageOf('ada', 'team/webhooks');
    await page.getByRole('heading', { name: 'No webhook is subscribed' }).waitFor();
    await page.getByRole('button', { name: 'Subscribe…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('chat');
    await dialog.getByRole('textbox', { name: 'Group' }).fill('research');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
    await dialog.getByRole('textbox', { name: /^Only these kinds/ }).fill('failed, drift');
    await expectAccessible(page, 'the subscription of a webhook');
    await dialog.getByRole('button', { name: 'Subscribe' }).click();
    await dialog.getByText('The key of its signatures').waitFor();
    expect(await dialog.locator('.mono').textContent()).toMatch(/[\da-f]{64}/);
    await expectAccessible(page, 'the key of a webhook');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    const row = page.getByRole('row').filter({ hasText: 'chat' });
    await row.getByText('FAILED, DRIFT').waitFor();
    await row.getByText('none in the last 30 days').waitFor();
    expect(await page.content()).not.toContain('a-secret');

    await row.getByRole('button', { name: 'Change… chat' }).click();
    await dialog.getByRole('textbox', { name: /^Address, again/ }).fill(address);
    await dialog.getByRole('textbox', { name: /^Only these kinds/ }).fill('');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await row.getByRole('cell', { name: 'all' }).waitFor();
    await row.getByRole('button', { name: 'Take away… chat' }).click();
    await expectAccessible(page, 'the question whether to take a webhook away');
    await dialog.getByRole('button', { name: 'Take it away' }).click();
    await page.getByRole('heading', { name: 'No webhook is subscribed' }).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('say since when their receiver fails, how often and why', async () => {
    const { page, complaints } = await pageOf('ada', 'team/webhooks');
    await page.getByRole('heading', { name: 'No webhook is subscribed' }).waitFor();
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const delivery = {
      ...{ state: 'failing', at: ago(1), deliveredAt: ago(90), failingSince: ago(60), failedTries: 7 },
      reason: 'hooks.example.org answered 500 to the callback: any 2xx counts as received',
    };
    const webhook = {
      ...{ name: 'chat', userGroup: 'research', issuer: 'https://iam.example/', form: 'cloudevents' },
      ...{ url: 'https://hooks.example.org/********', createdAt: ago(200) },
      createdBy: { issuer: 'https://iam.example/', subject: 'lena' },
    };
    // no receiver is outside of this machine: the form of the answer is the service's, and its content here
    await page.route(/\/webhooks\?deliveries=true$/, (route) =>
      route.fulfill({ json: { webhooks: [{ ...webhook, delivery }] } }),
    );
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'chat' });
    await row.getByText('Fails, is tried again').waitFor();
    await row.getByText(/7 failed tries since .*: hooks.example.org answered 500/).waitFor();
    await expectToFit(page, 'webhooks of a group');
    expect(complaints()).toEqual([]);
  });

  it('are no page for who manages no group', async () => {
    const { page } = await pageOf('alice', 'team');
    const tabs = page.getByRole('navigation', { name: 'Team' });
    await tabs.getByRole('link', { name: 'Quotas' }).waitFor();
    expect(await tabs.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
  });
};
