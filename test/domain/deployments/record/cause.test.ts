import { describe, expect, it } from 'vitest';
import { causeOf } from '../../../../src/domain/deployments/record/cause.ts';

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
    [
      '2026-11-23 10:31:04.134000: Error in VM of type worker at a: No valid host was found.',
      'Error in VM of type worker at a: No valid host was found.',
    ],
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
});
