import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog, entriesOf } from '../../../src/adapters/files/catalog.ts';
import { type CatalogEntry, isOffered } from '../../../src/domain/catalog/catalog.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

const template = (metadata: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
description: A web server.
metadata: ${metadata}
topology_template: {}
`;

const entries = (files: { readonly [key: string]: string }) => entriesOf(new Map(Object.entries(files)));

describe('a catalog', () => {
  it('joins the three files of a template, in one folder or in the folders of INFN', () => {
    const trio = {
      'catalog/tosca-metadata/slurm.metadata.yml':
        'metadata: { display_name: Slurm, tag: cluster, allowed_groups: physics }',
      'catalog/tosca-parameters/slurm.parameters.yml': 'tabs: [ Size ]\ninputs: { workers: { tab: Size } }',
      'catalog/tosca-templates/slurm.yaml': template('{}'),
    };
    const expected = {
      ...{ name: 'slurm', template: template('{}'), problems: [] },
      metadata: { display_name: 'Slurm', tag: 'cluster', allowed_groups: 'physics' },
      parameters: { tabs: ['Size'], inputs: { workers: { tab: 'Size' } } },
    };
    expect(entries(trio)).toEqual([expected]);
    const flat = Object.fromEntries(Object.entries(trio).map(([key, text]) => [key.replace(/tosca-\w+\//, ''), text]));
    expect(entries(flat)).toEqual([expected]);
  });

  it('takes the metadata of the template where there are no others', () => {
    const [entry] = entries({ 'catalog/web.yml': template('{ display_name: Web }') });
    expect(entry).toEqual({
      ...{ name: 'web', template: template('{ display_name: Web }'), problems: [] },
      metadata: { description: 'A web server.', display_name: 'Web' },
    });
  });

  it('leaves out files that are no templates, and is in the order of names', () => {
    const files = { 'catalog/b.yaml': template('{}'), 'catalog/a.yaml': template('{}'), 'catalog/.ci.yml': 'jobs: {}' };
    expect(entries(files).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('knows a template by the member at the beginning of a line, in quotes or not', () => {
    const texts = ['tosca_definitions_version : x', '"tosca_definitions_version": x', "'tosca_definitions_version': x"];
    const others = [
      'about: tosca_definitions_version: x',
      '# tosca_definitions_version: x',
      'tosca_definitions_versions: x',
    ];
    const names = (all: readonly string[]) =>
      entries(Object.fromEntries(all.map((text, index) => [`catalog/${index}.yaml`, text]))).map(({ name }) => name);
    expect(names(texts)).toEqual(['0', '1', '2']);
    expect(names(others)).toEqual([]);
  });

  it('says what cannot be read, and offers the rest', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((name, n) => `${name}: &${name} [${Array(10).fill(`*${'abcdefg'[n]}`).join(',')}]`),
    ];
    const [entry] = entries({
      'catalog/web.yaml': template('{}'),
      'catalog/web.metadata.yml': 'metadata: [',
      'catalog/web.parameters.yml': bomb.join('\n'),
      'catalog/z/web.yaml': template('{}'),
    });
    expect(entry).toMatchObject({ name: 'web', metadata: { description: 'A web server.' } });
    expect(entry).not.toHaveProperty('parameters');
    expect(entry?.problems).toEqual([
      expect.stringMatching(/^catalog\/web.metadata.yml: /),
      'catalog/web.parameters.yml: it has more than 20000 values',
      'catalog/z/web.yaml: there is another template of this name, catalog/web.yaml',
    ]);
  });
});

describe('who is offered a template', () => {
  const entry = (metadata: CatalogEntry['metadata']): CatalogEntry => ({
    name: 'a',
    template: '',
    metadata,
    problems: [],
  });
  const caller = { issuer: 'i', subject: 's', isAdministrator: false };

  it.each([
    [{}, true],
    [{ allowed_groups: '*' }, true],
    [{ allowed_groups: 'physics, chemistry' }, true],
    [{ allowed_groups: ['chemistry'] }, true],
    [{ allowed_groups: 'physics' }, false],
  ])('with the metadata %j: %j, if the caller is in chemistry', (metadata, offered) => {
    expect(isOffered({ ...caller, groups: ['chemistry'] }, entry(metadata))).toBe(offered);
    expect(isOffered({ ...caller, isAdministrator: true }, entry(metadata))).toBe(true);
  });
});

describe('the catalog in the bucket of files', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine.stop());

  it('shows a change at the next look', async () => {
    const put = (Key: string, Body: string) =>
      engine.s3.send(new PutObjectCommand({ Bucket: engine.bucket, Key, Body }));
    const stored = catalog({ client: engine.s3, bucket: engine.bucket });
    expect(await stored.list()).toEqual([]);
    await put('catalog/web.yaml', template('{ display_name: One }'));
    await put('templates/other.yaml', template('{}'));
    expect(await stored.list()).toMatchObject([{ name: 'web', metadata: { display_name: 'One' } }]);
    await put('catalog/web.yaml', template('{ display_name: Two }'));
    expect(await stored.list()).toMatchObject([{ name: 'web', metadata: { display_name: 'Two' } }]);
  });
});
