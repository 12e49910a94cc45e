import { describe, expect, it } from 'vitest';
import { causeOf, causesIn } from '../../../../src/domain/deployments/record/cause.ts';
import { causeLine, causeLinesOf } from '../../../../src/domain/deployments/record/cause-line.ts';
import { reasonsOf } from '../../../../src/domain/providers/ranking-log.ts';

const machines = 'the infrastructure is failed\nvirtual machine 0 is configured\nvirtual machine 2 is failed';
const ofLog = (...lines: readonly string[]) => `${machines}\ncontextualization message:\n${lines.join('\n')}`;

describe('the cause of a failure', () => {
  it.each([
    ['the provider has no quota', 'the provider has no quota'],
    ['\n the provider has no quota \n', 'the provider has no quota'],
    [`${'x'.repeat(301)}`, `${'x'.repeat(299)}…`],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['no quota until 2026-11-24 10:00:00', 'no quota until 2026-11-24 10:00:00'],
    ['', ''],
  ])('is the whole of a reason of one line: %s', (reason, cause) => {
    expect(causeOf(reason)).toEqual({ cause });
  });

  it('is the first line of a reason that says what happened, even if a log follows', () => {
    const reason = 'no image fits\ncontextualization message:\nError: something else';
    expect(causeOf(reason)).toEqual({
      cause: 'no image fits',
      detail: 'contextualization message:\nError: something else',
    });
  });

  it.each([
    ['2026-11-23 10:31:04.134000: Connection refused by the master', 'Connection refused by the master'],
    [
      'fatal: [vnode-1]: FAILED! => {"changed": false, "msg": "No package \\"x\\" found\\nhere"}',
      'vnode-1: No package "x" found here',
    ],
    ['2026-11-23T10:31:04Z Quota exceeded for cores', 'Quota exceeded for cores'],
    [' [2026-11-23T10:31:04Z]:Quota exceeded for cores ', 'Quota exceeded for cores'],
    ['Quota exceeded at 2026-11-23 10:31:04', 'Quota exceeded at 2026-11-23 10:31:04'],
  ])('is the line of the log that tells it, where the reason says only a state: %s', (line, cause) => {
    const reason = ofLog(
      'Select master VM',
      'vnode-0 : ok=4 changed=3 unreachable=0 failed=0',
      line,
      'Error: a later one',
    );
    expect(causeOf(reason)).toEqual({ cause, detail: reason });
  });

  it('goes on with the next lines where it only announces them', () => {
    const refused =
      'refused: Error parsing TOSCA template: \nfailed with the following error(s): \n\n\tno type x\nmore';
    expect(causeOf(refused).cause).toBe(
      'refused: Error parsing TOSCA template: failed with the following error(s): no type x',
    );
    expect(causeOf(ofLog('Error launching:', 'no image')).cause).toBe('Error launching: no image');
    expect(causeOf('nothing follows:').cause).toBe('nothing follows:');
  });

  it('leaves out empty lines before and after the detail', () => {
    expect(causeOf('no image fits\n\n ask the provider\n')).toEqual({
      ...{ cause: 'no image fits', detail: 'ask the provider' },
    });
  });

  it('is the state where the reader does not see the log, or the log tells nothing', () => {
    const rest = machines.slice(machines.indexOf('\n') + 1);
    expect(causeOf(machines)).toEqual({ cause: 'the infrastructure is failed', detail: rest });
    expect(causeOf(ofLog('Select master VM')).cause).toBe('the infrastructure is failed');
  });

  // forms of the Infrastructure Manager 1.19 to 2.0, CloudFormation and Batch, as their deployers write them
  it.each([
    [
      ofLog(
        '2026-11-23 10:31:04.134000: All VMs failed. No contextualize.',
        '2026-11-23 10:31:04.134000: Error adding VMs: Error launching the VMs of type server to cloud ID ost of type OpenStack. Quota exceeded for cores',
      ),
      { node: 'server', cause: 'server: Quota exceeded for cores' },
    ],
    [
      ofLog('Error in VM of type worker at a: No valid host was found.'),
      { node: 'worker', cause: 'worker: No valid host was found.' },
    ],
    [
      'node q: q (AWS::SQS::Queue) is CREATE_FAILED: the limit is reached (ServiceLimitExceeded)',
      { node: 'q', cause: 'q (AWS::SQS::Queue): the limit is reached (ServiceLimitExceeded)' },
    ],
    ['node q: it must be public', { node: 'q', cause: 'q: it must be public' }],
    [
      'job split failed with exit code 3: Essential container in task exited',
      { node: 'split', cause: 'job split failed with exit code 3: Essential container in task exited' },
    ],
    [
      'the infrastructure is failed\nvirtual machine 0 of front is configured\nvirtual machine 1 of db is failed',
      {
        node: 'db',
        cause: 'db: it failed at its provider; the log, which its owner sees, may say why',
        detail: expect.stringContaining('front'),
      },
    ],
    [
      `the infrastructure is unconfigured
virtual machine 0 of front is configured
virtual machine 1 of worker is unconfigured
contextualization message:
VM 0:
ok: [vnode-0]
VM 1:
fatal: [vnode-1]: FAILED! => {"msg": "No package"}`,
      { node: 'worker', cause: 'worker: No package' },
    ],
    [
      `the infrastructure is unconfigured
virtual machine 0 of front is configured
virtual machine 1 of worker is unconfigured
the rest is in the log, which only the owner or an administrator may read`,
      { node: 'worker', cause: 'worker: its configuration failed' },
    ],
  ])('names the node that it is about: %s', (reason, expected) => {
    expect(causeOf(reason)).toMatchObject(expected);
  });
});

