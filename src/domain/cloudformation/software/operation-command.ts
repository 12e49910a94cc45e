import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Json, ScriptFile } from '../../../tosca/topology.ts';
import { textIn } from './known-inputs.ts';
import { interpreterOf, pathOf } from './operation-scripts.ts';
import { exported, fetchingSecrets, mergedInputs } from './secret-commands.ts';
import type { SecretInput } from './secret-inputs.ts';
import type { Step } from './software.ts';
import { type Command, machinesOf, type SoftwareMachine } from './software-machines.ts';

/** A step with the values of its inputs on one machine. */
export interface Ready {
  readonly step: Step;
  readonly machine: SoftwareMachine;
  readonly inputs: { readonly [name: string]: Json };
  /** absent: it takes none */
  readonly secrets?: readonly SecretInput[];
}

/**
 * What a step does on a machine: the same script with the same inputs is the same, and does not run twice. Values that
 * only say who else is there are not a part of it. Of a secret only its revision is.
 */
export const digestOf = ({ step: { key, once, script, outputs }, inputs, secrets = [] }: Ready): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        once ? [key] : [key, script, outputs, inputs, ...secrets.map(({ input, revision }) => [input, revision])],
      ),
    )
    .digest('hex')
    .slice(0, 24);

/** A comment of a command holds 100 characters. Half of a surrogate pair at its end is left out. */
const commentOf = (ready: Ready): string =>
  `${commandMark}${digestOf(ready)} ${ready.step.once ? calledMark : ''}${ready.step.operation} of ${ready.step.node}`
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '');

const commandMark = 'toscanini ';
const calledMark = 'called ';

/** The digest in a comment of ours; undefined: the command is somebody else's. */
export const digestIn = (comment: string): string | undefined => /^toscanini ([0-9a-f]{24}) /.exec(comment)?.[1];

/** Whether a command is ours, and somebody has called it: nothing in the life of the deployment waits for it. */
export const isCalled = (comment: string): boolean => /^toscanini [0-9a-f]{24} called /.test(comment);

const usualSeconds = 3600;
/** AWS lets no command run for longer than two days. */
const mostSeconds = 172_800;

/** `attempt`: what failed in an earlier attempt is tried again, what failed in this one stays so. */
export const commandFor = (ready: Ready, machines: readonly SoftwareMachine[], attempt: string): Command => ({
  comment: commentOf(ready),
  script: packed(ready.step, scriptFor(ready, machines, attempt)),
  seconds: Math.min(ready.step.script.timeoutSeconds ?? usualSeconds, mostSeconds),
});

/**
 * Packed, since Systems Manager would put the account's own parameters in the place of `{{…}}` in a command. The folder of
 * our marks is its argument.
 */
const packed = (step: Step, script: string): string =>
  [
    '#!/bin/bash',
    `# Toscanini: ${comment(step.operation)} of ${comment(step.node)}`,
    'script=$(mktemp) || exit 1',
    'trap \'rm -f "$script"\' EXIT',
    `echo ${zipped(script)} | base64 -d | gzip -dc > "$script" || exit 1`,
    'bash "$script" /var/lib/toscanini',
  ].join('\n');

const zipped = (text: string): string => gzipSync(text).toString('base64');

/**
 * Runs the step once, whatever happens: two commands at a time wait for each other, and one that comes later prints what
 * the first has left. Streams go to files, since Systems Manager keeps only their beginning and the end says what failed.
 */
