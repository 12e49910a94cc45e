import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import { templateWithoutSecrets } from '../../src/tosca/secrets/template.ts';
import { zip } from './archives.ts';
import { noImports } from './fixtures.ts';

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Login: { derived_from: tosca.datatypes.Credential }
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      admin_password: { type: string, default: hunter2, description: not hunter }
      url: { type: string, required: false }
      text: { type: string, required: false }
      key: { type: string, required: false }
      settings: { type: map, entry_schema: { type: string }, required: false }
      login: { type: my.Login, required: false }
topology_template:
  inputs: # a comment
    word: { type: string, metadata: { secret: true }, default: hunter2 }
    login: { type: my.Login, default: { user: olga, token: hunter2 } }
    db_pwd: { type: string, default: &pw hunter2, constraints: [ { min_length: 3 } ] }
    use_token: { type: boolean, default: true }
    key_name: { type: string, default: mine }
  node_templates:
    token_of_all:
      type: my.App
      properties:
        admin_password: { concat: [ hunter2, { get_input: db_pwd } ] }
        url: postgres://app:hunter2@db/x
        text: |
          #!/bin/sh
          mysql --password=hunter2 -u app
        key: { token: [ "a b", " ", 0 ] }
        settings: { root_password: *pw, mode: fast, plain: &late hunter2, api_key: *late }
      requirements: [ { host: server } ]
    server: { type: tosca.nodes.Compute }
  outputs:
    token: { value: { get_property: [ token_of_all, url ] } }
`;

describe('a template without secrets', () => {
  it('has none in its defaults, its properties and its texts', async () => {
    const clean = templateWithoutSecrets(template);
    expect(clean).not.toContain('hunter2');
    expect((await validateTemplate(clean, noImports)).problems).toEqual([]);
    const { topology_template: topology, node_types: types } = load(clean) as Record<string, Record<string, unknown>>;
    expect(types?.['my.App']).toMatchObject({
      properties: { admin_password: { type: 'string', default: '********', description: 'not hunter' } },
    });
    expect(topology).toMatchObject({
      inputs: {
        word: { default: '********' },
        login: { default: { user: 'olga', token: '********' } },
        use_token: { default: true },
        key_name: { default: 'mine' },
      },
      node_templates: {
        token_of_all: {
          properties: {
            admin_password: { concat: ['********', { get_input: 'db_pwd' }] },
            url: 'postgres://********@db/x',
            text: '#!/bin/sh\nmysql --password=******** -u app\n',
            key: { token: ['a b', ' ', 0] },
            settings: { mode: 'fast', plain: '********' },
          },
        },
      },
      outputs: { token: { value: { get_property: ['token_of_all', 'url'] } } },
    });
  });

  it.each([
    'tosca_definitions_version: tosca_simple_yaml_1_0 # as it was\n\ntopology_template: {inputs: {password: {type: string}}}\n',
    "a:   'b'\n",
    'not: [yaml',
  ])('is as it was written where there is none: %j', (text) => expect(templateWithoutSecrets(text)).toBe(text));

  it('has none in its comments, nor where it cannot be read', () => {
    expect(templateWithoutSecrets('a: b # password: hunter2\n')).toBe('a: b # password: ********\n');
    expect(templateWithoutSecrets('not: [yaml, password: hunter2')).not.toContain('hunter2');
  });
});

it('is there for an archive that an earlier release accepted, although a file of it is not UTF-8', () => {
  const stored = zip({ 'main.yaml': Buffer.from(`# naïve\n${template}`, 'latin1') });
  const shown = templateWithoutSecrets(stored);
  expect(shown).toContain('my.App');
  expect(shown).not.toContain('hunter2');
});
