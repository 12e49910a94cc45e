import { different } from './addresses.ts';
import { limits } from './limits.ts';
import type { Names } from './names.ts';
import { listed } from './near.ts';
import { kind, quote, unknownName, warning } from './problem-kind.ts';

export * from './function-problem-kinds.ts';
export { problemCodes } from './problem-kind.ts';
export { asWarning } from './report.ts';

/**
 * Every problem a template can have: one function each, grouped by the phase that finds it. The codes are stable and
 * listed in README.md (a test keeps the two lists equal).
 */

// phase 1: read
export const yamlSyntax = kind('yaml-syntax', (reason: string) => `this is not YAML: ${reason}`);
export const yamlLimit = kind('yaml-limit', (reason: string) => reason);
export const yamlAlias = kind('yaml-alias', (reason: string) => reason);
export const yamlDocuments = kind('yaml-documents', (reason: string) => reason);
export const yamlKey = kind('yaml-key', (reason: string) => reason);
export const duplicateKey = kind('duplicate-key', (reason: string) => reason);
export const notMapping = kind(
  'template-not-mapping',
  (found: string) => `a service template is a YAML mapping that starts with tosca_definitions_version, found ${found}`,
);
export const versionMissing = kind(
  'version-missing',
  () => 'tosca_definitions_version is missing; it names the TOSCA version, e.g. tosca_simple_yaml_1_3',
);
export const versionUnknown = unknownName(
  'version-unknown',
  (hint: string, found: string, known: Names) =>
    `tosca_definitions_version ${quote(found)} is not known${hint}; known are ${listed(known, 30)}`,
);
export const versionNotFirst = kind(
  'version-not-first',
  () => 'tosca_definitions_version must be the first line of the document',
);

export const archiveInvalid = kind('csar-invalid', (reason: string) => `this CSAR cannot be read: ${reason}`);
export const archiveMeta = warning('csar-meta', (reason: string) => reason);
export const archiveFile = warning(
  'csar-file',
  (path: string) => `the file ${quote(path)} is not there, neither beside the template nor in its archive`,
);
export const artifactExtension = warning('artifact-extension', (reason: string) => reason);
export const archiveLimit = kind('csar-limit', (reason: string) => reason);

// phase 2: imports
export const importInvalid = kind('import-invalid', (reason: string) => `this import cannot be read: ${reason}`);
export const importFailed = kind(
  'import-failed',
  (address: string, reason: string) => `the import ${quote(address)} could not be read: ${reason}`,
);
export const importBranch = warning('import-branch', (address: string, instead: string) => {
  const [missing, taken] = different(address, instead);
  return `there is no built-in copy of ${quote(missing)}, so ${quote(taken)} was taken instead: ${instead}`;
});
export const importUnread = warning(
  'import-unread',
  (address: string) => `the import ${quote(address)} was not checked, and neither was anything that it may define`,
);
export const importTopology = warning(
  'import-topology',
  (address: string, names: Names) =>
    `the import ${quote(address)} has node templates of its own (${listed(names, 5)}), which are not deployed: an import brings only definitions; copy them, or make this an add-on of that file`,
);
export const parentTaken = warning(
  'parent-taken',
  (parent: string) => `this is an add-on: it was merged with ${quote(parent)}, the parent that its metadata names`,
);
export const parentUnread = kind(
  'parent-unread',
  (parents: readonly string[], reason: string) =>
    `this is an add-on of ${listed(parents)}, which could not be read: ${reason}; merge it with its parent, or name the parent by an address that can be read`,
);
export const importLimit = kind('import-limit', (reason: string) => reason);
export const importVersion = kind(
  'import-version',
  (address: string, found: string, wanted: string) =>
    `the import ${quote(address)} is written in ${found}; a template in ${wanted} can import ${wanted} only`,
);
export const repositoryUnknown = unknownName(
  'repository-unknown',
  (hint: string, name: string, known: Names) =>
    `there is no repository ${quote(name)}${hint}; the template declares ${listed(known)}`,
);
export const profileUnknown = kind(
  'profile-unknown',
  (name: string, known: Names) => `the profile ${quote(name)} is not known here; known are ${listed(known)}`,
);
export const namespaceTaken = kind(
  'namespace-taken',
  (name: string) => `the namespace ${quote(name)} is used by two imports; each import needs its own`,
);

// phase 3: grammar
export const keynameUnknown = unknownName(
  'keyname-unknown',
  (hint: string, name: string, what: string, known: Names) =>
    `${quote(name)} is not a keyname of ${what}${hint}; allowed are ${listed(known, 30)}`,
);
export const keynameMisplaced = kind('keyname-misplaced', (name: string, reason: string) => `${quote(name)} ${reason}`);
export const keynameMissing = kind(
  'keyname-missing',
  (name: string, what: string) => `${what} needs the keyname ${quote(name)}, which is missing`,
);
export const keynameType = kind(
  'keyname-type',
  (expected: string, found: string) => `expected ${expected}, found ${found}`,
);

// phase 4: types
export const typeUnknown = unknownName(
  'type-unknown',
  (hint: string, what: string, name: string, _known: Names) =>
    `the ${what} type ${quote(name)} is not known${hint}; define or import it`,
  { nameAt: 1 },
);
export const typeCycle = kind(
  'type-cycle',
  (what: string, names: readonly string[]) => `the ${what} types derive from each other: ${names.join(' -> ')}`,
);
export const typeParent = kind('type-parent', (reason: string) => reason);
export const refinementInvalid = kind('refinement-invalid', (reason: string) => reason);
export const nameTaken = kind(
  'name-taken',
  (what: string, name: string) => `the ${what} ${quote(name)} already exists; each needs its own name`,
);
export const definitionInvalid = kind('definition-invalid', (reason: string) => reason);
export const constraintInvalid = kind('constraint-invalid', (reason: string) => reason);

