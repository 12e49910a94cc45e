import { describe, expect, it } from 'vitest';
import { evaluated, outputReasons } from '../../../src/domain/batch/outputs.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const of = (...path: Json[]): Json => ({ get_attribute: path });
const job = (exit_code: number, results: Json = null) => ({ exit_code, state: 'SUCCEEDED', results });

const known = new Map([
  ['count', [job(0, { lines: 7, files: ['a', 'b'], nothing: null })]],
  ['many', [job(0, { part: 'x' }), job(3)]],
  ['waiting', []],
]);

describe('the value of an output', () => {
  it.each<[string, Json, Json | undefined]>([
    ['a text', 'done', 'done'],
    ['nothing', null, null],
    ['a list', [1, of('count', 'state')], [1, 'SUCCEEDED']],
    ['a list with an unknown part', [1, of('waiting', 'state')], undefined],
    ['a map', { code: of('count', 'exit_code'), sure: true }, { code: 0, sure: true }],
    ['a map with an unknown member', { code: of('waiting', 'exit_code'), sure: true }, { sure: true }],
    ['a map of one member', { code: of('count', 'exit_code') }, { code: 0 }],
    ['a map that has a member like a function', { concat: ['a'], code: 1 }, { concat: ['a'], code: 1 }],
    ['an empty map', {}, {}],
    ['an attribute', of('count', 'exit_code'), 0],
    ['a part of the results', of('count', 'results', 'lines'), 7],
    ['a part of a list', of('count', 'results', 'files', 1), 'b'],
    ['a part that is not there', of('count', 'results', 'rows'), undefined],
    ['a part of a number', of('count', 'results', 'lines', 'more'), undefined],
    ['a part of nothing', of('count', 'results', 'nothing', 'more'), undefined],
    ['an attribute of several jobs', of('many', 'exit_code'), [0, 3]],
    ['a part that some of the jobs have', of('many', 'results', 'part'), ['x', null]],
    ['an attribute of a job that has not ended', of('waiting', 'exit_code'), undefined],
    ['an attribute of an unknown node', of('nobody', 'exit_code'), undefined],
    [
      'joined texts',
      { concat: ['code ', of('count', 'exit_code'), ' of ', of('many', 'exit_code')] },
      'code 0 of [0,3]',
    ],
    ['joined texts with nothing', { concat: [null, ' ', of('count', 'state')] }, ' SUCCEEDED'],
    ['joined texts with an unknown part', { concat: ['code ', of('waiting', 'exit_code')] }, undefined],
    ['texts with a separator', { join: [['a', of('count', 'state')], '-'] }, 'a-SUCCEEDED'],
    ['texts without a separator', { join: [['a', 'b']] }, 'ab'],
    ['one text', { join: ['ab', '-'] }, 'ab'],
    ['a part of a text', { token: [of('count', 'state'), 'CU', 3] }, 'EEDED'],
    ['a part of a text that has fewer', { token: [of('count', 'state'), '.', 3] }, undefined],
    ['a part of a number as a text', { token: [of('count', 'results', 'lines'), ',', 0] }, '7'],
    ['a part of an unknown text', { token: [of('waiting', 'state'), 'C', 0] }, undefined],
    ['a part of no text', { token: [] }, undefined],
  ])('%s', (_, value, expected) => {
    expect(evaluated(value, known)).toEqual(expected);
  });
});

describe('an output that is known only later', () => {
  const jobs = new Set(['count']);
  const reasons = (value: Json, { deferred = true, secret = [] as readonly (string | number)[] } = {}) => {
    const outputs = [
      { name: 'first', value: 'x' },
      { name: 'second', value, deferred },
    ];
    const secrets = secret.length > 0 ? [{ at: secret.map(String) }] : [];
    return outputReasons({ outputs, secrets } as unknown as Parameters<typeof outputReasons>[0], jobs);
  };

  it.each<[string, Json]>([
    ['a text', 'x'],
    ['an attribute of a job', of('count', 'exit_code')],
    ['parts of its results in a text', { concat: ['a', of('count', 'results', 'lines'), of('count', 'state')] }],
  ])('may be %s', (_, value) => {
    expect(reasons(value)).toEqual([]);
  });

  it('is refused with each part that a job does not have', () => {
    const asks = (what: string) => `output second asks for ${what}, and known of a job are exit_code, state, results`;
    const value = { list: [of('count', 'address'), of('web', 'state'), { get_attribute: 'count' }] };
    expect(reasons(value)).toEqual([asks('address of count'), asks('state of web'), asks('undefined of undefined')]);
    expect(reasons({ get_operation_output: ['count', 'x'] })).toEqual(['output second needs an operation']);
    expect(reasons(of('count', 'address'), { deferred: false })).toEqual([]);
  });

  it('holds no secret', () => {
    const value = of('count', 'results');
    expect(reasons(value, { secret: ['outputs', 1] })).toEqual([
      'output second holds a secret, and everybody who may see the job could read it',
    ]);
    expect(reasons(value, { secret: ['outputs', 0] })).toEqual([]);
    expect(reasons(value, { secret: ['inputs', 1] })).toEqual([]);
  });
});
