import { briefs } from '../briefs.ts';
import { buildCommand } from '../command.ts';
import type { CliContext } from '../context.ts';

interface Flags {
  readonly stdio: boolean;
}

async function lsp(this: CliContext): Promise<void> {
  // the library of the protocol is large: only this command loads it
  const [{ serve }, { typesFolder }] = await Promise.all([
    import('../lsp/server.ts'),
    import('../lsp/catalog-texts.ts'),
  ]);
  const { stdin: input, stdout: output } = process;
  const code = await serve({ input, output, types: typesFolder(this.env), interrupted: this.interrupted });
  // the library keeps a timer that looks whether the editor lives, and a check that is not done yet reads for nobody
  process.exit(code);
}

export const lspCommand = buildCommand<Flags, [], CliContext>({
  func: lsp,
  parameters: {
    flags: {
      stdio: {
        kind: 'boolean',
        default: true,
        brief: 'speak over standard input and output, which is all that it does; editors give this flag',
        withNegated: false,
      },
    },
  },
  docs: { brief: briefs.lsp },
});
