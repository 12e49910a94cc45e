import { isOpen, type Names } from './names.ts';
import { hintAt, nearest } from './near.ts';
import { type Finding, lazily } from './report.ts';

type Severity = Finding['severity'];

const codes = new Set<string>();

/** A name or value of a template within a message: at most 80 characters. */
export const quote = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text);

/** A kind of problem: its code, and its message from what was found. */
export const kind = <Args extends unknown[]>(
  code: string,
  message: (...args: Args) => string,
  severity: Severity = 'error',
): ((...args: Args) => Finding) => made(code, (args) => lazily(code, severity, () => message(...args)));

export const warning = <Args extends unknown[]>(code: string, message: (...args: Args) => string) =>
  kind(code, message, 'warning');

/**
 * A name that is not among the known ones, which are the last argument. The message gets a hint at the known name that was
 * probably meant; it is empty where none is similar. `nameAt`: which argument the name is.
 */
export const unknownName = <Args extends [...unknown[], Names]>(
  code: string,
  message: (hint: string, ...args: Args) => string,
  { nameAt = 0, severity = 'error' }: { readonly nameAt?: number; readonly severity?: Severity } = {},
): ((...args: Args) => Finding) =>
  made(code, (args) => {
    const similar = (): string | undefined => nearest(String(args[nameAt]), args.at(-1) as Names);
    return lazily(code, severity, (found) => message(hintAt(found), ...args), similar);
  });

const made = <Args extends unknown[]>(code: string, finding: (args: Args) => Finding): ((...args: Args) => Finding) => {
  codes.add(code);
  return (...args) => {
    const found = finding(args);
    return args.some(mayHoldMore) ? { code, severity: found.severity, message: '', silent: true } : found;
  };
};

const mayHoldMore = (argument: unknown): boolean =>
  typeof argument === 'object' && argument !== null && isOpen(argument as Names);

export const problemCodes: ReadonlySet<string> = codes;