describe('the causes in a statusReason', () => {
  const rule = '-'.repeat(64);
  const block = (name: string, text: string) =>
    `\n${rule}\nCloud Provider <${name}>\nCloud Provider Service <${name.toLowerCase()}>\n\n${text}`;

  it('are one line for each provider, whatever their logs hold', () => {
    const text = [
      'Retries on cloud providers exhausted. Error list is:',
      block('A', ofLog('Error in VM of type worker at a: No valid host was found.', '', 'ok')),
      block('B', 'no image fits\nmore'),
    ].join('\n');
    expect(causesIn(text)).toEqual([
      { provider: { id: 'a', name: 'A' }, node: 'worker', cause: 'worker: No valid host was found.' },
      { provider: { id: 'b', name: 'B' }, cause: 'no image fits' },
    ]);
    expect(causesIn(text).map(causeLine)).toEqual(['A: worker: No valid host was found.', 'B: no image fits']);
  });

  it('keep a headline that says more than that a list follows', () => {
    expect(causesIn(`Timeout: Maximum execution time exceeded.\n${block('A', 'stopped')}`)).toEqual([
      { cause: 'Timeout: Maximum execution time exceeded.' },
      { provider: { id: 'a', name: 'A' }, cause: 'stopped' },
    ]);
    expect(causesIn('')).toEqual([]);
  });

  it('say why each provider was left out where none was asked, as the ranking writes it', () => {
    const none = 'No cloud provider meets the deployment requirements';
    const dropped = [
      { id: 'cloud-a', name: 'Cloud A (old)', reason: 'the template needs a job (node count): no' },
      { id: 'b', name: 'b', reason: 'node disk (a volume): it is too large' },
      { id: 'c', name: 'C', reason: 'the template needs a job (node count): no' },
    ];
    const found = causesIn([none, ...reasonsOf({ dropped, notes: ['no measurements'] })].join('\n'));
    const [first, second, third] = dropped.map(({ id, name, reason }) => ({ provider: { id, name }, cause: reason }));
    expect(found).toEqual([{ cause: none }, first, second, third]);
    expect(causeLinesOf(found)).toEqual([
      none,
      'Cloud A (old), C: the template needs a job (node count): no',
      'b: node disk (a volume): it is too large',
    ]);
    expect(causesIn(none)).toEqual([{ cause: none }]);
  });
});
