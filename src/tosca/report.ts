import { limits } from './limits.ts';
import type { Problem } from './problems.ts';
import { messagesWithout } from './secrets/messages.ts';
import type { Cleaned } from './secrets/values.ts';
import type { Json } from './topology.ts';
import { pathOf, sourceOf, type YamlNode } from './yaml/node.ts';
import type { Source } from './yaml/source.ts';

/** What is wrong, without the place: made by the functions of problem-kinds.ts. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** follows from what is not known, which has been reported: nobody is told */
  readonly silent?: boolean;
}

/** Messages are made when they are shown: a text with ten thousand mistakes shows few, and looking for near names costs. */
export function lazily(code: string, severity: Finding['severity'], message: () => string): Finding {
  let made: string | undefined;
  return {
    code,
    severity,
    get message() {
      made ??= message();
      return made;
    },
  };
}

export const asWarning = (finding: Finding): Finding =>
  finding.silent ? finding : lazily(finding.code, 'warning', () => finding.message);

/** Where findings go. */
export interface Reporter {
  at(node: YamlNode, finding: Finding, part?: string): void;
  atKey(node: YamlNode, finding: Finding): void;
}

/** Collects problems; nothing in the processor throws one. */
export class Report implements Reporter {
  readonly #problems: Problem[] = [];
  readonly #seen = new Set<string>();
  #errors = 0;
  #more = 0;
  #silenced = false;
  /** codes that are no errors in this run */
  readonly #forgiven: ReadonlySet<string>;
  cause: unknown = undefined;
  #cleaned: Cleaned = (text) => text;

  /** `unjudged`: there are no inputs, and a template is not judged for that */
  constructor({ unjudged = false } = {}) {
    this.#forgiven = new Set(unjudged ? ['input-missing'] : []);
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** Whether something is missing that may be in a file that could not be read. */
  get hasSilenced(): boolean {
    return this.#silenced;
  }

  get errors(): number {
    return this.#errors;
  }

  /** `part` names a member that is not there, so has no node of its own. */
  at(node: YamlNode, finding: Finding, part = ''): void {
    const path = part === '' ? pathOf(node) : [pathOf(node), part].filter(Boolean).join('.');
    this.#add(finding, sourceOf(node), node.start, path);
  }

  /** At the key under which the node stands: for members that should not be there. */
  atKey(node: YamlNode, finding: Finding): void {
    this.#add(finding, sourceOf(node), node.keyStart, pathOf(node));
  }

  inText(source: Source, offset: number, finding: Finding): void {
    this.#add(finding, source, offset, '');
  }

  inputs(finding: Finding, path: string, declaration: YamlNode): void {
    this.#add(finding, sourceOf(declaration), declaration.keyStart, path);
  }

  /** A fault of the processor's own. What went wrong is kept for whoever debugs, and told to nobody else. */
  failed(finding: Finding, cause: unknown): void {
    this.cause = cause;
    this.#add(finding, undefined, 0, '');
  }

  /** Messages quote what is wrong: from here on without these values. */
  hide(secrets: readonly Json[]): void {
    if (secrets.length > 0) this.#cleaned = messagesWithout(secrets);
  }

  #add(found: Finding, source: Source | undefined, offset: number, path: string): void {
    const { code } = found;
    if (found.silent) this.#silenced = true;
    if (found.silent) return;
    const severity = this.#forgiven.has(code) ? 'warning' : found.severity;
    if (severity === 'error') this.#errors += 1;
    if (this.#problems.length >= limits.problems) {
      this.#more += 1;
      return;
    }
    const { line, column } = source?.positionAt(offset) ?? { line: 1, column: 1 };
    const file = source?.file ?? 'template';
    const message = shortened(this.#cleaned(found.message));
    const identity = `${file}\n${line}\n${column}\n${code}\n${message}`;
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    this.#problems.push({ code, severity, file, line, column, path: shortened(path), message });
  }

  /** In the order of the texts, the template first. */
  list(): readonly Problem[] {
    const sorted = this.#problems.toSorted(
      (a, b) => rank(a.file) - rank(b.file) || a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
    );
    if (this.#more === 0) return sorted;
    const message = `${this.#more} more problems are not shown, at most ${limits.problems} are`;
    const place = { file: 'template', line: 1, column: 1, path: '' };
    return [...sorted, { code: 'too-many-problems', severity: 'warning', message, ...place }];
  }
}

/**
 * Errors become warnings: tools of 1.x look at the types a template uses and at no others, so a mistake in the rest of an
 * imported file must not refuse the template.
 */
export const lenient = (report: Report): Reporter => ({
  at: (node, finding, part) => report.at(node, asWarning(finding), part),
  atKey: (node, finding) => report.atKey(node, asWarning(finding)),
});

/**
 * A keyname that is near no other is left aside by tools of 1.x, and templates in use have some (`scalable` on a node):
 * a warning. A near one is a slip of the pen that would lose what its author meant: still an error.
 */
export const tolerant = (report: Reporter): Reporter => ({
  at: (node, finding, part) => report.at(node, finding, part),
  atKey: (node, finding) => {
    const stray = finding.code === 'keyname-unknown' && !finding.message.includes('did you mean');
    report.atKey(node, stray ? asWarning(finding) : finding);
  },
});

/** Names and values come from the template, and may be as long as it. */
const shortened = (text: string): string =>
  text.length <= limits.message ? text : `${text.slice(0, limits.message - 3).toWellFormed()}...`;

const rank = (file: string): number => (file === 'template' ? 0 : 1);
