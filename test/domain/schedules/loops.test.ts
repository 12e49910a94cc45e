import { describe, expect, it } from 'vitest';
import { scheduleFaults } from '../../../src/domain/schedules/schedule-faults.ts';
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
const perhaps = expect.stringMatching(/^count names s3a?:/);

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
