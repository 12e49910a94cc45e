/** A new deployment, as somebody makes it in a browser. */

import type { Dialog } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { zip } from '../../tosca/archives.ts';
import { expectAccessible, type Watched } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';
import { alice } from './installation.ts';

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
description: A machine of my own. It has more to say.
topology_template:
  inputs:
    cpus: { type: integer, default: 2 }
    zone: { type: string }
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities: { host: { properties: { num_cpus: { get_input: cpus } } } }
`;

export const newDeployments = ({ url, clientOf, make, pageOf }: Dashboard) => {
  let watched: Watched;

  beforeAll(async () => {
    watched = await pageOf('alice', 'new');
    return watched.close;
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  it('mends a broken template in the editor, whose keys are none of the page', async () => {
    const { page } = watched;
    await page.getByRole('textbox', { name: 'Template' }).fill(template.replace('default: 2', 'default: two'));
    await page.getByRole('button', { name: 'Continue' }).click();
    const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button').first();
    await problem.waitFor();
    await expectAccessible(page, 'a broken template');
    await problem.click();
    const editor = page.getByRole('textbox', { name: 'Template' });
    await editor.press('Control+Home');
    await page.keyboard.type('# nag d\n');
    expect(page.url()).toBe(`${url()}/ui/new`);
    // a composition takes the place of what is selected, letter by letter
    await editor.press('Control+Home');
    await editor.press('Shift+End');
    const keys = await page.context().newCDPSession(page);
    for (const text of ['に', 'にほ'])
      await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await keys.send('Input.insertText', { text: '# 日本' });
    await page.locator('.cm-line').first().getByText('# 日本', { exact: true }).waitFor();
    // the editor learns of a selection a moment later than the page; a person's key comes later still
    await editor.press('Control+a');
    await editor.fill(template);
    await page.getByText('valid', { exact: false }).first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('A machine of my own');
  });

  it('gives it a name and a group, plans it, and deploys what was planned', async () => {
    const { page } = watched;
    await page.getByLabel('Name').fill('My own');
    await page.getByLabel('Group').selectOption('research');
    expect(await page.getByLabel('Group').getByRole('option').count()).toBe(2);
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('The input zone needs a value.').waitFor();
    await page.getByRole('textbox', { name: 'zone' }).fill('one');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('tried first').waitFor();
    await expectAccessible(page, 'a plan');
    await page.getByRole('button', { name: 'Deploy' }).click();
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('My own');
    const id = page.url().split('/').at(-1) ?? '';
    expect(await clientOf(alice).deployment(id)).toMatchObject({ name: 'My own', userGroup: 'research' });
  });

  it('adopts what stands: compares it, says what differs, and makes it a deployment', async () => {
    const { page } = watched;
    const one = template.replace('type: string', 'type: string, default: one');
    const stands = `sandbox-a/${await make(one, alice, 'sandbox-a')}`;
    const plans = async (text: string): Promise<void> => {
      await page.goto(`${url()}/ui/new`);
      await page.getByRole('textbox', { name: 'Template' }).fill(text);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Adopt what stands').click();
      await page.getByLabel('Provider and infrastructure').fill(stands);
      await page.getByRole('button', { name: 'Show the plan' }).click();
    };
    await plans(one.replace('    server:', '    other:'));
    await page.getByText('What stands is not what the template describes').waitFor();
    expect(await page.getByRole('list', { name: 'Differences' }).getByRole('listitem').count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Adopt', exact: true }).count()).toBe(0);
    await expectAccessible(page, 'an adoption that does not fit');
    await plans(one);
    await page.getByText('It fits: 1 resource, and nothing of it is changed.').waitFor();
    await expectAccessible(page, 'an adoption that fits');
    await page.getByRole('button', { name: 'Adopt', exact: true }).click();
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    expect(stands.endsWith((await clientOf(alice).deployment(id)).physicalId ?? '-')).toBe(true);
  });

  it('plans nothing while a limit is no number, which JSON could only leave out', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/new`);
    await page
      .getByRole('textbox', { name: 'Template' })
      .fill(template.replace('type: string', 'type: string, default: one'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('More options').click();
    const limit = page.getByLabel('Time limit in minutes');
    await limit.fill('2h');
    await page.getByText('must be a whole number from 1 on').waitFor();
    expect(await limit.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page, 'a limit that is no number');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('Correct the numbers of the options first.').waitFor();
    await limit.fill('120');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('tried first').waitFor();
  });

  it('lets fields with a default be emptied, and takes a size with its unit', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/new`);
    const inputs = `inputs:
    hosts: { type: list, entry_schema: { type: string }, default: [a, b] }
    memory: { type: scalar-unit.size, default: 512 MB }`;
    await page.getByRole('textbox', { name: 'Template' }).fill(template.replace('inputs:', inputs));
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByRole('textbox', { name: 'Hosts 2' }).inputValue()).toBe('b');
    const memory = page.getByRole('textbox', { name: 'memory' });
    const unit = page.getByLabel('memory: unit');
    await memory.press('Control+a');
    await memory.press('Backspace');
    expect([await memory.inputValue(), await unit.inputValue()]).toEqual(['', 'MB']);
    await memory.pressSequentially('2 GB');
    expect([await memory.inputValue(), await unit.inputValue()]).toEqual(['2', 'GB']);
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Remove hosts 1' }).click();
    await page.getByRole('textbox', { name: 'zone' }).fill('one');
    expect(await page.getByRole('button', { name: 'Remove hosts' }).count()).toBe(0);
  });

  it.each([
    ['ratio', '0.5', '0.5'],
    ['ratio', '-1.05', '-1.05'],
    ['ratio', '1.50', '1.50'],
    ['cpus', '05', '05'],
    ['anything', '[1.50, {"a": 2}]', '[1.50, {"a": 2}]'],
  ])('takes what is typed into %s key by key: %s', async (name, keys, shown) => {
    const { page } = watched;
    const field = page.getByRole('textbox', { name });
    // a page that still signs in would go elsewhere at once
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (!(await field.isVisible())) {
      await page.goto(`${url()}/ui/new`);
      const inputs = 'inputs:\n    ratio: { type: float, default: 2.5 }\n    anything: { type: list, required: false }';
      await page.getByRole('textbox', { name: 'Template' }).fill(template.replace('inputs:', inputs));
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await field.press('Control+a');
    await field.press('Backspace');
    await field.pressSequentially(keys);
    expect(await field.inputValue()).toBe(shown);
  });

  it('keeps what is typed into the members of a value, and both of two names', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/new`);
    const inputs = `inputs:
    login: { type: tosca.datatypes.Credential, required: false }
    tags: { type: map, entry_schema: { type: string }, default: { one: first, two: second } }`;
    await page.getByRole('textbox', { name: 'Template' }).fill(template.replace('inputs:', inputs));
    await page.getByRole('button', { name: 'Continue' }).click();
    const kind = page.getByRole('textbox', { name: 'Token type' });
    await kind.waitFor();
    await expectAccessible(page, 'a form with a map');
    await kind.press('End');
    for (const _ of 'password') await kind.press('Backspace');
    expect(await kind.inputValue()).toBe('');
    await kind.pressSequentially('bearer');
    expect(await kind.inputValue()).toBe('bearer');
    const second = page.getByLabel('Tags: name 2');
    await second.fill('one');
    await second.press('Tab');
    expect(await second.evaluate((field: HTMLInputElement) => field.validationMessage)).toMatch(/has this name/);
    const values = () =>
      page.getByLabel(/^Tags: (?!name)/).evaluateAll((all) => all.map((one) => 'value' in one && one.value));
    expect(await values()).toEqual(['first', 'second']);
    await second.fill('three');
    await kind.evaluate((field: HTMLInputElement) => {
      field.value = 'basic';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect([await kind.inputValue(), await second.inputValue()]).toEqual(['basic', 'three']);
    await second.press('Tab');
    await page.getByLabel('Tags: three').waitFor();
    expect(await values()).toEqual(['first', 'second']);
  });

  it('begins anew for who gives up what they have entered, also at the same address and by the buttons of the browser', async () => {
    const { page } = watched;
    const enter = async (): Promise<void> => {
      await page.getByRole('textbox', { name: 'Template' }).fill(template);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Show the plan' }).waitFor();
    };
    const asked: string[] = [];
    const answer = (question: Dialog): void => {
      if (question.type() === 'confirm') asked.push(question.message());
      void question.accept();
    };
    page.on('dialog', answer);
    await page.goto(`${url()}/ui/new`);
    await enter();
    await page.getByRole('link', { name: 'New deployment' }).click();
    await page.getByRole('heading', { name: 'Or one from the catalog' }).waitFor();
    await page.locator('.catalog a').first().click();
    await page.waitForURL(/\/new\/./);
    await page.getByRole('button', { name: 'Show the plan' }).waitFor();
    await page.goBack();
    await enter();
    await page.goForward();
    await page.waitForURL(/\/new\/./);
    await page.getByText('A machine of my own').waitFor({ state: 'detached' });
    expect(asked).toHaveLength(2);
    page.off('dialog', answer);
  });

  it('asks before a name is lost that was given to a template of a file', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/new`);
    const buffer = Buffer.from(template);
    await page.getByLabel('Template file').setInputFiles({ name: 'a.yaml', mimeType: 'application/yaml', buffer });
    await page.getByLabel('Name').fill('Mine');
    const asked = page.waitForEvent('dialog');
    const click = page.getByRole('link', { name: 'Catalog' }).click();
    await (await asked).dismiss();
    await click;
    expect(await page.getByLabel('Name').inputValue()).toBe('Mine');
    await page.getByLabel('Name').fill('');
  });

  it('is only told of when its answer comes after somebody has left the page, whose entries stay', async () => {
    const { page } = watched;
    const leave = (question: Dialog): void => void question.accept();
    page.on('dialog', leave);
    await page.goto(`${url()}/ui/new`);
    await page.getByRole('textbox', { name: 'Template' }).fill(template.replace('string', 'string, default: one'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name').fill('Late');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('tried first').waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/deployments$/, async (route) => {
      await released;
      await route.continue();
    });
    const isSent = page.waitForRequest(/\/deployments$/);
    await page.getByRole('button', { name: 'Deploy' }).click();
    await isSent;
    await page.getByRole('link', { name: 'New deployment' }).click();
    await page.getByRole('heading', { name: 'Or one from the catalog' }).waitFor();
    await page.getByRole('textbox', { name: 'Template' }).fill('the next one');
    release();
    await page.getByRole('status').getByText('The deployment Late has begun.').waitFor();
    expect(page.url()).toBe(`${url()}/ui/new`);
    expect(await page.getByRole('textbox', { name: 'Template' }).inputValue()).toBe('the next one');
    await page.unroute(/\/deployments$/);
    page.off('dialog', leave);
  });

  it('shows what is in an archive before it is planned', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/new`);
    const give = (text: string) =>
      page.getByLabel('Template file').setInputFiles({
        name: 'stack.csar',
        mimeType: 'application/zip',
        buffer: Buffer.from(zip({ 'stack.yaml': text }), 'base64'),
      });
    await give(template.replace('default: 2', 'default: two'));
    await page.getByRole('list', { name: 'Problems' }).getByText('two').waitFor();
    await give(template);
    await page.getByText('checked by the service').waitFor();
    await page.getByRole('textbox', { name: 'zone' }).waitFor();
    await page.locator('[data-node="server"]').waitFor();
    await page.getByText('in an archive with 0 other files').waitFor();
    await page.getByRole('document', { name: 'Template' }).getByText('A machine of my own').waitFor();
    await expectAccessible(page, 'an archive');
  });
};
