import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { documentShape } from '../../src/tosca/grammar/document.ts';
import { grammarSchema } from '../../src/tosca/grammar/json-schema.ts';
import type { Version } from '../../src/tosca/versions.ts';
import { compose } from '../../src/tosca/yaml/compose.ts';
import { toJson } from '../../src/tosca/yaml/scalar.ts';
import { Source } from '../../src/tosca/yaml/source.ts';
import { corpus, corpusIsHere, filesIn, fixtures } from './fixtures.ts';

const schemas: readonly (readonly [file: string, versions: readonly Version[]])[] = [
  ['tosca-simple-1.schema.json', ['1.0', '1.1', '1.2', '1.3']],
  ['tosca-2.0.schema.json', ['2.0']],
];

const made = new Map(
  schemas.map(([file, versions]) => [file, grammarSchema(documentShape(versions[0] ?? '1.3'), versions)] as const),
);
const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false, strictRequired: false });
const validators = new Map([...made].map(([file, schema]) => [file, ajv.compile(schema)] as const));

const validatorFor = (document: unknown) => {
  const version = String((document as { readonly tosca_definitions_version?: unknown }).tosca_definitions_version);
  return validators.get(/2[._]0$/.test(version) ? 'tosca-2.0.schema.json' : 'tosca-simple-1.schema.json');
};

/** What a validator in an editor says of a text; undefined: nothing. */
const wrongIn = (text: string): unknown => {
  const { root } = compose(new Source('template', text));
  const document = root && toJson(root);
  const validate = validatorFor(document);
  return validate?.(document) === true ? undefined : validate?.errors?.slice(0, 3);
};

const examples = join(import.meta.dirname, '../../examples');

describe('the grammar as JSON Schema', () => {
  it.each(schemas)('is %s; npx vitest run test/tosca/grammar-schema.test.ts -u writes it', async (file) => {
    const text = `${JSON.stringify(made.get(file), undefined, 1)}\n`;
    await expect(text).toMatchFileSnapshot(`../../docs/schemas/${file}`);
  });

  it('takes our examples and good templates', () => {
    const files = [examples, join(fixtures, 'good')].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.ya?ml$/.test(name))
        .map((name) => join(folder, name)),
    );
    const templates = files.filter((file) => /^tosca_definitions_version/m.test(readFileSync(file, 'utf8')));
    const refused = templates
      .filter((file) => !/broken|invalid/.test(file))
      .flatMap((file) => {
        const wrong = wrongIn(readFileSync(file, 'utf8'));
        return wrong === undefined ? [] : [[file, wrong]];
      });
    expect(templates.length).toBeGreaterThan(10);
    expect(refused).toEqual([]);
  });

  it.runIf(corpusIsHere)('takes templates in use', () => {
    const names = filesIn(corpus).filter((name) => /(?:grycap|indigo)-templates.*\.ya?ml$/.test(name));
    const refused = names.flatMap((name) => {
      const text = readFileSync(name.startsWith('/') ? name : join(corpus, name), 'utf8');
      const wrong = /^tosca_definitions_version/.test(text) ? wrongIn(text) : undefined;
      return wrong === undefined ? [] : [[name, wrong]];
    });
    expect(refused).toEqual([]);
  });

  it('refuses values of the wrong kind, and knows the keys of a node template', () => {
    const simple = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';
    expect(wrongIn(`${simple}topology_template: { node_templates: [ a ] }\n`)).toBeDefined();
    expect(wrongIn(`${simple}node_types: x\n`)).toBeDefined();
    expect(wrongIn('tosca_definitions_version: tosca_simple_yaml_9\n')).toBeDefined();
    expect(wrongIn('tosca_definitions_version: tosca_2_0\nservice_template: {}\n')).toBeDefined();
    const definitions = made.get('tosca-2.0.schema.json')?.['$defs'] as Record<string, { readonly properties: object }>;
    expect(Object.keys(definitions['node-template']?.properties ?? {})).toEqual(
      expect.arrayContaining(['type', 'properties', 'requirements', 'capabilities', 'interfaces', 'count']),
    );
  });
});