const scriptFor = (ready: Ready, machines: readonly SoftwareMachine[], attempt: string): string => {
  const { step, secrets = [] } = ready;
  const { script } = step;
  const files = [script, ...(script.dependencies ?? [])];
  return [
    'umask 077',
    'home=$1',
    `work=$home/${step.once ? 'called' : 'steps'}/${digestOf(ready)}`,
    `attempt=${quoted(attempt)}`,
    'mkdir -p "$work/files" || exit 1',
    'exec 9>"$home/lock" && flock 9 || exit 1',
    ...(step.once ? [forgetting] : []),
    ...(secrets.length === 0 ? [show] : []),
    `node=$home/nodes/${createHash('sha256').update(step.node).digest('hex').slice(0, 24)}`,
    // what was never created needs no deletion
    ...(isEnding(step) && !step.once ? ['[ -e "$node" ] || exit 0'] : []),
    ...fetchingSecrets(secrets),
    'if [ -e "$work/done" ]; then show; exit 0; fi',
    'if [ "$(head -n 1 "$work/failed" 2>/dev/null)" = "$attempt" ]; then show; exit "$(tail -n 1 "$work/failed")"; fi',
    'rm -f "$work/outputs"',
    ': > "$work/stdout"; : > "$work/stderr"',
    'run() {',
    '  cd "$work/files" || return 1',
    ...files.map((file) => `  ${fetched(file)} || return 1`),
    ...variables(ready, machines).map(([name, value]) => `  export ${name}=${quoted(value)}`),
    ...secrets.map(({ input }) => `  ${exported(input)}`),
    ...runner(ready).map((line) => `  ${line}`),
    '}',
    // what the script leaves running must not keep the lock
    '( run ) 9>&- >> "$work/stdout" 2>> "$work/stderr"',
    'code=$?',
    'if [ $code = 0 ]; then mkdir -p "$home/nodes" && : > "$node" && : > "$work/done"; else printf \'%s\\n%s\\n\' "$attempt" "$code" > "$work/failed"; fi',
    'show',
    'exit $code',
  ].join('\n');
};

/** Each call has a folder of its own. Systems Manager forgets it after 30 days, and so does the machine. */
const forgetting = 'find "$home/called" -mindepth 1 -maxdepth 1 -mtime +31 -exec rm -rf {} +';

const show =
  'show() { cat "$work/outputs" 2>/dev/null; tail -c 20000 "$work/stdout"; tail -c 7500 "$work/stderr" >&2; }';

const isEnding = ({ operation }: Step): boolean => operation === 'stop' || operation === 'delete';

const comment = (text: string): string => text.replaceAll(/[^\w.-]/g, '_');

/** Quoted for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that puts a file where the script expects it. */
const fetched = (file: ScriptFile): string => {
  const path = pathOf(file);
  const folder = path.includes('/') ? `mkdir -p ${quoted(path.slice(0, path.lastIndexOf('/')))} && ` : '';
  const mode = ` && chmod 700 ${quoted(path)}`;
  if (file.text !== undefined) {
    const packed = zipped(file.text);
    return `{ ${folder}echo ${packed} | base64 -d | gzip -dc > ${quoted(path)}${mode}; }`;
  }
  const [url, to] = [quoted(file.url ?? ''), quoted(path)];
  return `{ ${folder}{ if command -v curl > /dev/null; then curl -fsSL --retry 3 -o ${to} ${url}; else wget -nv -O ${to} ${url}; fi; }${mode}; }`;
};

/** The inputs, and what the standard tells every script about its place. */
const variables = (
  { step, machine, inputs }: Ready,
  machines: readonly SoftwareMachine[],
): readonly [string, string][] => {
  const ids = machinesOf(machines, step.host).map(({ resourceId }) => resourceId);
  const place: [string, string][] = [
    ['NODE', step.node],
    ['HOST', step.host],
    ['INSTANCE', machine.resourceId],
    ['INSTANCES', ids.join(',')],
    ...(step.target === undefined
      ? []
      : ([
          ['SOURCE_NODE', step.node],
          ['TARGET_NODE', step.target],
        ] as [string, string][])),
  ];
  return [...place, ...Object.entries(inputs).map(([name, value]): [string, string] => [name, textIn(value)])];
};

const runner = ({ step: { script, outputs }, inputs, secrets = [] }: Ready): readonly string[] => {
  const path = pathOf(script);
  switch (interpreterOf(script)) {
    case 'ansible':
      return playbook(path, script.roles ?? [], outputs, { inputs, withSecrets: secrets.length > 0 });
    case 'python':
      return [`python3 ${quoted(path)}`];
    default:
      return outputs.length === 0 ? [`${shellOf(script)} ./${quoted(path)}`] : sourced(path, outputs);
  }
};

