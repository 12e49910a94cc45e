import { isArchive, openArchive } from './csar/archive.ts';
import { ArchiveError } from './csar/zip.ts';
import type { Service } from './model/service.ts';
import { type Document, readDocument } from './phase1-read.ts';
import { importDocuments, type Unit } from './phase2-import.ts';
import { checkGrammar } from './phase3-grammar.ts';
import { defineTypes } from './phase4-types.ts';
import { bindInputs } from './phase5-inputs.ts';
import { instantiateTemplates } from './phase6-templates.ts';
import { evaluateValues } from './phase7-values.ts';
import { normalize } from './phase8-normalize.ts';
import { archiveInvalid, archiveLimit, asWarning, processingFailed } from './problem-kinds.ts';
import type { Problem } from './problems.ts';
import { Report } from './report.ts';
import type { Imports, Json, Processed, Topology } from './topology.ts';
import { YamlMapping } from './yaml/node.ts';
import { textOf } from './yaml/scalar.ts';
import { Source } from './yaml/source.ts';

interface Options {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly imports: Imports;
}

/** What is known of a template whether it is good or not. */
export interface Examined {
  readonly ok: boolean;
  /** as the template says it; undefined when it says none that is known */
  readonly version: string | undefined;
  /** as far as it could be worked out */
  readonly topology: Topology | undefined;
  readonly problems: readonly Problem[];
}

/**
 * A service template and its inputs -> the topology it describes, or all that is wrong with it. Never throws: a text
 * that is not TOSCA, or not even YAML, is a problem like any other. Each phase does what it can with what the ones before
 * have left, so that all mistakes are found at once; only a text that cannot be read ends the work.
 */
export async function processTemplate(text: string, options: Options): Promise<Processed> {
  const { ok, topology, problems } = await examine(text, options, new Report());
  return topology && ok ? Object.freeze({ ok, topology, problems }) : Object.freeze({ ok: false, problems });
}

/**
 * The same without a deployment in view: inputs that a user will have to give, and imports that cannot be read here, are
 * warnings, and so are names that may come from the latter.
 */
export const validateTemplate = (text: string, imports: Imports): Promise<Examined> =>
  examine(text, { inputs: {}, imports }, new Report({ unjudged: true }));

async function examine(text: string, options: Options, report: Report): Promise<Examined> {
  const known: { template?: Document } = {};
  const topology = await guarded(report, async () => {
    const opened = open(text, options, report);
    if (opened === undefined) return undefined;
    const template = readDocument('template', opened.text, report);
    if (template === undefined) return undefined;
    known.template = template;
    return run({ ...template, ...opened.place }, { ...options, imports: opened.imports }, report);
  });
  const version = textOf(known.template?.root.get('tosca_definitions_version'));
  return { ok: !report.hasErrors, version, topology, problems: Object.freeze(report.list()) };
}

interface Opened {
  readonly text: string;
  readonly place: { readonly address?: string };
  readonly imports: Imports;
}

/** What was submitted is the template, or a CSAR with the template and the files it imports. */
function open(text: string, { imports }: Options, report: Report): Opened | undefined {
  if (!isArchive(text)) return { text, place: {}, imports };
  try {
    const archive = openArchive(text);
    const read = async (address: string): Promise<string> => archive.read(address) ?? imports.read(address);
    return { text: archive.text, place: { address: archive.entry }, imports: withReader(imports, read) };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const finding = error.kind === 'limit' ? archiveLimit(error.message) : archiveInvalid(error.message);
    report.inText(new Source('template', ''), 0, finding);
    return undefined;
  }
}

const withReader = (imports: Imports, read: Imports['read']): Imports => ({
  read,
  profile: async (name) => imports.profile?.(name),
});

/** The phases, in their order. */
async function run(template: Document, { inputs, imports }: Options, report: Report): Promise<Topology> {
  const units = await importDocuments(template, imports, report);
  checkGrammar(units, report);
  defineTypes(units);
  const service = serviceOf(template, units, report);
  bindInputs(service, inputs);
  instantiateTemplates(service);
  evaluateValues(service);
  return normalize(service);
}

/** The last line of defence: a fault of ours must not become a fault of the request. */
async function guarded<T>(report: Report, work: () => Promise<T | undefined>): Promise<T | undefined> {
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
  const body = template.root.get(template.version === '2.0' ? 'service_template' : 'topology_template');
  return {
    version: template.version,
    scope: first.scope,
    report,
    judged: template.version === '2.0' ? (finding) => finding : asWarning,
    root: template.root,
    body: body instanceof YamlMapping ? body : undefined,
    inputs: new Map(),
    nodes: new Map(),
    nodeNames: new Set(),
    groups: new Map(),
    policies: [],
    outputs: [],
    relationships: new Map(),
  };
}
