import { limits } from './limits.ts';
import type { Problem } from './problems.ts';
import { messagesWithout } from './secrets/messages.ts';
import type { Cleaned } from './secrets/values.ts';
import type { Json } from './topology.ts';
import { pathOf, sourceOf, type YamlNode } from './yaml/node.ts';
import type { Source } from './yaml/source.ts';

/** A problem without its place; the functions of problem-kinds.ts make them. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** the known name that is probably meant; undefined: none is similar, or the problem is no unknown name */
  readonly similar?: string | undefined;
  /** what it is where no name is similar; undefined: the same as where one is */
  readonly unlessSimilar?: 'warning' | 'dropped' | undefined;
  /** true: not shown, since it follows from something unknown that is already reported */
  readonly silent?: boolean;
}

const findings = new WeakMap<Problem, Finding>();

/** The known name that is probably meant where a problem is; undefined: none is similar, or the problem is no unknown name. */
export const similarTo = (problem: Problem): string | undefined => findings.get(problem)?.similar;

/** Makes a message only when it is shown: of ten thousand mistakes few are shown, and finding similar names is slow. */
class LazyFinding implements Finding {
  readonly code: string;
  readonly severity: Finding['severity'];
  readonly #write: (similar: string | undefined) => string;
  readonly #nameSimilar: (() => string | undefined) | undefined;
  #isCompared = false;
  #similar: string | undefined = undefined;
  #message: string | undefined = undefined;

  constructor(
    code: string,
    severity: Finding['severity'],
    write: (similar: string | undefined) => string,
    nameSimilar: (() => string | undefined) | undefined,
  ) {
    this.code = code;
    this.severity = severity;
    this.#write = write;
    this.#nameSimilar = nameSimilar;
  }

  get similar(): string | undefined {
    if (!this.#isCompared) this.#similar = this.#nameSimilar?.();
    this.#isCompared = true;
    return this.#similar;
  }

  get message(): string {
    this.#message ??= this.#write(this.similar);
    return this.#message;
  }
}

export const lazily = (
  code: string,
  severity: Finding['severity'],
  message: (similar: string | undefined) => string,
  nameSimilar?: () => string | undefined,
): Finding => new LazyFinding(code, severity, message, nameSimilar);

export const asWarning = (finding: Finding): Finding => changed(finding, { severity: 'warning' });

/**
 * For parts that tools of 1.x do not check: a warning, unless a known name is similar. That is a misspelling, which loses
 * what its author meant.
 */
export const mildUnlessMisspelt = (finding: Finding): Finding =>
  changed(finding, { unlessSimilar: finding.unlessSimilar ?? 'warning' });

/** For names that an author may choose: nothing, unless a known name is similar. */
export const onlyForMisspelt = (finding: Finding): Finding => changed(finding, { unlessSimilar: 'dropped' });

type Traits = Partial<Pick<Finding, 'severity' | 'unlessSimilar'>>;

/** A finding with other traits. A class, since getters of single objects are slow to make, and there may be very many. */
class ChangedFinding implements Finding {
  readonly code: string;
  readonly severity: Finding['severity'];
  readonly unlessSimilar: Finding['unlessSimilar'];
  readonly #finding: Finding;

  constructor(finding: Finding, { severity = finding.severity, unlessSimilar = finding.unlessSimilar }: Traits) {
    this.code = finding.code;
    this.severity = severity;
    this.unlessSimilar = unlessSimilar;
    this.#finding = finding;
  }

  get similar(): string | undefined {
    return this.#finding.similar;
  }

  get message(): string {
    return this.#finding.message;
  }
}

const changed = (finding: Finding, traits: Traits): Finding =>
  finding.silent ? finding : new ChangedFinding(finding, traits);

interface Where {
  readonly offset: number;
  readonly source: Source | undefined;
  readonly path: string;
}

/** Where a finding is kept among those that are shown, and what it counts as. */
interface Kept {
  readonly index: number;
  readonly severity: Finding['severity'];
}

/** Where findings go. */
export interface Reporter {
  at(node: YamlNode, finding: Finding, part?: string): void;
  atKey(node: YamlNode, finding: Finding): void;
}

/** Collects problems; the library throws none. */
export class Report implements Reporter {
  readonly #problems: Problem[] = [];
  /** indexes of those that are warnings */
  readonly #warnings: number[] = [];
  readonly #seen = new Set<string>();
  #errors = 0;
  #more = 0;
  #silenced = false;
  /** findings that were asked whether a known name is similar */
  #compared = 0;
  /** codes that are only warnings in this run */
  readonly #forgiven: ReadonlySet<string>;
  cause: unknown = undefined;
  #cleaned: Cleaned = (text) => text;

  /** `unjudged`: the template is checked without inputs, so a missing input is only a warning */
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

  /** `part` names a missing member, which has no node of its own. */
  at(node: YamlNode, finding: Finding, part = ''): void {
    const kept = this.#countIn(finding);
    if (kept) this.#keep(kept, finding, { offset: node.start, source: sourceOf(node), path: pathTo(node, part) });
  }

