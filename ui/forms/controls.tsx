import type { Json } from '../../src/tosca/topology.ts';
import { parseExactly } from '../../src/tosca/values/exact-json.ts';
import { attributesOf, type ControlProps, typed } from './control-props.ts';
import { useDraft } from './draft.ts';
import type { Option } from './hints.ts';
import { limitsOf } from './limits.ts';
import { Choice, Decimal, Secret, Switch, Whole } from './simple-controls.tsx';
import { Entries, Members, Pairs } from './structured-controls.tsx';
import { scalarOf, scalarText, scalarTyped } from './values.ts';
import { widgetOf, widgetOfOptions } from './widgets.ts';

/** A value of any type. */
export const Control = (props: ControlProps) => {
  const { schema, value, onChange, shownAs, options } = props;
  const text = value === undefined || value === null ? '' : `${value}`;
  const choices =
    options ?? limitsOf({ ...(schema.constraints && { constraints: schema.constraints }) }).options?.map(plainOption);
  switch (options && options.length > 0 ? widgetOfOptions(options, shownAs) : widgetOf(schema, shownAs)) {
    case 'segments':
    case 'select':
      return <Choice {...props} options={choices ?? []} />;
    case 'switch':
      return <Switch {...props} on={options?.[0]?.value} />;
    case 'secret':
      return <Secret {...props} />;
    case 'whole':
      return <Whole {...props} />;
    case 'number':
      return <Decimal {...props} />;
    case 'scalar':
      return <ScalarControl {...props} />;
    case 'long':
      return (
        <textarea
          {...attributesOf(props)}
          class="mono"
          rows={3}
          spellcheck={false}
          value={text}
          onInput={(event) => onChange(typed(event) || undefined)}
        />
      );
    case 'list':
      return <Entries {...props} Control={Control} />;
    case 'map':
      return <Pairs {...props} Control={Control} />;
    case 'members':
      return <Members {...props} Control={Control} />;
    case 'json':
      return <JsonControl {...props} />;
    case 'email':
      return <input {...textOf(props)} type="email" />;
    case 'text':
      return <input {...textOf(props)} type="text" />;
  }
};

const plainOption = (value: Json): Option => ({ value: `${value}`, label: `${value}` });

const textOf = (props: ControlProps) => ({
  ...attributesOf(props),
  class: 'input',
  autocomplete: 'off',
  value: props.value === undefined || props.value === null ? '' : `${props.value}`,
  onInput: (event: { readonly currentTarget: HTMLInputElement }) => props.onChange(typed(event) || undefined),
});

const ScalarControl = (props: ControlProps) => {
  const { schema, value, onChange, label } = props;
  const units = schema.units ?? [];
  const { number, unit } =
    value === undefined ? { ...scalarOf(schema.default, units), number: '' } : scalarOf(value, units);
  return (
    <span class="scalar">
      <input
        {...attributesOf(props)}
        class="input"
        inputMode="decimal"
        value={number}
        onInput={(event) => onChange(scalarText(scalarTyped(typed(event), unit, units)))}
      />
      <select
        aria-label={`${label}: unit`}
        value={unit}
        onChange={(event) => onChange(scalarText({ number: number || '1', unit: typed(event) }))}
      >
        {(units.includes(unit) ? units : [unit, ...units]).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </span>
  );
};

/** What has a form that nobody declared: JSON, which the service reads as a value. */
const JsonControl = (props: ControlProps) => {
  const { value, onChange } = props;
  const written = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);
  const { text, write } = useDraft(written, value, { read: parsed, onChange });
  return (
    <textarea
      {...attributesOf(props)}
      class="mono"
      rows={3}
      spellcheck={false}
      placeholder='JSON, such as ["a", "b"] or {"a": 1}'
      value={text}
      onInput={(event) => write(typed(event))}
    />
  );
};

/** A text that is no JSON yet stays a text: the checker says what is wrong with it. */
function parsed(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return parseExactly(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
