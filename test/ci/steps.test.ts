import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const gate = (steps: string) => {
  const script = `set -uo pipefail\nsource .ci/steps.sh\n${steps}\nfinish`;
  const { stdout, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
};

describe('the steps of the gate', () => {
  it('are counted in the last line', () => {
    const { status, lines } = gate('step one true\nstep two echo fine');
    expect(status).toBe(0);
    expect(lines.at(-1)).toBe('2 passed, 0 failed');
  });

  it('fail the gate when one of them fails, or when there is none', () => {
    expect(gate('step one true\nstep two false')).toMatchObject({ status: 1 });
    expect(gate('').status).toBe(1);
  });

  it('say at the end what failed, because a reader may have only the end of the log', () => {
    const tests = String.raw`printf ' FAIL  \033[31mtest/a.test.ts\033[0m > adds\nexpected 2 to be 3\n'; seq 100; exit 1`;
    const { lines } = gate(`step tests bash -c "$(cat <<'END'\n${tests}\nEND\n)"\nstep later seq 1000`);
    const end = lines.slice(lines.indexOf('=== what failed in tests'));
    expect(end.slice(1, 3)).toEqual([' FAIL  test/a.test.ts > adds', 'expected 2 to be 3']);
    expect(end.at(-1)).toBe('1 passed, 1 failed');
  });
});
