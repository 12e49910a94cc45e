/** Dead letters, as administrators see them. */

import { expect, it } from 'vitest';
import { expectAccessible, expectToFit } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';

export const deadLetters = ({ pageOf }: Dashboard): void => {
  it('are redriven, and dropped after a question', async () => {
    const { page } = await pageOf('ada', 'team/operations');
    await page.getByText('There are none: every file and every event was handled.').waitFor();
    const letters = [{ id: 'l1', queue: 'files', at: new Date().toISOString(), what: 'incoming:a.csv' }];
    const sent: unknown[] = [];
    // the matcher fails no notification here: the form of the answers is the service's, and their content here
    await page.route(/\/dead-letters$/, (route) => {
      if (route.request().method() === 'GET')
        return route.fulfill({ json: { waiting: { files: 1, events: 0 }, letters } });
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: { handled: 1, left: 0 } });
    });
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'incoming:a.csv' }).waitFor();
    await expectToFit(page, 'dead letters');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Drop incoming:a.csv' }).click();
    await expectAccessible(page, 'the question whether to drop');
    await dialog.getByRole('button', { name: 'Drop', exact: true }).click();
    await page.getByText('The letter is gone.').waitFor();
    await page.getByRole('button', { name: /^Redrive all/ }).click();
    await dialog.getByRole('button', { name: 'Redrive', exact: true }).click();
    await page.getByText('The letters are on their way.').waitFor();
    expect(sent).toEqual([{ action: 'drop', id: 'l1' }, { action: 'redrive' }]);
  });
};