  /** Reports at the key of a node: for members that should not be there. */
  atKey(node: YamlNode, finding: Finding): void {
    const kept = this.#countIn(finding);
    if (kept) this.#keep(kept, finding, { offset: node.keyStart, source: sourceOf(node), path: pathOf(node) });
  }

  inText(source: Source, offset: number, finding: Finding): void {
    const kept = this.#countIn(finding);
    if (kept) this.#keep(kept, finding, { offset, source, path: '' });
  }

  inputs(finding: Finding, path: string, declaration: YamlNode): void {
    const kept = this.#countIn(finding);
    if (kept) this.#keep(kept, finding, { offset: declaration.keyStart, source: sourceOf(declaration), path });
  }

  /** Reports a fault of the library itself. The cause is kept for debugging and shown to no client. */
  failed(finding: Finding, cause: unknown): void {
    this.cause = cause;
    const kept = this.#countIn(finding);
    if (kept) this.#keep(kept, finding, { offset: 0, source: undefined, path: '' });
  }

  /** Keeps these values out of all messages from here on. */
  hide(secrets: readonly Json[]): void {
    if (secrets.length > 0) this.#cleaned = messagesWithout(secrets);
  }

  /** Counts a finding. Undefined: it is not shown, so that its place need not be found. */
  #countIn(found: Finding): Kept | undefined {
    if (found.silent) this.#silenced = true;
    if (found.silent) return undefined;
    const severity = this.#forgiven.has(found.code) ? 'warning' : this.#severityOf(found);
    if (severity === undefined) return undefined;
    if (severity === 'error') this.#errors += 1;
    const isFull = this.#problems.length >= limits.problems;
    // what refuses the template is shown before what does not
    const index = isFull && severity === 'error' ? this.#warnings.pop() : this.#problems.length;
    if (isFull) this.#more += 1;
    return index === undefined || index >= limits.problems ? undefined : { index, severity };
  }

  #keep({ index, severity }: Kept, found: Finding, { offset, source, path }: Where): void {
    const { line, column } = source?.positionAt(offset) ?? { line: 1, column: 1 };
    const file = source?.file ?? 'template';
    const message = shortened(this.#cleaned(found.message));
    const identity = `${file}\n${line}\n${column}\n${found.code}\n${message}`;
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    const problem = { code: found.code, severity, file, line, column, path: shortened(path), message };
    this.#problems[index] = problem;
    findings.set(problem, found);
    if (severity === 'warning') this.#warnings.push(index);
  }

  /** Undefined: the finding is dropped. Similar names are looked for only so often, because that is slow. */
  #severityOf(found: Finding): Finding['severity'] | undefined {
    const { severity, unlessSimilar } = found;
    if (unlessSimilar === undefined) return severity;
    if (this.#compared < limits.comparedMistakes) {
      this.#compared += 1;
      if (found.similar !== undefined) return severity;
    }
    return unlessSimilar === 'dropped' ? undefined : unlessSimilar;
  }

  /** The problems in the order of the texts, the template first. */
  list(): readonly Problem[] {
    const sorted = this.#problems.toSorted(
      (a, b) => rank(a.file) - rank(b.file) || a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
    );
    if (this.#more === 0) return sorted;
    const message = `${this.#more} more problems are not shown; at most ${limits.problems} are shown`;
    const place = { file: 'template', line: 1, column: 1, path: '' };
    return [...sorted, { code: 'too-many-problems', severity: 'warning', message, ...place }];
  }
}

/** Reports what a change makes of each finding. */
const changing = (report: Reporter, change: (finding: Finding) => Finding): Reporter => ({
  at: (node, finding, part) => report.at(node, change(finding), part),
  atKey: (node, finding) => report.atKey(node, change(finding)),
});

/**
 * Turns errors into warnings: tools of 1.x look only at the types that a template uses, so a mistake elsewhere in an
 * imported file must not refuse the template.
 */
export const lenient = (report: Reporter): Reporter => changing(report, asWarning);

/** Turns errors of parts that tools of 1.x do not check into warnings; a misspelling stays one. */
export const mild = (report: Reporter): Reporter => changing(report, mildUnlessMisspelt);

/**
 * Turns an unknown keyname into a warning if no known keyname is similar: tools of 1.x ignore those, and templates in
 * use have some (`scalable` on a node). A similar one is a misspelling that would lose what its author meant, so it
 * stays an error.
 */
export const tolerant = (report: Reporter): Reporter =>
  changing(report, (finding) => (finding.code === 'keyname-unknown' ? mildUnlessMisspelt(finding) : finding));

/** The path of a node, or of a member that it lacks. */
const pathTo = (node: YamlNode, part: string): string =>
  part === '' ? pathOf(node) : [pathOf(node), part].filter(Boolean).join('.');

/** Names and values come from the template, and may be as long as the template. */
const shortened = (text: string): string =>
  text.length <= limits.message ? text : `${text.slice(0, limits.message - 3).toWellFormed()}...`;

const rank = (file: string): number => (file === 'template' ? 0 : 1);
