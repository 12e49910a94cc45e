/** What runs on a laptop must also run in the cloud: whatever the engine ignores or does otherwise is refused. */

import { StateMachine } from 'aws-local-stepfunctions';
import { describe, expect, it } from 'vitest';
import { workflow } from '../../../local/step-functions/workflow.ts';

const task = { Type: 'Task', Resource: 'arn:aws:lambda:eu-west-1:1:function:f', Next: 'B' };
const machine = (state: object, more: object = {}) =>
  workflow({
    ...{ arn: 'arn:x', name: 'x' },
    definition: JSON.stringify({ StartAt: 'A', States: { A: state, B: { Type: 'Succeed' } }, ...more }),
  });
const choice = (...Choices: object[]) => ({ Type: 'Choice', Choices: Choices.map((one) => ({ ...one, Next: 'B' })) });
const number = { Variable: '$.n', NumericGreaterThan: 3 };

describe('a definition', () => {
  it.each<[string, object, object?]>([
    ['QueryLanguage', task, { QueryLanguage: 'JSONata' }],
    ['ProcessorConfig', task, { ProcessorConfig: {} }],
    ['Assign', { ...task, Assign: { a: 1 } }],
    ['Output', { ...task, Output: '{% 1 %}' }],
    ['Arguments', { ...task, Arguments: {} }],
    ['Assign in a rule', { ...task, Catch: [{ ErrorEquals: ['X'], Next: 'B', Assign: { a: 1 } }] }],
    ['Assign in a rule', choice({ Variable: '$.a', IsPresent: true, Assign: { a: 1 } })],
    ['Output in a rule', { ...task, Catch: [{ ErrorEquals: ['X'], Next: 'B', Output: 1 }] }],
    ['States.ALL', { ...task, Retry: [{ ErrorEquals: ['X', 'States.ALL'] }] }],
    ['States.ALL', { ...task, Catch: [{ ErrorEquals: ['States.ALL', 'X'], Next: 'B' }] }],
    ['States.StringSplit', { Type: 'Pass', Next: 'B', Parameters: { 'a.$': "States.StringSplit($.a, '.,')" } }],
    ['States.StringSplit', { Type: 'Pass', Next: 'B', Parameters: { 'a.$': 'States.StringSplit($.a, $.b)' } }],
    ['NumericGreaterThan', choice(number)],
    ['NumericGreaterThan', choice({ Or: [{ Variable: '$.n', IsNumeric: true }, number] })],
    ['NumericGreaterThan', choice({ And: [{ Variable: '$.other', IsNumeric: true }, number] })],
    ['NumericLessThanEqualsPath', choice({ Not: { Variable: '$.n', NumericLessThanEqualsPath: '$.m' } })],
    ['StringLessThan', choice({ Variable: '$.n', StringLessThan: 'a' })],
    ['TimestampGreaterThan', choice({ Variable: '$.n', TimestampGreaterThan: '2026-01-01T00:00:00Z' })],
  ])('with %s is refused: %j %j', (what, state, more) => {
    expect(() => machine(state, more)).toThrow(new RegExp(`does not support .*${what.replaceAll('.', '\\.')}`));
  });

  it.each<[object]>([
    [choice({ And: [{ Variable: '$.n', IsNumeric: true }, number] })],
    [choice({ And: [{ Variable: '$.n', IsNumeric: true }, { Not: number }] })],
    [choice({ Variable: '$.n', NumericEquals: 3 })],
    [{ ...task, Retry: [{ ErrorEquals: ['X'] }, { ErrorEquals: ['States.ALL'] }] }],
    [{ Type: 'Pass', Next: 'B', Parameters: { 'a.$': "States.StringSplit($.a, ',')" } }],
  ])('without them runs: %j', (state) => {
    expect(() => machine(state)).not.toThrow();
  });
});

/** When the engine learns one of these, its refusal can go. */
describe('the engine', () => {
  const run = async (state: object, input: object) => {
    const States = { A: state, B: { Type: 'Pass', End: true }, Yes: { Type: 'Pass', Result: 'yes', End: true } };
    const machine = new StateMachine({ StartAt: 'A', States } as never, { validationOptions: { noValidate: true } });
    return machine.run(input as never).result;
  };

  it('compares a text with a number as JavaScript does', async () => {
    const state = { Type: 'Choice', Choices: [{ ...number, Next: 'Yes' }], Default: 'B' };
    expect(await run(state, { n: '5' })).toBe('yes');
  });

  it('splits a text at the whole separator', async () => {
    const state = { Type: 'Pass', Next: 'B', Parameters: { 'a.$': "States.StringSplit($.a, '.,')" } };
    expect(await run(state, { a: 'x.y,z' })).toEqual({ a: ['x.y,z'] });
  });
});
