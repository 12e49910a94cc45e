import { useState } from 'preact/hooks';
import type { Checks } from '../../../../client/types.ts';
import { requestCheck } from '../../../data/changes.ts';
import { useReadAgain } from '../../../data/use-live.ts';
import { StateWord } from '../../../parts/badge.tsx';
import { Icon, ToneIcon } from '../../../parts/icon.tsx';
import { Awaited } from '../../../parts/notice.tsx';
import { type Column, SortedTable } from '../../../parts/sorted.tsx';
import { Ago } from '../../../parts/time.tsx';
import { toast, toastError } from '../../../parts/toast.tsx';
import type { TabProps } from '../tab-props.ts';
import { canCheck, canRepair, checkPause, findingState, resultOf } from './check-words.ts';
import { RepairDialog } from './repair-dialog.tsx';

/** The infrastructure, compared with what was asked for: the result of the last check, by node and property. */
export const ChecksTab = ({ view }: TabProps) => {
  const { value, problem, refresh } = useReadAgain<Checks>(
    `/deployments/${view.uuid}/checks`,
    view.version,
    checkPause,
  );
  const checks = value.value;
  if (checks === undefined) return <Awaited what="the checks" problem={problem.value} />;
  const { tone, word } = resultOf(checks);
  return (
    <>
      <div class="tab-toolbar">
        <span class={`state-cell tone-${tone}`}>
          <ToneIcon tone={tone} />
          <strong>{word}</strong>
        </span>
        {checks.last !== undefined && (
          <span class="soft">
            <Ago at={checks.last.at} />
          </span>
        )}
        {canRepair(view, checks) && <RepairButton view={view} />}
        {canCheck(view) && <CheckButton uuid={view.uuid} state={checks.state} onAccepted={refresh} />}
      </div>
      {checks.last === undefined && (
        <p class="soft">
          A check compares each machine with what was asked for, and finds what was stopped, changed or deleted without
          this service. It changes nothing.
        </p>
      )}
      {checks.last?.why !== undefined && <p class="reason">{checks.last.why}</p>}
      {checks.findings.length > 0 && <Findings findings={checks.findings} uuid={view.uuid} />}
    </>
  );
};

const RepairButton = ({ view }: Pick<TabProps, 'view'>) => {
  const [isOpen, open] = useState(false);
  return (
    <>
      <button type="button" class="button small" onClick={() => open(true)}>
        Repair
      </button>
      {isOpen && <RepairDialog view={view} onClose={() => open(false)} />}
    </>
  );
};

interface ButtonProps {
  readonly uuid: string;
  readonly state: Checks['state'];
  readonly onAccepted: () => void;
}

const stateWords = { NONE: 'Check', WAITING: 'Check is waiting', RUNNING: 'Checking' } as const;

const CheckButton = ({ uuid, state, onAccepted }: ButtonProps) => {
  const [busy, setBusy] = useState(false);
  const isOff = busy || state !== 'NONE';
  const press = async (): Promise<void> => {
    if (isOff) return;
    setBusy(true);
    try {
      await requestCheck(uuid);
      toast('The check begins within three minutes.');
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
    onAccepted();
  };
  return (
    <button type="button" class="button small" aria-disabled={isOff} onClick={() => void press()}>
      <Icon name="search" size={14} />
      {stateWords[state]}
    </button>
  );
};

type Finding = Checks['findings'][number];

const columns: readonly Column<Finding>[] = [
  { name: 'Node', by: ({ node }) => node },
  { name: 'Is', by: ({ is }) => is },
  { name: 'Property', by: ({ property }) => property },
  { name: 'Was', by: ({ old }) => old },
  { name: 'Is now', by: (finding) => finding.new },
  { name: 'Why', by: ({ why }) => why },
];

const Findings = ({ findings, uuid }: { findings: readonly Finding[]; uuid: string }) => (
  <SortedTable columns={columns} rows={findings}>
    {(one) => (
      <Row key={`${one.node} ${one.resource} ${one.part} ${one.property} ${one.is}`} finding={one} uuid={uuid} />
    )}
  </SortedTable>
);

const Row = ({ finding, uuid }: { finding: Finding; uuid: string }) => {
  const { node, is, resource, part, property, old, new: now, why } = finding;
  return (
    <tr>
      <th scope="row">
        {resource === undefined ? node : <a href={`deployments/${uuid}/resources/${resource}`}>{node}</a>}
        {part !== undefined && <p class="mono faint">{part}</p>}
      </th>
      <td data-label="Is">
        <StateWord state={findingState(is)} />
      </td>
      <td data-label="Property">{property}</td>
      <td class="mono" data-label="Was">
        {old}
      </td>
      <td class="mono" data-label="Is now">
        {now}
      </td>
      <td class="why" data-label="Why">
        {why}
      </td>
    </tr>
  );
};
