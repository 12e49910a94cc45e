import { withParents } from './addon.ts';
import { Budget } from './budget.ts';
import type { Archive } from './csar/archive.ts';
import { isArchive } from './csar/forms.ts';
import type { Opened } from './csar/open.ts';
import { type DeclaredInput, declaredInputs } from './declared-inputs.ts';
import type { UnsupportedByParser } from './infrastructure-manager/unsupported-by-parser.ts';
import { noNodes } from './model/nodes.ts';
import { inDependencyOrder } from './model/order.ts';
import type { Service } from './model/service.ts';
import { bodyOf, type Document, readDocument } from './phase1-read.ts';
import { importDocuments, type Unit } from './phase2-import.ts';
import { checkGrammar } from './phase3-grammar.ts';
import { defineTypes } from './phase4-types.ts';
import { bindInputs } from './phase5-inputs.ts';
import { instantiateTemplates } from './phase6-templates.ts';
import { Values } from './phase7-values.ts';
import { Normalization } from './phase8-normalize.ts';
import { asWarning, processingFailed } from './problem-kinds.ts';
import type { Problem } from './problems.ts';
import { warnOfMissingAddresses } from './public-address.ts';
import { mildUnlessMisspelt, Report } from './report.ts';
import type { ResolvedImport } from './resolved-imports.ts';
import type { Imports, Json, Processed, Topology } from './topology.ts';
import type { Scope } from './types/type-def.ts';
import { textOf } from './yaml/scalar.ts';

export interface Options {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly imports: Imports;
  /** values that messages must not quote, in addition to those of secret inputs */
  readonly hidden?: readonly Json[];
  /** the archive whose template the text was translated from: scripts are in it */
  readonly translatedFrom?: string;
  /** collects what the Infrastructure Manager's parser does not read */
  readonly unsupported?: UnsupportedByParser;
  /** true: the answer has the inputs that the template declares */
  readonly declares?: true;
  /** is given the names that the template sees, once its types are known */
  readonly seeing?: (scope: Scope) => void;
}

/** What is known of a template, with or without errors. */
export interface Examined {
  readonly ok: boolean;
  /** as the template declares it; undefined without a declaration */
  readonly version: string | undefined;
  /** as far as it could be worked out */
  readonly topology: Topology | undefined;
  readonly problems: readonly Problem[];
  /** imports for which there was more than one possible file */
  readonly imports: readonly ResolvedImport[];
  /** the inputs that it declares, in its order; empty where they cannot be read */
  readonly inputs: readonly DeclaredInput[];
  /** what it came in; absent: it is a text, or its entry definitions cannot be read */
  readonly archive?: Pick<Archive, 'entry' | 'text' | 'paths'>;
}

/**
 * Turns a service template and its inputs into the topology that they describe, or into all problems found. Never
 * throws: a text that is not TOSCA, or not even YAML, is a problem like any other. Each phase works with what the
 * phases before it could read, so that all mistakes are found at once. Only a text that cannot be read ends the work.
 */
export async function processTemplate(text: string, options: Options): Promise<Processed> {
  const report = new Report();
  report.hide(options.hidden ?? []);
  const { ok, topology, problems, imports } = await examine(text, options, report);
  if (!topology || !ok) return Object.freeze({ ok: false, problems });
  return Object.freeze({ ok, topology, problems, ...(imports.length > 0 && { imports }) });
}

/**
 * Checks a template without a deployment. Missing inputs and imports that cannot be read here are only warnings, and so
 * are names that those imports may define. Inputs that are given are checked.
 */
export const validateTemplate = (text: string, imports: Imports, inputs: Options['inputs'] = {}): Promise<Examined> =>
  examine(text, { inputs, imports, declares: true }, new Report({ unjudged: true }));

/** What an editor needs: the problems, and the names that the template sees; undefined: it cannot be read. */
export interface Understood extends Examined {
  readonly scope: Scope | undefined;
}

/** `validateTemplate` for editors. */
export async function understandTemplate(text: string, imports: Imports): Promise<Understood> {
  let scope: Scope | undefined;
  const seeing = (seen: Scope): void => {
    scope = seen;
  };
  const examined = await examine(text, { inputs: {}, imports, declares: true, seeing }, new Report({ unjudged: true }));
  return { ...examined, scope };
}

/**
 * Translates a template of 2.0 for the Infrastructure Manager, which reads the Simple Profile up to 1.3. What cannot be
 * translated is a problem.
 */
export async function translateTemplate(text: string, options: Options): Promise<Translated> {
  const report = new Report();
  const { gatherOperations, translateService } = await import('./translate/translate.ts');
  const translation = await guarded(report, () =>
    reading(text, options, report, async (template, imports) => {
      const service = await readService(template, { ...options, imports }, report);
      const operations = gatherOperations(service);
      topologyOf(service);
      return translateService(service, operations);
    }),
  );
  const problems = Object.freeze(report.list());
  return report.hasErrors || translation === undefined
    ? { ok: false, problems }
    : { ok: true, text: translation, problems };
}

