import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { allLoaded, expectAccessible, type Watched } from './chromium.ts';
import type { Dashboard } from './dashboard.ts';

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
description: Reprocess a file
topology_template:
  inputs:
    file: { type: string }
  node_templates:
    worker: { type: tosca.nodes.Compute }
  outputs:
    file: { value: { get_input: file } }
`;

/** The catalog, and schedules with files that come. */
export const schedules = ({ url, files, fault, pageOf }: Dashboard) => {
  let watched: Watched;
  let address: string;

  const put = async (key: string): Promise<void> => {
    const { s3: endpoint, bucket } = files();
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const s3 = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'content' }));
    s3.destroy();
  };

  beforeAll(async () => {
    await fault('sandbox-a', null);
    watched = await pageOf('alice', 'catalog');
    return watched.close;
  });
  afterEach(() => expect(watched.complaints()).toEqual([]));

  it('has a catalog, from which a deployment begins with its form', async () => {
    const { page } = watched;
    await page.getByRole('heading', { level: 1 }).waitFor();
    const entries = page.locator('.catalog-card');
    await entries.first().waitFor();
    const all = await entries.count();
    await expectAccessible(page, 'catalog');
    await page.getByRole('searchbox').fill((await entries.first().locator('strong').textContent()) ?? '');
    await eventually(async () => expect(await entries.count()).toBeLessThan(all));
    await entries.first().click();
    await page.getByRole('button', { name: 'Show the plan' }).waitFor();
    expect(page.url()).toContain('/ui/new/');
  });

  it('says what a schedule is where there is none', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/schedules`);
    await page.getByRole('heading', { name: 'You have no schedule yet' }).waitFor();
    await expectAccessible(page, 'no schedules');
    await page.getByRole('link', { name: 'Make a schedule' }).click();
    await page.getByRole('heading', { name: 'New schedule', level: 1 }).waitFor();
  });

  it('tries the expression on names of files while it is typed', async () => {
    const { page } = watched;
    const { bucket } = files();
    await page.getByRole('textbox', { name: 'Template' }).fill(template);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('valid', { exact: false }).first().waitFor();
    await page.locator('[data-node="worker"]').waitFor();
    const expression = page.getByLabel('Files that it waits for');
    await expression.fill('*.root');
    await page.getByText('is not a regular expression of RE2').waitFor();
    await expectAccessible(page, 'a wrong expression');
    await expression.fill(`${bucket}:data/.*\\.root`);
    await page.getByLabel('Try it with names of files').fill(`${bucket}:data/a.root\n${bucket}:data/a.root.tmp`);
    const tried = page.getByRole('list', { name: 'What fits' }).getByRole('listitem');
    expect(await tried.nth(0).textContent()).toContain('starts a deployment');
    expect(await tried.nth(1).textContent()).toContain('only a part of it fits');
  });

  it('shows what happens with each file before the schedule is made', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('Say how many copies are made, and where.').waitFor();
    await page.getByLabel('Where the copies go').fill('country=IT');
    await page.getByText('The input file needs a value.').waitFor();
    await page.getByRole('textbox', { name: 'File', exact: true }).fill(`${'$'}{file.url}`);
    await page.getByRole('textbox', { name: /^Name/ }).fill('Nightly reprocessing');
    await page.getByLabel('Group').selectOption('research');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('LAPTOP_ONE').waitFor();
    await expectAccessible(page, 'the plan of a schedule');
    await page.getByRole('button', { name: 'Make the schedule' }).click();
    await page.getByRole('heading', { name: 'No file has come yet' }).waitFor();
    address = page.url();
    expect(address).toMatch(/\/ui\/schedules\/[0-9a-f-]{36}$/);
    await expectAccessible(page, 'a schedule without files');
  });

  it('shows a file as it comes, its copy and its deployment, without a reload', async () => {
    const { page } = watched;
    await put('data/run1.root');
    await put('data/notes.txt');
    const row = page.getByRole('row', { name: 'data/run1.root' });
    await row.getByText('OK').waitFor();
    await row.getByText('Complete').waitFor();
    expect(await page.getByText('notes.txt').count()).toBe(0);
    await expectAccessible(page, 'a schedule with a file');
    await row.getByRole('link').click();
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    await page.goto(`${page.url()}/outputs`);
    await page.getByText(/^s3:\/\/laptop-one\/.*data\/run1\.root$/).waitFor();
  });

  it('lists it, and shows its template', async () => {
    const { page } = watched;
    await page.goto(`${url()}/ui/schedules?q=reproc`);
    await page.getByRole('link', { name: 'Nightly reprocessing' }).waitFor();
    await expectAccessible(page, 'schedules');
    await page.getByRole('searchbox').fill('nothing');
    await page.getByRole('heading', { name: 'No schedule fits the filter' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.getByRole('link', { name: 'Nightly reprocessing' }).click();
    await page.getByRole('link', { name: 'Template' }).click();
    await page.getByRole('document', { name: 'Template' }).getByText('tosca_simple_yaml_1_3').waitFor();
    await expectAccessible(page, 'the template of a schedule');
  });

  it('is applied to files that were there before, which are counted first', async () => {
    const { page } = watched;
    await page.goto(`${address}/backfills`);
    await page.getByLabel('Names begin with').fill('data/');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByText(/^1 of 2 files in .* fit\.$/).waitFor();
    await page.getByLabel('Bucket', { exact: true }).fill('another');
    watched.expect(/backfills\?dryRun=true/);
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    const refusal = await page.getByText('"another" is no bucket whose files the schedule can match').textContent();
    await page.getByLabel('Bucket', { exact: true }).fill(/these are: "([^"]+)"/.exec(refusal ?? '')?.[1] ?? '');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('button', { name: 'Start 1 deployment at most' }).click();
    const row = page.getByRole('row', { name: 'data/' });
    await row.getByText('Complete').waitFor();
    // its only file has started a deployment before
    expect(await row.getByRole('cell').allTextContents()).toEqual(expect.arrayContaining(['2', '1', '0']));
    await expectAccessible(page, 'backfills');
  });

  it('lets a member of the group see it, and change nothing', async () => {
    const other = await pageOf('bob', 'schedules?group=research');
    await other.page.getByRole('link', { name: 'Nightly reprocessing' }).click();
    await other.page.getByRole('row', { name: 'data/run1.root' }).getByText('OK').waitFor();
    expect(await other.page.getByRole('button', { name: /Suspend|Delete/ }).count()).toBe(0);
    expect(other.complaints()).toEqual([]);
  });

  it('fits on a phone', async () => {
    const other = await pageOf('alice', 'schedules', { viewport: { width: 390, height: 800 } });
    // logging in leads through other pages, which would interrupt the next one
    await other.page.waitForFunction(() => sessionStorage.getItem('toscanini.refresh') !== null);
    for (const at of [`${url()}/ui/schedules`, address, `${url()}/ui/schedules/new`, `${url()}/ui/catalog`]) {
      await other.page.goto(at);
      await other.page.getByRole('heading', { level: 1 }).waitFor();
      await allLoaded(other.page);
      expect(await other.page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(390);
    }
    expect(other.complaints()).toEqual([]);
  });

  it('is suspended and resumed, and is gone after a deletion that says what goes', async () => {
    const { page } = watched;
    await page.goto(address);
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.locator('h1 + .badge', { hasText: 'Suspended' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('h1 + .badge', { hasText: 'Running' }).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByText('the one file that it has seen').waitFor();
    await expectAccessible(page, 'the question whether to delete a schedule');
    await page.getByRole('button', { name: 'Delete the schedule' }).click();
    await page.getByRole('heading', { name: 'Nightly reprocessing is deleted' }).waitFor();
    await page.getByRole('link', { name: 'All schedules' }).click();
    await page.getByRole('heading', { name: 'You have no schedule yet' }).waitFor();
  });
};
