import { InvalidError } from '../../foundation/errors.ts';
import { deployable } from '../../tosca/infrastructure-manager/deployable.ts';
import { didYouMean } from '../../tosca/near.ts';
import type { Problem } from '../../tosca/problems.ts';
import type { Imports, Topology } from '../../tosca/topology.ts';
import { cleanerFor } from '../deployments/record/disclosure.ts';
import { secretPlaces } from '../deployments/record/secret-places.ts';
import { isKnownKey } from './element-conditions.ts';
import { stepsFor } from './expression-program.ts';
import { fileExpressionFault } from './file-expression.ts';
import { exampleFiles, fillIn, placeholderFaults } from './file-parameters.ts';
import { type Loop, loopsFor, matchingFiles } from './loops.ts';
import type { FileConfiguration } from './ports.ts';
import { readersOf, unreachableFault } from './reachable-buckets.ts';
import { describesElement, excludedKeys, parseReplicationExpression } from './replication-expression.ts';
import type { Reader } from './schedule.ts';
import type { ScheduleRequest } from './schedule-request.ts';
import { oneOfEachBucket, sharedBuckets } from './storage-elements.ts';

export interface CheckPorts {
  readonly imports: Imports;
  readonly fileConfiguration: FileConfiguration;
}

/** The parts of a request that could be read; missing parts are reported elsewhere. */
export type Readable = {
  readonly [K in keyof Pick<
    ScheduleRequest,
    'template' | 'parameters' | 'fileExpression' | 'replicationExpression' | 'numberOfReplicas'
  >]?: ScheduleRequest[K] | undefined;
};

/** The caller decides which buckets can be used. */
type ReadBy = Readable & { readonly reader: Reader };

export interface Faults {
  readonly faults: readonly string[];
  /** problems of the template; only warnings if the template is valid */
  readonly problems: readonly Problem[];
  /** the topology for a made-up file; absent when it cannot be deployed */
  readonly topology?: Topology | undefined;
  /** where the schedule's jobs may write what it waits for */
  readonly notes: readonly string[];
}

/** Everything that is wrong, after the mistakes that were found before. */
export const scheduleFaults = async (
  ports: CheckPorts,
  request: ReadBy,
  mistakes: readonly string[] = [],
): Promise<Faults> => {
  const { problems, topology } = await triedOut(ports.imports, request);
  const isBad = problems.some(({ severity }) => severity === 'error');
  const before = fileFaults(request, ports.fileConfiguration);
  const loops = before.length > 0 || isBad ? [] : await loopsOf(ports, request);
  const faults = [
    ...mistakes,
    ...before,
    ...loops.filter(({ isCertain }) => isCertain).map(loopFault),
    ...replicationFaults(request, ports.fileConfiguration),
    ...placeholderFaults(request.parameters ?? {}),
    ...(isBad ? ['the template cannot be deployed'] : []),
  ];
  const notes = notesOf(loops.filter(({ isCertain }) => !isCertain));
  return { faults, problems, ...(topology && { topology }), notes };
};

const loopsOf = async ({ imports, fileConfiguration }: CheckPorts, request: ReadBy): Promise<readonly Loop[]> => {
  const { fileExpression, reader } = request;
  if (fileExpression === undefined) return [];
  const buckets = fileConfiguration.buckets.filter((bucket) => readersOf(fileConfiguration, bucket)(reader));
  const loops = new Map<string, Loop>();
  const mayCompare = stepsFor(fileExpression);
  for (const file of matchingFiles(fileExpression, buckets, mayCompare)) {
    const { topology } = await triedWith(imports, request, file);
    if (topology === undefined) continue;
    const parameters = fillIn(request.parameters ?? {}, file);
    const cleaned = cleanerFor({ parameters, ...secretPlaces(topology, parameters) });
    const found = loopsFor(fileExpression, topology, file, { mayCompare, cleaned });
    for (const loop of found) loops.set(`${loop.node} ${loop.address}`, loop);
  }
  return [...loops.values()];
};

const loopFault = ({ node, address }: Loop): string =>
  `the job ${node} writes to ${address}, where fileExpression matches every file, so each result would start another job: write to a bucket or folder that it does not match`;

const loopNote = ({ node, address }: Loop): string =>
  `${node} names ${address}: if it writes files there that fileExpression matches, each starts another deployment. A schedule with too many events in an hour is suspended`;

