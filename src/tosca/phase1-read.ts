import type { Archive } from './csar/archive.ts';
import * as kinds from './problem-kinds.ts';
import type { Finding, Report } from './report.ts';
import { found } from './values/found.ts';
import { definitionsVersions, type Version } from './versions.ts';
import type { YamlFault } from './yaml/compose.ts';
import { composed, isForEverybody, keptTrees } from './yaml/kept-trees.ts';
import type { YamlMapping, YamlNode } from './yaml/node.ts';
import { textOf } from './yaml/scalar.ts';
import type { Source } from './yaml/source.ts';

/** One YAML document that declares a TOSCA version. */
export interface Document {
  readonly source: Source;
  readonly root: YamlMapping;
  readonly version: Version;
  /** false: there is no node filter in it */
  readonly mayFilter: boolean;
  /** base for the addresses that it imports; the template itself has none, unless it came in an archive */
  readonly address?: string;
  /** the archive it came in */
  readonly archive?: Archive;
}

/** The topology of a document: what is deployed, beside the types. Undefined: it has none, or it is no map. */
export function bodyOf(root: YamlMapping, version: Version): YamlMapping | undefined {
  const body = root.get(version === '2.0' ? 'service_template' : 'topology_template');
  return body?.kind === 'mapping' ? body : undefined;
}

/**
 * Phase 1: text -> located YAML nodes and their TOSCA version. Undefined when the text cannot be used. `importing` is
 * the version of the importing document, for a file of 1.x that does not declare its own.
 */
export function readDocument(file: string, text: string, report: Report, importing?: Version): Document | undefined {
  const isKept = importing !== undefined && isForEverybody(file);
  const { source, root, faults } = isKept ? keptTrees.treeOf(file, text) : composed(file, text);
  const version = root?.kind === 'mapping' ? versionOf(root, { source, report, importing }) : undefined;
  for (const fault of faults) report.inText(source, fault.offset, findingOf(quiet(fault, importing), version));
  // a text that is broken as YAML says nothing reliable about TOSCA
  if (faults.some(({ kind }) => kind !== 'duplicate')) return undefined;
  if (root?.kind === 'mapping') return version && { source, root, version, mayFilter: mayFilter(text) };
  if (faults.length === 0)
    report.inText(
      source,
      0,
      kinds.notMapping(root ? (importing === undefined ? foundAlone(root) : 'another text') : 'an empty text'),
    );
  return undefined;
}

/** An import may name any file, so messages quote nothing of one that is not YAML. */
const quiet = (fault: YamlFault, importing: Version | undefined): YamlFault =>
  importing === undefined || fault.kind === 'duplicate'
    ? fault
    : { ...fault, message: fault.message.replaceAll(/"[^"]*"?|'[^']*'?|!?<[^>]*>?|[*&]\S+|(?<=alias )\S+/g, '…') };

/** A key in quotes may have escapes in it, such as `\x5f` for `_`. */
const mayFilter = (text: string): boolean => text.includes('filter') || text.includes('\\');

/** A long text without blanks is a file in base64, so messages do not quote it. */
const foundAlone = (node: YamlNode): string => {
  const text = node.kind === 'scalar' ? node.text : '';
  if (text.length < 60 || /[^A-Za-z0-9+/=_\s-]/.test(text) || !/\S{60}/.test(text)) return found(node);
  return `${text.length} characters of base64 that are not an archive; a CSAR is a zip file or a tarball`;
};

const byFault = {
  syntax: kinds.yamlSyntax,
  limit: kinds.yamlLimit,
  alias: kinds.yamlAlias,
  documents: kinds.yamlDocuments,
  key: kinds.yamlKey,
  duplicate: kinds.duplicateKey,
} as const;

/** Tools of 1.x use the last of two equal keys; YAML 1.2, which TOSCA 2.0 requires, forbids them. */
function findingOf(fault: YamlFault, version: Version | undefined): Finding {
  const finding = byFault[fault.kind](fault.message);
  return fault.kind === 'duplicate' && version !== '2.0' ? kinds.asWarning(finding) : finding;
}

interface Reading {
  readonly source: Source;
  readonly report: Report;
  readonly importing: Version | undefined;
}

/** Whether a file without a version is TOSCA 1.x, by its keys. */
const isSimpleProfile = (root: YamlMapping): boolean =>
  [...root.entries.keys()].some((key) => /^(?:\w+_types|imports|repositories|topology_template)$/.test(key));

function versionOf(root: YamlMapping, { source, report, importing }: Reading): Version | undefined {
  const node = root.get('tosca_definitions_version');
  const name = textOf(node)?.trim();
  if (node === undefined || name === undefined) {
    // tools of 1.x accept imported files without a version
    const isTaken = importing !== undefined && importing !== '2.0' && isSimpleProfile(root);
    report.at(root, isTaken ? kinds.asWarning(kinds.versionMissing()) : kinds.versionMissing());
    return isTaken ? importing : undefined;
  }
  const version = Object.hasOwn(definitionsVersions, name.replace(/\/$/, ''))
    ? definitionsVersions[name.replace(/\/$/, '')]
    : undefined;
  if (version === undefined) {
    report.at(
      node,
      kinds.versionUnknown(
        name,
        Object.keys(definitionsVersions).filter((each) => !each.includes(':')),
      ),
    );
    return undefined;
  }
  if ([...root.entries.keys()][0] !== 'tosca_definitions_version') {
    const finding = kinds.versionNotFirst();
    report.inText(source, node.keyStart, version === '2.0' ? finding : kinds.asWarning(finding));
  }
  return version;
}
