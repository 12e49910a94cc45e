/** One look after another at the steps of a deployment, with machines that only remember what they were sent. */

import { describe, expect, it } from 'vitest';
import { parameterName, type SecretParameters } from '../../../src/domain/cloudformation/software/secret-inputs.ts';
import { at, machine, since, step, world } from './software-world.ts';

describe('a look at the steps', () => {
  it('sends each machine one command at a time, and each step after all that it needs', async () => {
    const all = [step('a', 'm'), step('b', 'm'), step('c', 'n', ['a']), step('d', 'n', ['b', 'c'])];
    const one = world(all, [machine('i-m', 'm'), machine('i-n', 'n')]);
    const sent: string[][] = [];
    for (let round = 0; round < 6; round += 1) {
      const before = one.runs.length;
      if ((await one.look()).is === 'done') break;
      // a process that died after the call is followed by another look
      expect((await one.look()).is).toBe('running');
      sent.push(one.sentNodes().slice(before));
      one.end('done');
    }
    expect(sent).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('waits until a step is done on every machine of its node', async () => {
    const one = world(
      [step('a', 'm'), step('b', 'n', ['a'])],
      [machine('i-1', 'm'), machine('i-2', 'm'), machine('i-n', 'n')],
    );
    expect(await one.look()).toEqual({ is: 'running', what: 'running create of a on i-1, create of a on i-2' });
    const [first] = one.runs;
    if (first) one.runs[0] = { ...first, is: 'done' };
    expect(await one.look()).toEqual({ is: 'running', what: 'running create of a on i-2' });
    one.end('done');
    expect(await one.look()).toEqual({ is: 'running', what: 'running create of b on i-n' });
  });

  it('fails with what failed and where, and the next attempt sends it again', async () => {
    const one = world([step('a', 'm')], [machine('i-m', 'm')]);
    await one.look();
    one.end('failed');
    expect(await one.look()).toEqual({
      ...{ is: 'failed', why: 'create of a on i-m failed: failed', run: { machineId: 'i-m', runId: '0' } },
    });
    // sent in the very moment in which the attempt began: it is of this attempt
    expect((await one.look(9, at(1).toISOString())).is).toBe('failed');
    expect((await one.look(9, at(8).toISOString())).is).toBe('running');
    expect(one.runs).toHaveLength(2);
  });

  it('does not run again what an earlier attempt has done, nor what it has begun', async () => {
    const one = world([step('a', 'm')], [machine('i-m', 'm')]);
    await one.look();
    expect(await one.look(9, at(8).toISOString())).toMatchObject({ is: 'running' });
    one.end('done');
    expect(await one.look(9, at(8).toISOString())).toEqual({ is: 'done' });
    expect(one.runs).toHaveLength(1);
  });

  it('waits for a machine that does not report, for a while, and then says what it needs', async () => {
    const one = world([step('a', 'm')], [machine('i-m', 'm')]);
    one.deaf.add('i-m');
    expect(await one.look(15)).toEqual({ is: 'running', what: 'waiting for i-m to report to Systems Manager' });
    expect(await one.look(15.1)).toMatchObject({
      is: 'failed',
      why: expect.stringMatching(/i-m of node m .*SSM agent/),
    });
    expect(one.runs).toEqual([]);
  });

  it('waits from the launch of the machine or the beginning of the attempt, whichever is later', async () => {
    const young = world([step('a', 'm')], [machine('i-m', 'm', { launchedAt: at(10).toISOString() })]);
    young.deaf.add('i-m');
    expect((await young.look(25)).is).toBe('running');
    expect((await young.look(26)).is).toBe('failed');
    for (const launchedAt of [since, '']) {
      const old = world([step('a', 'm')], [machine('i-m', 'm', { launchedAt })]);
      old.deaf.add('i-m');
      expect((await old.look(25, at(10).toISOString())).is).toBe('running');
      expect((await old.look(26, at(10).toISOString())).is).toBe('failed');
    }
  });

  it('names what runs where another machine does not report yet', async () => {
    const one = world([step('a', 'm'), step('b', 'n')], [machine('i-m', 'm'), machine('i-n', 'n')]);
    one.deaf.add('i-n');
    expect(await one.look()).toEqual({ is: 'running', what: 'running create of a on i-m' });
    expect(await one.look(16)).toMatchObject({ is: 'failed', why: expect.stringContaining('machine i-n of node n') });
  });

  it('does not ask who listens where nothing is to be sent', async () => {
    const one = world([step('a', 'm')], [machine('i-m', 'm')]);
    await one.look();
    expect(one.asked).toEqual(['i-m', 'who listens']);
    await one.look();
    expect(one.asked).toEqual(['i-m', 'who listens', 'i-m']);
  });

  it('leaves a stopped machine alone, and one on which nothing runs', async () => {
    const machines = [machine('i-m', 'm', { runs: false }), machine('i-n', 'n')];
    const one = world([step('a', 'm')], machines);
    expect(await one.look()).toEqual({ is: 'done' });
    expect(one.asked).toEqual([]);
  });

  it('fails before it sends a command that is too large', async () => {
    const text = Array.from({ length: 4_000 }, (_, index) => `echo ${index * 7_919} ${index ** 3}`).join('\n');
    const large = step('b', 'm', [], { script: { file: 'b.sh', text: text.repeat(2) } });
    const one = world([step('a', 'm'), large], [machine('i-m', 'm')]);
    expect(await one.look()).toEqual({
      is: 'failed',
      why: 'create of b on i-m becomes a command of more than 60000 characters: give its files by URL',
    });
    expect(one.runs).toEqual([]);
  });
});

describe('the outputs of the software', () => {
  const gives = step('a', 'm', [], { outputs: ['URL'] });
  const url = { get_operation_output: ['a', 'URL'] };

  it('are what the steps that are done have printed, and nothing before', async () => {
    const outputs = [{ name: 'url', value: url }];
    const one = world({ steps: [gives], outputs }, [machine('i-m', 'm')]);
    one.printed['URL'] = 'http://here/';
    await one.look();
    expect(await one.outputs()).toEqual({ url: '' });
    one.end('failed');
    expect(await one.outputs()).toEqual({ url: '' });
    one.end('done');
    for (const [index, run] of one.runs.entries()) one.runs[index] = { ...run, is: 'done' };
    expect(await one.outputs()).toEqual({ url: 'http://here/' });
  });

  it('ask nothing where there are none', async () => {
    const one = world([gives], [machine('i-m', 'm')]);
    expect(await one.outputs()).toEqual({});
    expect(one.asked).toEqual([]);
  });

  it('are inputs of other steps, on other machines too', async () => {
    const takes = step('b', 'n', ['a'], { inputs: { url } });
    const one = world([gives, takes], [machine('i-m', 'm'), machine('i-n', 'n')]);
    one.printed['URL'] = 'http://here/';
    await one.look();
    one.end('done');
    await one.look();
    one.end('done');
    expect((await one.look()).is).toBe('done');
    // with another value it is another step
    one.printed['URL'] = 'http://there/';
    expect(await one.look()).toEqual({ is: 'running', what: 'running create of b on i-n' });
  });

  it('may be a credential', async () => {
    const call = { get_attribute: ['m', 'endpoint', 'credential', 0] };
    const one = world({ logins: { m: 'ada' }, outputs: [{ name: 'login', value: call }] }, [machine('i-m', 'm')]);
    expect(await one.outputs()).toEqual({ login: expect.objectContaining({ user: 'ada', token: 'the key' }) });
  });
});

describe('a step with a secret input', () => {
  const secret = step('a', 'm', [], { secrets: ['WORD'] });
  const name = parameterName('/p', 'i-m', secret, 'WORD');

  /** What was put; `known`: whether the values are known. */
  const parameters = (known: boolean) => {
    const put: string[] = [];
    const kept = new Map<string, { revision: string; value: string }>();
    const of: SecretParameters = {
      path: '/p',
      wanted: async () => (known ? { a: { WORD: 'sesame' } } : {}),
      list: async () => kept,
      put: async (parameter) => void put.push(parameter.name),
      remove: async () => undefined,
    };
    return { put, kept, of };
  };

  it('is sent once its machine has the secret', async () => {
    const { put, of } = parameters(true);
    const one = world([secret], [machine('i-m', 'm')], { secrets: of });
    expect(await one.look()).toEqual({ is: 'running', what: 'running create of a on i-m' });
    expect(put).toEqual([name]);
  });

  it('fails where nobody knows the secret', async () => {
    const one = world([secret], [machine('i-m', 'm')], { secrets: parameters(false).of });
    expect(await one.look()).toEqual({
      ...{ is: 'failed', why: 'create of a on i-m needs its secret input WORD, and nothing is kept of it' },
    });
    expect(one.runs).toEqual([]);
  });

  it('waits, and says for what, where the parameters of this look are used up', async () => {
    const names = Array.from({ length: 21 }, (_, index) => `WORD${index}`);
    const many = step('a', 'm', [], { secrets: names });
    const wanted = async () => ({ a: Object.fromEntries(names.map((one) => [one, one])) });
    const one = world([many], [machine('i-m', 'm')], { secrets: { ...parameters(true).of, wanted } });
    expect(await one.look()).toEqual({ is: 'running', what: 'giving machines their secret inputs' });
    expect(one.runs).toEqual([]);
  });

  it('is another step when its secret is another one', async () => {
    const { kept, of } = parameters(true);
    kept.set(name, { revision: 'r1', value: 'sesame' });
    const one = world([secret], [machine('i-m', 'm')], { secrets: of });
    await one.look();
    one.end('done');
    expect(await one.look()).toEqual({ is: 'done' });
    kept.set(name, { revision: 'r1', value: 'other' });
    expect((await one.look()).is).toBe('running');
  });

  it('asks for no parameters where no step has one', async () => {
    const list = () => Promise.reject(new Error('nobody asks'));
    const one = world([step('a', 'm')], [machine('i-m', 'm')], { secrets: { ...parameters(true).of, list } });
    expect((await one.look()).is).toBe('running');
  });
});

describe('operations before a deletion', () => {
  const stop = step('a', 'm', [], { key: 'a standard.stop', operation: 'stop' });
  const remove = step('a', 'm', [], { key: 'a standard.delete', operation: 'delete' });

  it('run one after another, on each machine, and then there is nothing to wait for', async () => {
    const one = world({ ending: [stop, remove] }, [machine('i-m', 'm')]);
    expect(await one.stop()).toBe('running stop of a on i-m before the deletion');
    expect(await one.stop()).toBe('running stop of a on i-m before the deletion');
    one.end('done');
    expect(await one.stop()).toBe('running delete of a on i-m before the deletion');
    one.end('done');
    expect(await one.stop()).toBeUndefined();
    expect(one.runs).toHaveLength(2);
  });

  it('go on after one that failed, which is not tried again', async () => {
    const one = world({ ending: [stop, remove] }, [machine('i-m', 'm')]);
    await one.stop();
    one.end('failed');
    expect(await one.stop()).toBe('running delete of a on i-m before the deletion');
    one.end('failed');
    expect(await one.stop()).toBeUndefined();
    expect(one.runs).toHaveLength(2);
  });

  it('are left after ten minutes, and where no machine answers', async () => {
    const one = world({ ending: [stop, remove] }, [machine('i-m', 'm')]);
    await one.stop();
    expect(await one.stop(11)).toBe('running stop of a on i-m before the deletion');
    expect(await one.stop(11.1)).toBeUndefined();
    const deaf = world({ ending: [stop] }, [machine('i-m', 'm')]);
    deaf.deaf.add('i-m');
    expect(await deaf.stop()).toBeUndefined();
  });

  it('have ten minutes altogether, from the first one on', async () => {
    const one = world({ ending: [stop, remove] }, [machine('i-m', 'm')]);
    await one.stop();
    one.end('done');
    one.sent.minutes = 9;
    await one.stop(9);
    expect(await one.stop(11.1)).toBeUndefined();
  });

  it('do not wait for one whose secret was never given', async () => {
    const secrets: SecretParameters = {
      ...{ path: '/p', list: async () => new Map(), put: async () => undefined, remove: async () => undefined },
    };
    const one = world({ ending: [{ ...stop, secrets: ['WORD'] }, remove] }, [machine('i-m', 'm')], { secrets });
    expect(await one.stop()).toBe('running delete of a on i-m before the deletion');
  });
});
