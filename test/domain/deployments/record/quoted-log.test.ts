import { describe, expect, it } from 'vitest';
import { failureOf, isOver, isSettled, whyOver } from '../../../../src/domain/deployments/record/attempt.ts';
import { causeOf } from '../../../../src/domain/deployments/record/cause.ts';
import {
  addToReason,
  forGroup,
  forOwner,
  quoteOf,
  type Reason,
  reasonOf,
} from '../../../../src/domain/deployments/record/quoted-log.ts';
import { cleanerOf } from '../../../../src/tosca/secrets/known.ts';

const rest = '\nthe rest is in the log, which only the owner or an administrator may read';

describe('the quote of a log', () => {
  it('is the whole of a short log, and nothing of an empty one', () => {
    expect(quoteOf(' a\nb\n')).toBe('\ncontextualization message:\na\nb');
    expect(quoteOf(' \n')).toBe('');
    expect(quoteOf('x'.repeat(1500))).toBe(`\ncontextualization message:\n${'x'.repeat(1500)}`);
  });

  it('is the end of a long one, from the start of a line', () => {
    const lines = Array.from({ length: 200 }, (_, number) => `line ${number} of the log`);
    const [head, ...quoted] = quoteOf(lines.join('\n')).trimStart().split('\n');
    expect(head).toBe('contextualization message, its end (the log has the rest):');
    expect(quoted).toEqual(lines.slice(-quoted.length));
    expect(quoted.join('\n').length).toBeLessThanOrEqual(1500);
    expect(quoted.join('\n').length).toBeGreaterThan(1450);
  });

  it('begins with the first error where the end tells none, unless its line is so long that it would have to be cut', () => {
    const playbook = Array.from({ length: 200 }, (_, number) => `ok: [vnode-${number}] failed=0`).join('\n');
    const error = '2026-11-23 10:00:00: Error in VM of type db: No valid host was found.';
    const begin = (log: string) => quoteOf(log).trimStart().split('\n').slice(1, 3);
    expect(begin(`Select master VM\n${error}\nfatal: another one\n${playbook}`)).toEqual([error, '…']);
    const line = `Error: ${'x'.repeat(293)}`; // of 300 characters
    expect(begin(`${line}\n${playbook}`)).toEqual([line, '…']);
    expect(begin(`${line}x\n${playbook}`)).not.toContain('…');
    expect(begin(`${error}\n${playbook}\nfatal: at the end`)).not.toContain(error);
    expect(causeOf(`the infrastructure is failed${quoteOf(`${error}\n${playbook}`)}`).cause).toBe(
      'Error in VM of type db: No valid host was found.',
    );
  });

  it('is the last characters of a log without lines', () => {
    expect(
      quoteOf(`a${'x'.repeat(1500)}`)
        .split('\n')
        .at(-1),
    ).toBe('x'.repeat(1500));
  });
});

