import { describe, expect, it } from 'vitest';
import type { CreationLimits } from '../../../src/domain/deployments/accepting/creation-limits.ts';
import { fileConfiguration, template } from '../../e2e/schedules/world.ts';
import { call, callers } from '../requests.ts';
import { schedules } from '../under-test.ts';
import { worldForTests } from './world.ts';

const world = worldForTests();

const good = {
  template,
  parameters: {},
  fileExpression: 'incoming:data/.*',
  replicationExpression: 'tier<2',
  numberOfReplicas: 1,
};

const post = async (changes: object, creationLimits: CreationLimits = {}) => {
  const ports = {
    creationLimits,
    ...world(),
    callers,
    fileConfiguration,
    publicBaseUrl: 'https://api.example',
    callbacksToPrivateAddresses: false,
    createdByEverywhere: false,
  };
  const answer = await call(schedules.create.route(ports), {
    as: 'olga',
    method: 'POST',
    body: { ...good, ...changes },
  });
  return { status: answer.status, message: answer.json.message, protected: answer.json['protected'] };
};

const listedCount = async () =>
  (await world().schedules.list({ of: 'all' }, { page: 0, size: 1, sort: 'createdAt', direction: 'asc' }))
    .totalElements;

const withInput = (input: string) => `
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    file: ${input}
  node_templates:
    server: { type: tosca.nodes.Compute }
`;

describe('POST /schedules with several mistakes', () => {
  it('tells those of its fields, both expressions, parameters, template and replicas in one answer, and keeps nothing', async () => {
    const before = await listedCount();
    const { status, message } = await post({
      template: 'nothing',
      fileExpression: 'a(',
      replicationExpression: 'tier<2&',
      numberOfReplicas: 0,
      parameters: { one: '${file.owner}' },
      callback: 'ftp://receiver.example.org',
      timeoutMins: 'soon',
      keepLastAttempt: 'perhaps',
    });
    expect(status).toBe(400);
    for (const part of [
      'numberOfReplicas must be a whole number from 1',
      'callback ',
      'timeoutMins must be a whole number',
      'keepLastAttempt must be true or false',
      'fileExpression is not a regular expression',
      'replicationExpression is wrong at position 8',
      'parameters.one holds ${file.owner}',
      'the template cannot be deployed',
      '1:1',
    ])
      expect(message).toContain(part);
    expect(await listedCount()).toBe(before);
  });

  it('checks what can be read, when some cannot, and invents no mistakes', async () => {
    const needs = withInput('{ type: string }');
    expect((await post({ template: needs })).message).toContain('"file" is required');
    const { message } = await post({ template: needs, parameters: 'none', fileExpression: null, numberOfReplicas: 4 });
    expect(message).toContain('parameters must be an object');
    expect(message).toContain('fileExpression must be a text');
    expect(message).toContain('numberOfReplicas is 4, and replicationExpression describes 2 of the 3');
    expect(message).not.toContain('template');
  });

  it.each([[[]], ['text'], [7], [null]])('refuses a body that is %j', async (body) => {
    const ports = { ...world(), callers, fileConfiguration, publicBaseUrl: '', callbacksToPrivateAddresses: false };
    const route = schedules.create.route({ ...ports, createdByEverywhere: false });
    const answer = await call(route, { as: 'olga', method: 'POST', body: body as never });
    expect(answer.status).toBe(400);
  });
});

describe('a parameter that speaks of the file', () => {
  const about = (input: string, text: string) => post({ template: withInput(input), parameters: { file: text } });

  it.each([
    ['{ type: string, constraints: [{ pattern: "[a-z]+[.]root" }] }', '${file.name}'],
    ['{ type: string, constraints: [{ valid_values: [incoming, raw] }] }', '${file.scope}'],
    ['{ type: string, constraints: [{ max_length: 3 }] }', '${file.url}'],
  ])('is held against the constraints of %s when the file comes, not before', async (input, text) => {
    expect((await about(input, text)).status).toBe(201);
  });

  it('is refused at once where no file could do: a number, or a constraint that the name is not the matter of', async () => {
    expect((await about('{ type: integer }', '${file.name}')).message).toContain('expected');
    const fixed = '{ type: string, constraints: [{ valid_values: [raw] }] }';
    expect((await about(fixed, 'cooked')).message).toContain('cooked is not allowed');
  });
});

describe('POST /schedules with what only a deployment has', () => {
  it.each([
    [
      'officeHours',
      { timeZone: 'Europe/Rome', days: ['mon'], start: '08:00', stop: '18:00' },
      /a life time \(ttl\), or set them for each deployment/,
    ],
  ])('refuses %s, and says what to do', async (name, value, said) => {
    const before = await listedCount();
    const { status, message } = await post({ [name]: value });
    expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(said) });
    expect(message).toContain(name);
    expect(await listedCount()).toBe(before);
    expect((await post({ [name]: null })).status).toBe(201);
  });
});

describe('the protection of a schedule', () => {
  it.each([
    [{}, {}, undefined],
    [{ protected: true }, {}, true],
    [{}, { protected: true }, true],
    [{ protected: null }, { protected: true }, true],
    [{ protected: false }, { protected: true }, undefined],
  ])('of the request %j comes before the default of the installation %j', async (body, limits, shown) => {
    expect(await post(body, limits)).toMatchObject({ status: 201, protected: shown });
  });
});
