import type { Service } from './model/service.ts';
import { type Document, readDocument } from './phase1-read.ts';
import { importDocuments, type Unit } from './phase2-import.ts';
import { checkGrammar } from './phase3-grammar.ts';
import { defineTypes } from './phase4-types.ts';
import { bindInputs } from './phase5-inputs.ts';
import { instantiateTemplates } from './phase6-templates.ts';
import { evaluateValues } from './phase7-values.ts';
import { normalize } from './phase8-normalize.ts';
import { processingFailed } from './problem-kinds.ts';
import { Report } from './report.ts';
import type { Imports, Json, Processed, Topology } from './topology.ts';
import { YamlMapping } from './yaml/node.ts';

/**
 * A service template and its inputs -> the topology it describes, or all that is wrong with it. Never throws: a text
 * that is not TOSCA, or not even YAML, is a problem like any other. Each phase does what it can with what the ones before
 * have left, so that all mistakes are found at once; only a text that cannot be read ends the work.
 */
export async function processTemplate(
  text: string,
  options: { inputs: Readonly<Record<string, Json>>; imports: Imports },
): Promise<Processed> {
  const report = new Report();
  const topology = await guarded(report, () => run(text, options, report));
  const problems = Object.freeze(report.list());
  return topology && !report.hasErrors
    ? Object.freeze({ ok: true, topology, problems })
    : Object.freeze({ ok: false, problems });
}

async function run(
  text: string,
  options: { inputs: Readonly<Record<string, Json>>; imports: Imports },
  report: Report,
): Promise<Topology | undefined> {
  const template = readDocument('template', text, report);
  if (template === undefined) return undefined;
  const units = await importDocuments(template, options.imports, report);
  checkGrammar(units, report);
  defineTypes(units);
  const service = serviceOf(template, units, report);
  bindInputs(service, options.inputs);
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