/** A script of the template's own text may begin with the name of another interpreter. */
const shellOf = ({ text }: ScriptFile): string => {
  const [, named] = /^#!\s*(\S[^\n\r]*)/.exec(text ?? '') ?? [];
  return named?.trim() ?? 'bash';
};

/** Outputs are the variables of these names at the end of the script, so it runs in a shell that outlives it. */
const sourced = (path: string, outputs: readonly string[]): readonly string[] => {
  const save = [
    'code=$?',
    'printf "toscanini:" > "$1.outputs"',
    ...outputs.map(
      (name) => `printf " ${name}=%s" "$(printf %s "\${${name}-}" | base64 | tr -d "\\n")" >> "$1.outputs"`,
    ),
    'echo >> "$1.outputs"',
    'exit $code',
  ].join('; ');
  return [
    `bash -c 'toscanini_save() { ${save}; }; trap "toscanini_save \\"$1\\"" EXIT; . "$0"' ./${quoted(path)} "$work/files/run"`,
    'code=$?',
    'mv "$work/files/run.outputs" "$work/outputs" || return 1',
    'return $code',
  ];
};

/** Outputs are what `set_stats` gives. */
const playbook = (
  path: string,
  roles: readonly string[],
  outputs: readonly string[],
  { inputs, withSecrets }: Pick<Ready, 'inputs'> & { readonly withSecrets: boolean },
): readonly string[] => {
  const install =
    'command -v ansible-playbook > /dev/null || { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y ansible; } || dnf install -y ansible-core || yum install -y ansible || { echo "Ansible could not be installed on this machine" >&2; return 1; }';
  const stats = `python3 -c 'import base64, json, re, sys
found = [json.loads(line) for line in re.findall(r"RUN: ({.*})", open(sys.argv[1]).read())]
values = found[-1] if found else {}
texts = {name: values.get(name, "") for name in sys.argv[2:]}
pack = lambda value: base64.b64encode((value if isinstance(value, str) else json.dumps(value)).encode()).decode()
print("toscanini: " + " ".join(name + "=" + pack(value) for name, value in texts.items()))' "$work/stdout" ${outputs.join(' ')} > "$work/outputs"`;
  return [
    install,
    'export HOME="${HOME:-/root}" ANSIBLE_SHOW_CUSTOM_STATS=1 ANSIBLE_NOCOLOR=1 ANSIBLE_ROLES_PATH="$work/files/roles:/etc/ansible/roles"',
    // else Ansible takes the newest that it finds, which may lack modules or not run at all
    'export ANSIBLE_PYTHON_INTERPRETER="$(command -v python3 || echo auto_silent)"',
    ...roles.map((role) => `ansible-galaxy install -p "$work/files/roles" ${quoted(role)} || return 1`),
    `echo ${zipped(JSON.stringify(inputs))} | base64 -d | gzip -dc > toscanini-inputs.json || return 1`,
    ...(withSecrets ? [`${mergedInputs} || return 1`] : []),
    // its errors go to the same stream as its tasks, warnings to the other one: what failed is in one place
    `ansible-playbook -i localhost, -c local -e @${withSecrets ? '"$secrets/inputs.json"' : 'toscanini-inputs.json'} ${quoted(path)} 2>&1${outputs.length === 0 ? '' : ' || return $?'}`,
    ...(outputs.length === 0 ? [] : [stats]),
  ];
};

/** The outputs that a command has printed in its first line. */
export const outputsIn = (stdout: string): { readonly [name: string]: string } => {
  const [first = ''] = stdout.split('\n', 1);
  if (!first.startsWith('toscanini:')) return {};
  return Object.fromEntries(
    first
      .split(' ')
      .slice(1)
      .map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), Buffer.from(pair.slice(at + 1), 'base64').toString('utf8')];
      }),
  );
};

/** Most characters of a command: Systems Manager takes no more. */
export const longestCommand = 60_000;