export type Translated =
  | { readonly ok: true; readonly text: string; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

async function examine(text: string, options: Options, report: Report): Promise<Examined> {
  const known: Mutable<Pick<Examined, 'version' | 'imports' | 'inputs' | 'archive'>> = {
    version: undefined,
    imports: [],
    inputs: [],
  };
  const topology = await guarded(report, () =>
    reading(text, options, report, async (template, imports) => {
      known.version = textOf(template.root.get('tosca_definitions_version'));
      if (template.archive !== undefined) known.archive = template.archive;
      const service = await readService(template, { ...options, imports }, report);
      known.imports = service.taken;
      if (options.declares) known.inputs = declaredInputs(service);
      const topology = topologyOf(service);
      // an add-on that was merged with its parent before is complete
      if (service.unread)
        report.at(service.unread.at, report.hasSilenced ? service.unread.finding : asWarning(service.unread.finding));
      return topology;
    }),
  );
  return {
    ok: !report.hasErrors,
    ...known,
    topology,
    problems: Object.freeze(report.list().map((problem) => Object.freeze(problem))),
  };
}

/** Runs phase 1 and then `then`; undefined when the text cannot be read. */
export async function reading<T>(
  text: string,
  options: Options,
  report: Report,
  then: (template: Document, imports: Imports) => Promise<T>,
): Promise<T | undefined> {
  const { translatedFrom = text } = options;
  const opened = await openedFrom(translatedFrom, options.imports, report);
  if (opened === undefined) return undefined;
  const template = readDocument('template', translatedFrom === text ? opened.text : text, report);
  return template && then({ ...template, ...opened.place }, opened.imports);
}

/** Code for archives is loaded only for an archive: hardly any template is one (docs/decisions/0009). */
async function openedFrom(text: string, imports: Imports, report: Report): Promise<Opened | undefined> {
  if (!isArchive(text)) return { text, place: {}, imports };
  const { open } = await import('./csar/open.ts');
  return open(text, imports, report);
}

/** Runs the phases up to the fifth, and prepares the sixth. */
export async function readService(
  read: Document,
  { inputs, imports, unsupported: beyond, seeing }: Options,
  report: Report,
): Promise<Service> {
  const { template, unread } = await withParents(read, { imports, report, unsupported: beyond });
  const { units, taken } = await importDocuments(template, imports, report);
  for (const { document } of units.slice(1)) beyond?.addImport(document.source);
  if (template.archive) {
    const { checkArchive } = await import('./csar/files.ts');
    await checkArchive(template, units, template.archive, report);
  } else if (imports.has) {
    const { checkFolder } = await import('./csar/files.ts');
    await checkFolder(units, imports.has, report);
  }
  checkGrammar(units, report);
  defineTypes(units);
  if (units[0]) seeing?.(units[0].scope);
  const service = { ...serviceOf(template, units, report), unsupported: beyond, taken, unread };
  bindInputs(service, inputs);
  instantiateTemplates(service);
  return service;
}

/**
 * Phases 6 to 8. Each node goes through all of them before the next one, because ten thousand nodes do not fit into the
 * processor's caches (docs/decisions/0009).
 */
export function topologyOf(service: Service): Topology {
  const values = new Values(service);
  const result = new Normalization(service);
  inDependencyOrder(service, (node) => {
    values.settle(node);
    result.addNode(node);
  });
  values.settleOthers();
  const topology = result.topology();
  warnOfMissingAddresses(service, topology);
  return topology;
}

/** The last line of defence: a fault of this library must not make a request fail. */
export async function guarded<T>(report: Report, work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    report.failed(processingFailed(), error);
    return undefined;
  }
}

function serviceOf(template: Document, units: readonly Unit[], report: Report): Service {
  const [first] = units;
  if (first === undefined) throw new Error('the template itself is the first unit');
  return {
    version: template.version,
    scope: first.scope,
    budget: first.scope.budget ?? new Budget(() => {}),
    report,
    unsupported: undefined,
    taken: [],
    unread: undefined,
    judged: template.version === '2.0' ? (finding) => finding : mildUnlessMisspelt,
    place: template,
    root: template.root,
    body: bodyOf(template.root, template.version),
    inputs: new Map(),
    nodes: noNodes,
    limited: new Set(),
    mayFilter: units.some(({ document }) => document.mayFilter),
    nodeNames: new Set(),
    groupNames: new Set(),
    mappedRequirements: new Set(),
    groups: new Map(),
    policies: [],
    outputs: [],
    outputSchemas: new Map(),
    relationships: new Map(),
  };
}
