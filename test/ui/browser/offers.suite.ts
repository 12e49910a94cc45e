/** Deployments that somebody gives away, as those see them who may take them over. */

import { expect, it } from 'vitest';
import { expectAccessible, expectToFit } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice, type Person } from './installation.ts';

const bob: Person = { username: 'bob', groups: 'research' };

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template: { node_templates: { server: { type: tosca.nodes.Compute } } }
`;

export const offers = ({ clientOf, settled, pageOf }: Dashboard): void => {
  const offered = async (name: string, transfer: { readonly to?: string }): Promise<string> => {
    const { uuid } = await clientOf(bob).create({ name, userGroup: 'research', template });
    await settled(uuid, bob);
    await clientOf(bob).give(uuid, transfer);
    return uuid;
  };

  it('list what may be taken over, and let it be accepted by the keyboard alone', async () => {
    const { page, complaints } = await pageOf('alice', 'team/offered');
    await page.getByRole('heading', { name: 'Nothing is offered to you' }).waitFor();
    const { subject } = await clientOf(alice).me();
    const id = await offered('Of bob', { to: subject });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Of bob' });
    await row.getByText('you, ').waitFor();
    await row.getByText(/ left$/).waitFor();
    await expectToFit(page, 'what is offered');
    await row.getByRole('button', { name: 'Take over… Of bob' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Take Of bob over' });
    await dialog.getByRole('button', { name: 'Decline' }).waitFor();
    await expectAccessible(page, 'the question whether to take it over');
    await dialog.getByRole('button', { name: 'Accept' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Nothing is offered to you' }).waitFor();
    expect((await clientOf(alice).deployment(id)).uuid).toBe(id);
    const view = await clientOf(alice).view(id);
    expect(view !== 'unchanged' && view.view.createdBy.subject).toBe(subject);
    await clientOf(alice).delete(id);
    expect(complaints()).toEqual([]);
  });

  it('are declined, and are not shown to those who are not asked', async () => {
    const { subject } = await clientOf(alice).me();
    const id = await offered('Not wanted', { to: subject });
    const owner = await pageOf('bob', 'team/offered');
    await owner.page.getByRole('heading', { name: 'Nothing is offered to you' }).waitFor();
    const { page, complaints } = await pageOf('alice', 'team/offered');
    await page.getByRole('button', { name: 'Take over… Not wanted' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'Nothing is offered to you' }).waitFor();
    await clientOf(bob).delete(id);
    expect([...owner.complaints(), ...complaints()]).toEqual([]);
  });
};
