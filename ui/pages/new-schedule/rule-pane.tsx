import { useState } from 'preact/hooks';
import { Icon, ToneIcon } from '../../parts/icon.tsx';
import { useUniqueId } from '../../parts/unique-id.ts';
import type { Tone } from '../../states/tones.ts';
import { type Rule, type RuleFaults, type Tried, tryNames } from './rule.ts';

interface RuleProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
  readonly faults: RuleFaults;
  /** true: also empty fields are pointed at */
  readonly isPointing: boolean;
}

/** Which files it waits for, and where copies of them go. */
export const RulePane = ({ rule, onChange, faults, isPointing }: RuleProps) => {
  const set = (name: keyof Rule) => (value: string) => onChange({ ...rule, [name]: value });
  const fileFault = rule.fileExpression.trim() === '' && !isPointing ? undefined : faults.files;
  return (
    <section class="card pane rule" aria-label="Files">
      <h2>Files</h2>
      <RuleField
        label="Files that it waits for"
        value={rule.fileExpression}
        onInput={set('fileExpression')}
        placeholder="bucket:folder/.*\.root"
        fault={fileFault}
        isCode
      >
        A regular expression (RE2). It must fit all of <code>bucket:name</code>.
      </RuleField>
      {faults.files === undefined && <TryNames expression={rule.fileExpression.trim()} />}
      <div class="form-fields">
        <RuleField
          label="Copies of each file"
          value={rule.numberOfReplicas}
          onInput={set('numberOfReplicas')}
          fault={faults.copies}
        >
          the deployment begins once they are made
        </RuleField>
        <RuleField
          label="Where the copies go"
          value={rule.replicationExpression}
          onInput={set('replicationExpression')}
          placeholder="disk&(country=IT|country=CH)"
          fault={rule.replicationExpression === '' && !isPointing ? undefined : faults.where}
          isCode
        >
          Names and attributes of storage elements, joined by <code>&amp;</code> <code>|</code> <code>\</code>
        </RuleField>
      </div>
      <p class="soft placeholders">
        <Icon name="info" size={14} /> In the inputs, <code>{'${file.url}'}</code>, <code>{'${file.name}'}</code>,{' '}
        <code>{'${file.bucket}'}</code>, <code>{'${file.key}'}</code> and <code>{'${file.size}'}</code> stand for the
        file that has come.
      </p>
    </section>
  );
};

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string;
  readonly fault: string | undefined;
  readonly isCode?: boolean;
  readonly children: preact.ComponentChildren;
}

const RuleField = ({ label, value, onInput, placeholder, fault, isCode = false, children }: FieldProps) => {
  const id = useUniqueId();
  return (
    <div class={`form-field ${fault === undefined ? '' : 'wrong'} ${isCode ? 'wide' : ''}`}>
      <span class="form-label">
        <label for={id}>{label}</label>
      </span>
      <input
        id={id}
        class={`input ${isCode ? 'mono' : ''}`}
        spellcheck={false}
        autocomplete="off"
        value={value}
        placeholder={placeholder}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-help`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <span class="form-help" id={`${id}-help`}>
        {fault !== undefined && (
          <span class="form-problem">
            <ToneIcon tone="failed" size={13} /> {fault}
          </span>
        )}
        <span>{children}</span>
      </span>
    </div>
  );
};

const verdicts: { readonly [F in Tried['fits']]: { readonly tone: Tone; readonly words: string } } = {
  yes: { tone: 'running', words: 'starts a deployment' },
  part: { tone: 'failed', words: 'only a part of it fits: the expression must fit all of it' },
  no: { tone: 'off', words: 'does not fit' },
  copy: { tone: 'off', words: 'a copy that this service makes starts nothing' },
  folder: { tone: 'off', words: 'an empty folder starts nothing' },
  'not a file': { tone: 'off', words: 'write it as bucket:name' },
};

/** Names of files that the user enters; each key tries the expression on them. */
const TryNames = ({ expression }: { readonly expression: string }) => {
  const id = useUniqueId();
  const [lines, setLines] = useState('');
  return (
    <div class="try-names">
      <label for={id}>Try it with names of files, one a line</label>
      <textarea
        id={id}
        class="mono"
        rows={3}
        spellcheck={false}
        placeholder="bucket:folder/run-0412.root"
        value={lines}
        onInput={({ currentTarget }) => setLines(currentTarget.value)}
      />
      <ul class="tried" aria-live="polite" aria-label="What fits">
        {tryNames(expression, lines).map(({ name, fits }, index) => (
          <li key={`${index} ${name}`}>
            <ToneIcon tone={verdicts[fits].tone} size={14} />
            <span class="mono">{name}</span>
            <span class="soft">{verdicts[fits].words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};
