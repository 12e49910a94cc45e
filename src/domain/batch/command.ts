import { childrenVariable } from './more-memory.ts';

/** What stands before the results in a job's output. */
export const resultsMark = 'toscanini-results:';

/** Most characters of the file of results: they are one line of a log. */
const longestResults = 200_000;

export interface Script {
  /** the shell's text that is the work */
  readonly command: string;
  /** addresses in S3 that are copied to the folder TOSCANINI_INPUTS before */
  readonly inputs?: readonly string[];
  /** the address in S3 to which the files in TOSCANINI_OUTPUTS are copied after a success */
  readonly output?: string;
  /** addresses that are fetched into the working directory before */
  readonly uris?: readonly string[];
  /** the working directory; variables in it stand for their values */
  readonly folder?: string;
  /** true: it runs in a folder of its own, whose name is in MESOS_SANDBOX, as with Chronos */
  readonly inSandbox?: true;
  /** true: some children of an array may be run again by themselves (`more-memory.ts`) */
  readonly inPart?: true;
}

/**
 * The command of a container that runs a text of the shell, and then prints the results that it wrote to the file
 * TOSCANINI_RESULTS. The text is a parameter, so nothing in it needs quotes. The image needs a shell; `aws` only for
 * inputs and outputs, `curl` or `wget` only for addresses.
 */
export const shellCommand = (script: Script): readonly string[] => {
  const { command, inputs = [], output, uris = [], folder, inSandbox, inPart } = script;
  const needsAws = inputs.length > 0 || output !== undefined;
  const lines = [
    'here=$(mktemp -d) || exit 1',
    'export TOSCANINI_RESULTS="$here/results.json" TOSCANINI_INPUTS="$here/inputs" TOSCANINI_OUTPUTS="$here/outputs"',
    'mkdir "$TOSCANINI_INPUTS" "$TOSCANINI_OUTPUTS" || exit 1',
    ...(inPart ? ownIndex : []),
    ...(needsAws
      ? [need('aws', 'the image has no AWS command line (aws), which inputs and output of a job need')]
      : []),
    ...inputs.flatMap(fetchedInput),
    ...(inSandbox ? ['export MESOS_SANDBOX="$here"; cd "$here" || exit 1'] : []),
    ...(folder === undefined ? [] : [`cd "${inShell(folder)}" || exit 1`]),
    ...uris.map(fetched),
    '/bin/sh -c "$1"',
    'code=$?',
    ...(output === undefined ? [] : [`if [ $code -eq 0 ]; then`, ...stored(output), 'fi']),
    'if [ -s "$TOSCANINI_RESULTS" ]; then',
    `  if [ "$(wc -c < "$TOSCANINI_RESULTS")" -gt ${longestResults} ]; then`,
    `    echo "the file of results has more than ${longestResults} bytes" >&2; code=1`,
    `  else printf '%s' '${resultsMark}'; tr -d '\\r\\n' < "$TOSCANINI_RESULTS"; echo; fi`,
    'fi',
    'exit $code',
  ];
  return ['/bin/sh', '-c', lines.join('\n'), 'job', command];
};

/** The place of a child in the first array, where only some of its children run again. */
const ownIndex = [
  'at=${AWS_BATCH_JOB_ARRAY_INDEX:-0}',
  `for part in $${childrenVariable}; do`,
  '  first=${part%-*}; count=$((${part#*-} - first + 1))',
  '  if [ "$at" -lt "$count" ]; then export AWS_BATCH_JOB_ARRAY_INDEX=$((first + at)); break; fi',
  '  at=$((at - count))',
  'done',
];

const need = (program: string, why: string): string =>
  `command -v ${program} > /dev/null || { echo ${quoted(why)} >&2; exit 127; }`;

/** Says why on the output of errors, and ends the job. */
const orEnd = (why: string): string => `|| { echo ${quoted(why)} >&2; exit 1; }`;

/** A folder is copied with all that is in it. `aws` succeeds where there is nothing, and names each file that it copies. */
const fetchedInput = (address: string): readonly string[] => {
  const notCopied = orEnd(
    `input ${address} was not copied: is it there, and may the role of the jobs (jobRoleArn) read it?`,
  );
  if (!address.endsWith('/'))
    return [`aws s3 cp --only-show-errors ${quoted(address)} "$TOSCANINI_INPUTS/" ${notCopied}`];
  return [
    `aws s3 cp --recursive --no-progress ${quoted(address)} "$TOSCANINI_INPUTS/" > "$here/copied" ${notCopied}`,
    `[ -s "$here/copied" ] ${orEnd(`input ${address} has no files: put one there before the job starts, or leave this input out`)}`,
  ];
};

const stored = (output: string): readonly string[] => {
  const none = `no file is in $TOSCANINI_OUTPUTS, so nothing was copied to ${output}`;
  const refused = `the files of $TOSCANINI_OUTPUTS were not copied to ${output}: may the role of the jobs (jobRoleArn) write there?`;
  const folder = output.endsWith('/') ? output : `${output}/`;
  return [
    `  [ -n "$(ls -A "$TOSCANINI_OUTPUTS")" ] || echo ${quoted(none)} >&2`,
    `  aws s3 cp --recursive --only-show-errors "$TOSCANINI_OUTPUTS/" ${quoted(folder)} || { echo ${quoted(refused)} >&2; code=1; }`,
  ];
};

export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Within double quotes: variables such as ${HOME} stand for their values, and nothing is run. */
const inShell = (text: string): string => text.replace(/["`\\]/g, (sign) => `\\${sign}`).replaceAll('$(', '\\$(');

const fetched = (uri: string): string => {
  const address = quoted(uri);
  const file = quoted(uri.split(/[?#]/)[0]?.split('/').at(-1) || 'file');
  return `{ curl -fsSL -o ${file} ${address} || wget -q -O ${file} ${address}; } || { echo ${quoted(`cannot fetch ${uri}`)} >&2; exit 1; }`;
};
