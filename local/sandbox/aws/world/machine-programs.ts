/**
 * Programs that scripts find before those of this machine. A machine of the sandbox is this machine, so programs that would change
 * it for everybody, such as a package manager, only say that nothing is changed, and `sudo` gives no rights.
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** They install software, manage services, or change users. */
const changing = [
  ...['apk', 'apt', 'apt-get', 'dnf', 'dpkg', 'rpm', 'snap', 'yum', 'zypper'],
  ...['rc-service', 'service', 'systemctl', 'update-rc.d'],
  ...['groupadd', 'useradd', 'userdel', 'usermod'],
  ...['reboot', 'shutdown'],
] as const;

const changesNothing = `#!/bin/sh
echo "sandbox: $(basename "$0") $*: nothing is changed on this machine" >&2
`;

const withoutRoot = `#!/bin/sh
while :; do
  case "\${1-}" in
    -u | -g | -h | -p) shift 2 ;;
    --) shift; break ;;
    -*) shift ;;
    *) break ;;
  esac
done
exec env "$@"
`;

const withoutAnsible = `#!/bin/sh
echo "sandbox: Ansible is not on this machine, so the playbook was not run" >&2
`;

/** Folders that this process has filled: two dozen files for each job would take longer than its start. */
const filled = new Set<string>();

const write = (folder: string, programs: Readonly<Record<string, string>>): string => {
  if (filled.has(folder) && existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text, { mode: 0o755 });
  filled.add(folder);
  return folder;
};

/** The PATH of scripts: these programs, those of `path`, and behind them what stands in for Ansible where it is missing. */
export const pathWithPrograms = (folder: string, path: string): string =>
  [
    write(join(folder, 'programs'), {
      ...Object.fromEntries(changing.map((name) => [name, changesNothing])),
      sudo: withoutRoot,
    }),
    path,
    write(join(folder, 'missing'), { 'ansible-playbook': withoutAnsible }),
  ].join(delimiter);
