import type { CliContext } from './context.ts';
import { asksForFirstPage, asksForHelp, firstPage, inOtherWords } from './help.ts';
import { exitCodes, type Outcome } from './outcome.ts';
import { wrappedFor } from './screen/wrap.ts';

/** Where a command runs: everything of its context that the caller decides. */
export type Surroundings = Omit<CliContext, 'endAs' | 'process'> & Pick<CliContext['process'], 'stdout' | 'stderr'>;

/** A switch that is not given is off: to say so of each hides the defaults that matter. */
const withoutOff = (help: string): string =>
  help
    .split('\n')
    .map((line) => (line.endsWith(off) ? line.slice(0, -off.length).trimEnd() : line))
    .join('\n');

const off = '[default = false]';

/** Runs a command, such as `['deploy', 'web.yaml']`. Returns the exit code, after everything has been said. */
export const runCommand = async (
  called: readonly string[],
  { stdout, stderr, ...given }: Surroundings,
): Promise<number> => {
  const args = inOtherWords(called);
  if (asksForFirstPage(args)) {
    given.screen.write(wrappedFor(given.screen, firstPage(given.screen)));
    return exitCodes.done;
  }
  let outcome: Outcome | number | undefined;
  const process: Pick<Surroundings, 'stdout' | 'stderr' | 'env'> & { exitCode?: number | string | null } = {
    stdout: asksForHelp(args) ? { write: (text) => stdout.write(wrappedFor(given.screen, withoutOff(text))) } : stdout,
    stderr: { write: (text) => stderr.write(wrappedFor(given.screen, text)) },
    env: given.env,
  };
  const endAs = (ended: Outcome | number): void => {
    outcome = ended;
  };
  // the first page needs neither
  const [{ ExitCode, run }, { appFor, whereItIsShown }] = await Promise.all([
    import('@stricli/core'),
    import('./app.ts'),
  ]);
  await run(await appFor(args[0]), args, { ...given, process, endAs });
  if (process.exitCode === ExitCode.InvalidArgument) stderr.write(`${whereItIsShown}\n`);
  if (typeof outcome === 'number') return outcome;
  if (outcome !== undefined) return exitCodes[outcome];
  // Stricli's own codes are negative: each of them is a wrong call or a defect
  const wrongCalls: readonly unknown[] = [ExitCode.UnknownCommand, ExitCode.InvalidArgument];
  return wrongCalls.includes(process.exitCode) ? exitCodes.calledWrongly : Number(process.exitCode ?? exitCodes.done);
};
