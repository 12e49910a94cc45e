import { realpath, rename, stat, writeFile } from 'node:fs/promises';
import { EncodingError, textIn } from '../../src/tosca/yaml/text-in.ts';
import { briefs } from '../briefs.ts';
import { filesNamed, isArchiveName, standardInput } from '../check/files.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import type { CliContext } from '../context.ts';
import { bytesOf } from '../file-bytes.ts';

interface Flags {
  readonly check: boolean;
}

/** CliError when characters would be lost. */
const textOf = (name: string, bytes: Buffer): string => {
  try {
    return textIn(bytes);
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new CliError('failed', `${name}: ${cause.message}`, { cause });
  }
};

/** CliError when the formatter refuses it. */
const formattedText = async (name: string, text: string): Promise<string> => {
  const { formatted } = await import('../../src/tosca/format/format.ts');
  const result = formatted(text);
  if (result.is === 'formatted') return result.text;
  throw new CliError('failed', `${name}${result.line > 0 ? `:${result.line}` : ''}: ${result.why}; it stays as it is`);
};

/** The whole new text or the whole old one is there, whenever this process ends. */
const replace = async (file: string, text: string): Promise<void> => {
  const path = await realpath(file); // a link stays a link
  const { mode } = await stat(path);
  const written = `${path}.${process.pid}.tmp`;
  await writeFile(written, text, { mode, flag: 'wx' });
  await rename(written, path);
};

/** Files of an archive have the form that its author gave them; in a folder they are left out. */
const textsIn = async (names: readonly string[]): Promise<readonly string[]> => {
  const archive = names.find(isArchiveName);
  if (archive !== undefined) throw new CliError('calledWrongly', `${archive} is an archive: format its files before`);
  return (await filesNamed(names)).filter((file) => !isArchiveName(file));
};

async function fmt(this: CliContext, { check }: Flags, ...names: readonly string[]): Promise<void> {
  let isDone = true;
  const say = (line: string): void => void this.process.stderr.write(`✖ ${line}\n`);
  for (const file of await textsIn(names)) {
    try {
      const isInput = file === standardInput;
      const name = isInput ? 'the input' : file;
      const before = textOf(name, isInput ? await this.readInput() : await bytesOf(file));
      const after = await formattedText(name, before);
      if (isInput && !check) this.screen.write(after);
      else if (before !== after) {
        if (check) isDone = false;
        else await replace(file, after);
        this.screen.write(`${file}\n`);
      }
    } catch (error) {
      // the other files do not depend on it
      if (!(error instanceof CliError)) throw error;
      isDone = false;
      say(error.message);
    }
  }
  if (!isDone) this.endAs('failed');
}

export const fmtCommand = buildCommand<Flags, readonly string[], CliContext>({
  func: fmt,
  parameters: {
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: {
        brief: 'a template, a folder of them, or - for standard input',
        parse: String,
        placeholder: 'FILE',
      },
    },
    flags: {
      check: {
        kind: 'boolean',
        default: false,
        brief: 'write nothing: list what is laid out otherwise, and fail',
        withNegated: false,
      },
    },
  },
  docs: { brief: briefs.fmt },
});
