/** Views that somebody keeps, and deployments that somebody pins. */

import { expect, it } from 'vitest';
import { expectAccessible } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';

const machine = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
`;

export const views = ({ clientOf, pageOf }: Dashboard): void => {
  it('keeps the filters of a list under a name, for this user only', async () => {
    const { page, complaints } = await pageOf('alice', 'deployments?state=failed&q=slurm');
    const shelf = page.getByRole('navigation', { name: 'Pinned deployments and views' });
    await page.getByRole('button', { name: 'Keep this view…' }).click();
    await page.keyboard.type('Failed ones');
    await page.keyboard.press('Enter');
    const view = shelf.getByRole('link', { name: 'Failed ones' });
    await view.waitFor();
    expect(await view.getAttribute('aria-current')).toBe('page');
    await page.getByRole('link', { name: 'Deployments' }).first().click();
    await view.click();
    expect(new URL(page.url()).search).toBe('?q=slurm&state=failed');
    await page.reload();
    await view.waitFor();
    await expectAccessible(page, 'a list with views');
    const { page: other } = await pageOf('bob', 'deployments');
    await other.getByRole('heading', { level: 1 }).waitFor();
    expect(await other.getByRole('link', { name: 'Failed ones' }).count()).toBe(0);
    await shelf.getByRole('button', { name: 'Forget the view Failed ones' }).click();
    await view.waitFor({ state: 'detached' });
    expect(complaints()).toEqual([]);
  });

  it('puts pinned deployments first, and above a list that does not have them', async () => {
    const make = (name: string) => clientOf(alice).create({ name, template: machine, userGroup: 'research' });
    const { uuid } = await make('Older and pinned');
    await make('Newer');
    const { page, complaints } = await pageOf('alice', 'deployments');
    await page.getByRole('link', { name: 'Newer' }).waitFor();
    await page.getByRole('button', { name: 'Pin Older and pinned' }).click();
    await page.locator(`.deployments tbody:nth-of-type(1) a[href$="${uuid}"]`).waitFor();
    await expectAccessible(page, 'a list with a pin');
    await page.getByRole('button', { name: /^Failed/ }).click();
    await page.getByRole('navigation', { name: 'Pinned deployments and views' }).getByText('Older and pinned').click();
    await page.getByRole('heading', { name: 'Older and pinned' }).waitFor();
    const button = page.getByRole('button', { name: 'Unpin Older and pinned' });
    await button.click();
    await page.getByRole('button', { name: 'Pin Older and pinned' }).waitFor();
    expect(complaints()).toEqual([]);
  });
};