describe('a reason', () => {
  const quoted = { reason: 'a machine failed', quotedLog: '\nits log' };
  const plain = { reason: 'no such image', quotedLog: '' };

  it('is whole for the owner, and without the quote for the group', () => {
    const read = (why: Reason) => [forOwner(why), forGroup(why, cleanerOf([]))];
    expect(read(quoted)).toEqual(['a machine failed\nits log', `a machine failed${rest}`]);
    expect(read(plain)).toEqual(['no such image', 'no such image']);
  });

  const failed = `the infrastructure is unconfigured
virtual machine 0 of front is configured
virtual machine 1 of worker is unconfigured`;

  /** The cause that a member of the group reads, and all that they read of the log. */
  const ofGroup = (log: string, reason = failed) => {
    const why = { reason, quotedLog: quoteOf(log) };
    const text = forGroup(why, cleanerOf(['hunter2']));
    return { cause: causeOf(text), left: text.replace(reason.slice(reason.indexOf('\n')), '') };
  };

  it.each([
    [
      'VM 1:\nTASK [db]\nfatal: [vnode-1]: FAILED! => {"cmd": "id -p zq7x", "msg": "No package: Error zq"}',
      { node: 'worker', cause: 'worker: No package: Error zq' },
    ],
    [
      '2026-11-23 10:00:00: Error in VM of type db at one: no quota, token=zq7x',
      { node: 'db', cause: 'db: no quota, token=********' },
    ],
    [
      'Error launching the VMs of type db to cloud ID a of type OpenStack. no hunter2 was found',
      { node: 'db', cause: 'db: no ******** was found' },
    ],
    // what follows is not the provider's
    ['Error in VM of type db at one: it failed:\nzq7x', { node: 'db', cause: 'db: it failed:' }],
    [
      'VM 1:\nfatal: [v]: FAILED! => {"item": {"msg": "zq7x"}, "msg": "grüße \\u00fc\\tzu", "results": [{"msg": "zq7x"}]}',
      { node: 'worker', cause: 'worker: grüße ü zu' },
    ],
    ['VM 1:\nfatal: [v]: FAILED! => {"msg": "no \\u0068unter2"}', { node: 'worker', cause: 'worker: no ********' }],
  ])('tells the group the first error of the log, masked, where nobody but the provider words it: %s', (log, cause) => {
    const { cause: read, left } = ofGroup(log);
    expect(read).toMatchObject(cause);
    expect(left).not.toMatch(/zq7x|hunter2/);
  });

  it.each([
    ['VM 1:\nmysql: error: zq7x is denied'],
    ['VM 1:\nnode app.js: error zq7x'],
    ['VM 1:\njob zq7x failed'],
    ['VM 1:\nfatal: [v]: FAILED! => {"msg": "stdout: zq7x\\n\\n:stderr: ERROR: zq7x\\n"}'],
    ['VM 1:\nfatal: [v]: FAILED! => {"msg": "zq7x'],
    ['VM 1:\nzq7x\n… 12345 characters left out, see the log …\nfatal: [v]: FAILED! => {"msg": "zq7x"}'],
    [''],
  ])('tells the group nothing that a program printed, nor of a text that was cut: %j', (log) => {
    const { cause, left } = ofGroup(log);
    expect(cause).toMatchObject({ node: 'worker', cause: 'worker: its configuration failed' });
    expect(left).not.toContain('zq7x');
  });

  it('gets a further line where those read it who read what is before', () => {
    expect(addToReason(plain, 'more')).toEqual({ reason: 'no such image\nmore', quotedLog: '' });
    expect(addToReason(quoted, 'more')).toEqual({ reason: 'a machine failed', quotedLog: '\nits log\nmore' });
    expect(addToReason({ reason: '', quotedLog: '' }, 'more')).toEqual({ reason: 'more', quotedLog: '' });
  });

  it('is as it was stored', () => {
    expect(reasonOf('a\ncontextualization message:\nb', '')).toEqual({
      ...{ reason: 'a\ncontextualization message:\nb', quotedLog: '' },
    });
  });

  it.each([
    ['it failed', 'it failed', ''],
    ['it failed\ncontextualization message:\na', 'it failed', '\ncontextualization message:\na'],
    ['it\n… 12345 characters left out, see the log …\na', 'it', '\n… 12345 characters left out, see the log …\na'],
    ['\ncontextualization message:\na', '', '\ncontextualization message:\na'],
    ['it said: contextualization message', 'it said: contextualization message', ''],
    ['a\n… many characters left out', 'a\n… many characters left out', ''],
  ])('of an earlier release is split at its quote: %j', (text, reason, quotedLog) => {
    expect(reasonOf(text, undefined)).toEqual({ reason, quotedLog });
  });
});

describe('an attempt', () => {
  it.each([
    ['DESTROYED', undefined, true, true],
    ['FAILED', 'kept', true, true],
    ['FAILED', undefined, false, true],
    ['COMPLETE', undefined, false, false],
    ['RUNNING', 'kept', false, false],
    ['SUBMITTING', undefined, false, false],
  ] as const)('that is %s and left %s: settled %s, over %s', (state, left, settled, over) => {
    const attempt = { state, ...(left && { left }) } as Parameters<typeof isSettled>[0];
    expect([isSettled(attempt), isOver(attempt)]).toEqual([settled, over]);
  });

  it('says why it failed, in an error without the log', () => {
    const attempt = { reason: 'a machine failed', quotedLog: '\nits log' } as Parameters<typeof whyOver>[0];
    expect([failureOf(attempt), whyOver(attempt)]).toEqual([attempt, 'a machine failed']);
    const unknown = {} as Parameters<typeof whyOver>[0];
    expect([failureOf(unknown), whyOver(unknown)]).toEqual([undefined, 'the attempt has ended']);
  });
});