/** Most notes of a schedule, whose record has room for 400 KB. */
const mostNotes = 20;

const notesOf = (loops: readonly Loop[]): readonly string[] => {
  const more = loops.length - mostNotes;
  return [...loops.slice(0, mostNotes).map(loopNote), ...(more > 0 ? [`${more} more addresses like these`] : [])];
};

export const refusal = ({ faults, problems }: Pick<Faults, 'faults' | 'problems'>): InvalidError =>
  new InvalidError(`the schedule is not valid: ${faults.join('; ')}`, { problems });

const fileFaults = ({ fileExpression, reader }: ReadBy, files: FileConfiguration): readonly string[] => {
  if (fileExpression === undefined) return [];
  const fault = fileExpressionFault(fileExpression) ?? unreachableFault(fileExpression, files, reader);
  return fault === undefined ? [] : [`fileExpression ${fault}`];
};

const replicationFaults = (
  { replicationExpression, numberOfReplicas = 0 }: Readable,
  { elements }: Pick<FileConfiguration, 'elements'>,
): readonly string[] => {
  if (replicationExpression === undefined) return [];
  const parsed = parseReplicationExpression(replicationExpression);
  if (!parsed.ok)
    return [`replicationExpression is wrong at position ${parsed.fault.position}: ${parsed.fault.message}`];
  const unknown = excludedKeys(parsed.expression).find((key) => !isKnownKey(key, elements));
  if (unknown !== undefined) return [excludesNothing(unknown, elements)];
  const described = elements.filter((element) => describesElement(parsed.expression, element));
  if (oneOfEachBucket(described).length >= numberOfReplicas) return [];
  return [
    `numberOfReplicas is ${numberOfReplicas}, and replicationExpression describes ${described.length} of the \
${elements.length} storage elements that there are${namesOf(elements)}${sharedBuckets(described)}${advice(elements)}`,
  ];
};

/** Rucio takes it, and puts replicas into the element whose name was misspelt. */
const excludesNothing = (key: string, elements: FileConfiguration['elements']): string => {
  const known = elements.flatMap(({ name, attributes }) => [name, ...Object.keys(attributes)]);
  return `replicationExpression excludes ${key}, and no storage element has that name or attribute${didYouMean(key, known)}${namesOf(elements)}`;
};

const mostNames = 10;

const namesOf = (elements: FileConfiguration['elements']): string => {
  if (elements.length === 0) return '';
  const names = elements.slice(0, mostNames).map(({ name }) => name);
  return ` (${names.join(', ')}${elements.length > mostNames ? ', …' : ''})`;
};

const advice = ({ length }: FileConfiguration['elements']): string =>
  length === 0
    ? '; the configuration has to name one (files.elements)'
    : ': write a name or an attribute of one, or want fewer replicas';

/**
 * Checks the template with made-up files, since the real file is not known yet. Whether a file's name meets the
 * template's constraints is checked when the file comes. So a problem with a value counts only if both made-up files have
 * the same one.
 */
const triedOut = async (imports: Imports, request: Readable): Promise<Tried> => {
  const [first, second] = exampleFiles;
  const tried = await triedWith(imports, request, first);
  if (!tried.problems.some(dependsOnValue)) return tried;
  const other = await triedWith(imports, request, second);
  const others = new Set(other.problems.map(textOf));
  const problems = tried.problems.filter((problem) => !dependsOnValue(problem) || others.has(textOf(problem)));
  return { problems, topology: tried.topology ?? other.topology };
};

type Tried = Pick<Faults, 'problems' | 'topology'>;

const triedWith = async (
  imports: Imports,
  { template, parameters }: Readable,
  file: (typeof exampleFiles)[number],
): Promise<Tried> => {
  if (template === undefined) return { problems: [] };
  const { processed } = await deployable(template, { inputs: fillIn(parameters ?? {}, file), imports });
  if (processed.ok) return processed;
  // unreadable parameters are reported as such; what they lack is unknown
  return { problems: processed.problems.filter(({ code }) => parameters !== undefined || code !== 'input-missing') };
};

/** Only constraints depend on the value: a value of the wrong type is wrong for every file name. */
const dependsOnValue = ({ code, message }: Problem): boolean =>
  code === 'value-constraint' || (code === 'input-invalid' && !message.includes(': expected '));

const textOf = ({ code, path, line, message }: Problem): string => JSON.stringify([code, path, line, message]);
