import { describe, expect, it } from 'vitest';
import { program } from './program.ts';

const node = (script: string) => program(process.execPath, ['-e', script]);

describe('waiting for what a program says', () => {
  it('ends with the text, whichever stream it is on', async () => {
    const { said, ended } = node("console.log('one'); console.error('two')");
    await said('one');
    await said(/tw./);
    expect(await ended).toBe(0);
    await said('two');
  });

  it.each([
    ['3', "console.error('no disk'); process.exitCode = 3"],
    ['SIGKILL', "process.stdout.write('no disk', () => process.kill(process.pid, 'SIGKILL'))"],
  ])('fails at once, with what it wrote, when it ends with %s', async (how, script) => {
    await expect(node(script).said(/ready/)).rejects.toThrow(
      new RegExp(`ended with ${how} and never wrote /ready/. It wrote:\nno disk`),
    );
  });

  it('fails when it cannot be started', async () => {
    await expect(program('/nothing/there', []).said('ready')).rejects.toThrow('ENOENT');
  });
});
