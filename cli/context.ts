import type { CommandContext } from '@stricli/core';
import type { Fetch } from '../client/index.ts';
import type { Outcome } from './outcome.ts';

/** Where the command line shows something. */
export interface Screen {
  /** a text for people or programs; on a terminal it cannot move the cursor */
  write(text: string): void;
  /** a text with sequences that move the cursor */
  control(text: string): void;
  /** lines can be overwritten: a terminal that a person looks at */
  readonly live: boolean;
  readonly colours: boolean;
  /** of the terminal now, since the user may resize it */
  size(): { readonly columns: number; readonly rows: number };
}

/** What every command gets, as `this`. */
export interface CliContext extends CommandContext {
  readonly screen: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** aborts when the user presses Ctrl-C */
  readonly interrupted: AbortSignal;
  /** asks the user; undefined: nobody can answer */
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  /** asks for a line, without blanks around it; undefined: nobody can answer */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** opens an address in the user's browser; undefined: there is none, such as in a remote shell */
  readonly browse: ((url: string) => Promise<void>) | undefined;
  /** runs a program with this terminal, and returns its exit code; default: execute.ts */
  readonly execute?: (
    program: string,
    args: readonly string[],
    ending: { readonly interrupted: AbortSignal },
  ) => Promise<number>;
  /** sets the exit code of a command that has printed everything itself; other commands throw an error */
  readonly endAs: (outcome: Outcome | number) => void;
  /** default: `fetch` of the runtime */
  readonly fetch?: Fetch;
  /** of a completion: the flags of the connection that were typed before the cursor */
  readonly connection?: { readonly url?: string; readonly token?: string; readonly context?: string };
  /** everything on standard input */
  readonly readInput: () => Promise<Buffer>;
}
