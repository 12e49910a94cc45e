import { describe, expect, it } from 'vitest';
import { scheduleFaults } from '../../../src/domain/schedules/schedule-faults.ts';
import { processorTime } from '../../support/processor-time.ts';
import { checkPorts, request } from './schedule-request.ts';

const administrator = { isAdministrator: true };

/** A schedule whose template has one job with these properties. */
const judged = async (
  fileExpression: string,
  properties: string,
  {
    parameters = {},
    inputs = '{}',
  }: { readonly parameters?: Readonly<Record<string, string>>; readonly inputs?: string } = {},
) => {
  const template = `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [toscanini-types.yaml]
topology_template:
  inputs: ${inputs}
  node_templates:
    count:
      type: toscanini.nodes.Job
      properties: { image: busybox, command: 'true', ${properties} }
`;
  const { faults, notes } = await scheduleFaults(checkPorts(), {
    ...request,
    ...{ reader: administrator, fileExpression, template, parameters },
  });
  return { faults, notes };
};

const loop = expect.stringMatching(/^the job count writes to s3:\/\//);
const perhaps = expect.stringMatching(/^count names (?:s3a?|https):/);

describe('a schedule whose jobs write where it matches', () => {
  it.each([
    ['a text of the template', 'output: s3://incoming/lines/out/', {}],
    [
      'an input of the request',
      'output: { get_input: o }',
      { inputs: '{ o: { type: string } }', parameters: { o: 's3://incoming/lines/out/' } },
    ],
    [
      'the default of an input',
      'output: { get_input: o }',
      { inputs: '{ o: { type: string, default: "s3://incoming/lines/" } }' },
    ],
    [
      'a place beside the file',
      'output: { get_input: o }',
      { inputs: '{ o: { type: string } }', parameters: { o: 's3://${file.bucket}/${file.name}.out/' } },
    ],
    [
      'the address of the file',
      'output: { concat: [{ get_input: o }, "/"] }',
      { inputs: '{ o: { type: string } }', parameters: { o: '${file.url}' } },
    ],
    [
      'joined parts',
      'output: { concat: ["s3://", { get_input: b }, "/lines/"] }',
      { inputs: '{ b: { type: string, default: incoming } }' },
    ],
    ['the file itself', 'output: s3://incoming/lines/result.csv', {}],
  ])('is refused: %s', async (_, properties, options) => {
    expect(await judged('incoming:lines/.*', properties, options)).toEqual({ faults: [loop], notes: [] });
  });

  it.each([
    ['another folder', 'incoming:lines/.*', 'output: s3://incoming/results/'],
    ['another bucket', 'incoming:.*', 'output: s3://results/lines/'],
    ['replicas, which start nothing', 'incoming:.*', 'output: s3://incoming/toscanini-replicas/'],
    ['a file that does not match', 'incoming:.*\\.csv', 'output: s3://incoming/result.json'],
    ['an input', 'incoming:lines/.*', 'inputs: [s3://incoming/lines/index/]'],
  ])('is none when they write elsewhere: %s', async (_, expression, properties) => {
    expect(await judged(expression, properties)).toEqual({ faults: [], notes: [] });
  });

  it.each([
    ['some files would match', 'incoming:lines/.*\\.csv', 'output: s3://incoming/lines/'],
    ['a variable names the place', 'incoming:lines/.*', 'environment: { TARGET: "s3://incoming/lines/out/" }'],
    [
      'a variable names it by HTTP',
      'incoming:lines/.*',
      'environment: { TARGET: "https://incoming.s3.eu-west-1.amazonaws.com/lines/out" }',
    ],
    ['the command does', 'incoming:(?i)LINES/.*', 'environment: { RUN: "aws s3 cp x s3a://incoming/Lines/x" }'],
  ])('is accepted with a note when it may: %s', async (_, expression, properties) => {
    expect(await judged(expression, properties)).toEqual({ faults: [], notes: [perhaps] });
  });

  it('may read its own file by its address', async () => {
    const options = { inputs: '{ f: { type: string } }', parameters: { f: '${file.url}' } };
    expect(await judged('incoming:lines/.*', 'environment: { FILE: { get_input: f } }', options)).toEqual({
      faults: [],
      notes: [],
    });
  });
});

describe('a schedule whose template names very many addresses', () => {
  const addresses = (count: number, name: (index: number) => string): string =>
    `environment: { ALL: "${Array.from({ length: count }, (_, index) => `s3://incoming/${name(index)}`).join(' ')}" }`;

  it('has a few notes, and how many more there are', async () => {
    const { notes } = await judged(
      'incoming:lines/.*',
      addresses(3_000, (index) => `lines/${index}/`),
    );
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toMatch(/^30 more addresses/);
  });

  it('has no note of an address that is longer than any key', async () => {
    const { notes } = await judged(
      'incoming:lines/.*',
      addresses(2, () => `lines/${'é'.repeat(510)}`),
    );
    expect(notes).toEqual([]);
  });

  it('is told of what its jobs write to first', async () => {
    const mentioned = addresses(60, (index) => `lines/${index}/`);
    const { faults } = await judged('incoming:lines/.*', `output: s3://incoming/lines/out/, ${mentioned}`);
    expect(faults).toEqual([loop]);
  });

  it('is compared in time that has a limit, and what was not compared may loop', async () => {
    const expression = 'incoming:(?:(?:a|b|[/x])?){600}.*';
    const long = addresses(50, (index) => `${'a'.repeat(900)}${index}`);
    const started = processorTime();
    expect((await judged(expression, `output: s3://incoming/x/, ${long}`)).notes).toHaveLength(21);
    expect(processorTime() - started).toBeLessThan(10_000);
  });
});

describe('the notes of a schedule', () => {
  it.each([
    [
      'a part of an address',
      's3://incoming/lines/hidden-word/out/',
      'hidden-word',
      'concat: ["s3://incoming/lines/", { get_input: s }, "/out/"]',
    ],
    ['an address and more', 's3://incoming/lines/hidden word', 's3://incoming/lines/hidden word', 'get_input: s'],
    ['with the name of the file', 'run1/hidden', 's3://incoming/${file.name}/hidden', 'get_input: s'],
  ])('name no secret input: %s', async (_, _address, value, call) => {
    const options = { inputs: '{ s: { type: string, metadata: { sensitive: true } } }', parameters: { s: value } };
    const { faults, notes } = await judged('incoming:.*', `environment: { TO: { ${call} } }`, options);
    expect(faults).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('that holds a secret')]);
    expect(notes.join()).not.toContain('hidden');
  });
});
