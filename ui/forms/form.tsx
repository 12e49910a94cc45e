import { useState } from 'preact/hooks';
import type { Json } from '../../src/tosca/topology.ts';
import type { Values } from '../editor/checking.ts';
import { ToneIcon } from '../parts/icon.tsx';
import { useUniqueId } from '../parts/unique-id.ts';
import { Control } from './controls.tsx';
import { useEmptied } from './emptied.ts';
import type { Field, Preset, Tab } from './fields.ts';
import { limitsOf } from './limits.ts';
import { shownValue, withValue } from './values.ts';
import { widgetOf } from './widgets.ts';

interface FormProps {
  readonly tabs: readonly Tab[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** what the checker says of given values, by input */
  readonly problems: ReadonlyMap<string, string>;
  /** inputs that still need a value; shown once somebody has tried to go on */
  readonly missing: ReadonlySet<string>;
}

/** The inputs of a template. */
export const Form = ({ tabs, ...props }: FormProps) => {
  const [chosen, choose] = useState(0);
  const id = useUniqueId();
  const current = tabs[Math.min(chosen, tabs.length - 1)];
  if (current === undefined) return <p class="soft">This template has no inputs.</p>;
  const isWrong = ({ fields }: Tab): boolean =>
    fields.some(({ input: { name } }) => props.problems.has(name) || props.missing.has(name));
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = (chosen + by + tabs.length) % tabs.length;
    choose(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <div class="form">
      {tabs.length > 1 && (
        <div class="form-tabs" role="tablist" aria-label="Groups of inputs" onKeyDown={move}>
          {tabs.map((tab, index) => (
            <button
              key={tab.name}
              id={`${id}-tab-${index}`}
              type="button"
              role="tab"
              aria-selected={tab === current}
              aria-controls={`${id}-panel`}
              tabIndex={tab === current ? 0 : -1}
              onClick={() => choose(index)}
            >
              {tab.name}
              {isWrong(tab) && <ToneIcon tone="failed" title="has a problem" size={13} />}
            </button>
          ))}
        </div>
      )}
      <div
        id={`${id}-panel`}
        class="form-fields"
        {...(tabs.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-tab-${tabs.indexOf(current)}` })}
      >
        {current.presets.map((preset) => (
          <PresetRow key={preset.name} preset={preset} {...props} tabs={tabs} />
        ))}
        {current.fields.map((field) => (
          <FieldRow key={field.input.name} field={field} {...props} />
        ))}
      </div>
    </div>
  );
};

const wide = new Set(['list', 'map', 'members', 'json', 'long']);

const FieldRow = ({
  field,
  values,
  onChange,
  problems,
  missing,
}: Omit<FormProps, 'tabs'> & { readonly field: Field }) => {
  const { input, label, help, warning } = field;
  const { isEmptied, onFocusOut, ...shown } = useEmptied({
    value: shownValue(input, values),
    onChange: (value) => onChange(withValue(values, input, value)),
  });
  const id = useUniqueId();
  const problem = problems.get(input.name) ?? (missing.has(input.name) ? 'a value is needed here' : undefined);
  const widget = widgetOf(input, field.shownAs);
  const { words, options } = limitsOf({ ...(input.constraints && { constraints: input.constraints }) });
  const groups = ['list', 'map', 'members', 'segments'].includes(widget);
  const Label = groups ? 'span' : 'label';
  return (
    <div
      class={`form-field ${wide.has(widget) ? 'wide' : ''} ${problem ? 'wrong' : ''}`}
      data-input={input.name}
      onFocusOut={onFocusOut}
    >
      <span class="form-label">
        <Label {...(!groups && { for: id })} title={input.name}>
          {label}
        </Label>
        {!input.required && input.default === undefined && <span class="faint">optional</span>}
      </span>
      <Control
        id={id}
        label={label}
        schema={input}
        {...shown}
        invalid={problem !== undefined}
        describedBy={`${id}-help`}
        placeholder={isEmptied && !input.secret ? `${input.default ?? ''}` : field.placeholder}
        shownAs={field.shownAs}
        options={field.options}
        required={input.required}
      />
      <span class="form-help" id={`${id}-help`}>
        {problem !== undefined && (
          <span class="form-problem">
            <ToneIcon tone="failed" size={13} /> {problem}
          </span>
        )}
        {help !== '' && <span>{help}</span>}
        {words !== '' && options === undefined && <span class="form-limits">{words}</span>}
        {warning !== undefined && <span class="form-warning">{warning}</span>}
      </span>
    </div>
  );
};

const PresetRow = ({
  preset,
  tabs,
  values,
  onChange,
}: Pick<FormProps, 'tabs' | 'values' | 'onChange'> & { readonly preset: Preset }) => {
  const id = useUniqueId();
  const inputs = new Map(tabs.flatMap(({ fields }) => fields.map(({ input }) => [input.name, input] as const)));
  const choose = (index: number): void => {
    let next = values;
    for (const [name, value] of Object.entries(preset.options[index]?.sets ?? {})) {
      const input = inputs.get(name);
      if (input) next = withValue(next, input, numeric(value, input.base));
    }
    onChange(next);
  };
  const current = preset.options.findIndex(({ sets }) =>
    Object.entries(sets).every(([name, value]) => {
      const input = inputs.get(name);
      return input !== undefined && `${shownValue(input, values)}` === value;
    }),
  );
  return (
    <div class="form-field wide">
      <span class="form-label">
        <label for={id}>{preset.label}</label>
      </span>
      <select id={id} value={`${current}`} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {current < 0 && <option value="-1">as below</option>}
        {preset.options.map(({ label }, index) => (
          <option key={label} value={`${index}`}>
            {label}
          </option>
        ))}
      </select>
      {preset.help !== '' && <span class="form-help">{preset.help}</span>}
    </div>
  );
};

const numeric = (value: string, base: string | undefined): Json =>
  (base === 'integer' || base === 'float') && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : value;