export const templateLimit = kind(
  'template-limit',
  () =>
    `the template has more than ${limits.parts} parts with its types, values and functions; split it, or give it fewer nodes or defaults`,
);

// phase 5: inputs
export const inputMissing = kind(
  'input-missing',
  (name: string) => `the input ${quote(name)} is required and has no default; give it a value in parameters`,
);
export const inputInvalid = kind(
  'input-invalid',
  (name: string, reason: string) => `the value given for the input ${quote(name)} is not allowed: ${reason}`,
);

export const inputUndeclared = unknownName(
  'input-undeclared',
  (hint: string, name: string, _known: Names) =>
    `the template declares no input ${quote(name)}${hint}, so its value in parameters is not used`,
  { severity: 'warning' },
);

// phase 6: templates
export const valueType = kind(
  'value-type',
  (expected: string, found: string) => `expected ${expected}, found ${found}`,
);
export const valueConstraint = kind('value-constraint', (reason: string) => reason);
export const valueFixed = kind(
  'value-fixed',
  (name: string, owner: string) => `${owner}.${name} has a fixed value; no assignment can change it`,
);
export const propertyUnknown = unknownName(
  'property-unknown',
  (hint: string, name: string, owner: string, known: Names) =>
    `${owner} has no property ${quote(name)}${hint}; it has ${listed(known)}`,
);
export const propertyMissing = kind(
  'property-missing',
  (name: string, owner: string) => `${owner} requires the property ${quote(name)}, which has no value`,
);
export const propertyUnset = kind(
  'property-missing',
  (label: string) =>
    `${label} is required, and the property that it reads has no value: give that one a value, or write one here`,
);
export const attributeUnknown = unknownName(
  'attribute-unknown',
  (hint: string, name: string, owner: string, known: Names) =>
    `${owner} has no attribute ${quote(name)}${hint}; it has ${listed(known)}`,
);
export const capabilityUnknown = unknownName(
  'capability-unknown',
  (hint: string, name: string, owner: string, known: Names) =>
    `${owner} has no capability ${quote(name)}${hint}; it has ${listed(known)}`,
);
export const requirementUnknown = unknownName(
  'requirement-unknown',
  (hint: string, name: string, owner: string, known: Names) =>
    `${owner} has no requirement ${quote(name)}${hint}; it has ${listed(known)}`,
);
export const requirementTarget = kind('requirement-target', (reason: string) => reason);
export const requirementCount = kind('requirement-count', (reason: string) => reason);
export const nodeFilter = kind('node-filter', (reason: string) => reason);
export const nodeUnknown = unknownName(
  'node-unknown',
  (hint: string, name: string, known: Names) =>
    `there is no node template ${quote(name)}${hint}; the template has ${listed(known)}`,
);
export const nodeCycle = kind(
  'node-cycle',
  (names: readonly string[]) =>
    `the node templates host each other in a circle: ${names.join(' -> ')}; what is hosted may not host its own host`,
);
export const interfaceUnknown = unknownName(
  'interface-unknown',
  (hint: string, name: string, owner: string, known: Names) =>
    `${owner} has no interface ${quote(name)}${hint}; it has ${listed(known)}`,
);
export const operationUnknown = unknownName(
  'operation-unknown',
  (hint: string, name: string, owner: string, known: Names) =>
    `the interface ${owner} has no operation ${quote(name)}${hint}; it has ${listed(known)}`,
);
export const operationInputMissing = warning(
  'property-missing',
  (name: string, operation: string) =>
    `the operation ${operation} requires the input ${quote(name)}, which has no value`,
);
export const operationInputUnknown = unknownName(
  'property-unknown',
  (hint: string, name: string, operation: string, known: Names) =>
    `the operation ${operation} declares no input ${quote(name)}${hint}; without a value are ${listed(known)}`,
  { severity: 'warning' },
);
export const templateUnknown = unknownName(
  'template-unknown',
  (hint: string, what: string, name: string, known: Names) =>
    `there is no ${what} ${quote(name)}${hint}; the template has ${listed(known)}`,
  { nameAt: 1 },
);
export const memberType = kind(
  'member-type',
  (name: string, type: string, owner: string, allowed: readonly string[]) =>
    `${quote(name)} is a ${type}; ${owner} takes ${listed(allowed)} and types derived from them`,
);
export const artifactUnknown = unknownName(
  'artifact-unknown',
  (hint: string, name: string, owner: string, known: Names) =>
    `${owner} has no artifact ${quote(name)}${hint}; it has ${listed(known)}`,
);
export const allocationInvalid = kind('allocation-invalid', (reason: string) => reason);
export const conditionInvalid = kind('condition-invalid', (reason: string) => reason);
export const calleeInput = unknownName(
  'workflow-invalid',
  (hint: string, name: string, owner: string, known: Names) =>
    `${owner} declares no input ${quote(name)}${hint}; it has ${listed(known)}`,
);
export const workflowInvalid = kind('workflow-invalid', (reason: string) => reason);
export const countInvalid = kind('count-invalid', (reason: string) => reason);
export const copyInvalid = kind('copy-invalid', (reason: string) => reason);
export const substitutionInvalid = kind('substitution-invalid', (reason: string) => reason);

export const versionUndeployable = kind(
  'version-undeployable',
  (reason: string) =>
    `this part of a tosca_2_0 template can be checked but not deployed, since the Infrastructure Manager reads tosca_simple_yaml_1_3: ${reason}`,
);
export const processingFailed = kind(
  'processing-failed',
  () => 'the template could not be processed because the processor has a bug; please report it',
);
