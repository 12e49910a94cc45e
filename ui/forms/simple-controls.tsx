import { useState } from 'preact/hooks';
import type { Json } from '../../src/tosca/topology.ts';
import { Icon } from '../parts/icon.tsx';
import { attributesOf, type ControlProps, typed } from './control-props.ts';
import { useDraft } from './draft.ts';
import type { Option } from './hints.ts';
import { limitsOf } from './limits.ts';
import { newPassword } from './random.ts';
import { numberOf } from './values.ts';
import { widgetOf, widgetOfOptions } from './widgets.ts';

/** A number with digits behind a point. */
export const Decimal = (props: ControlProps) => {
  const { text, write } = useNumber(props);
  return (
    <input
      {...attributesOf(props)}
      class="input"
      inputMode="decimal"
      autocomplete="off"
      value={text}
      onInput={(event) => write(typed(event))}
    />
  );
};

const useNumber = ({ value, onChange }: ControlProps) =>
  useDraft(value === undefined || value === null ? '' : `${value}`, value, { read: numberOf, onChange });

/** A whole number; the arrow keys count it up and down within its limits. */
export const Whole = (props: ControlProps) => {
  const { schema, value, onChange } = props;
  const { least, most } = limitsOf({ ...(schema.constraints && { constraints: schema.constraints }) });
  const { text, write } = useNumber(props);
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || (value !== undefined && typeof value !== 'number')) return;
    event.preventDefault();
    const next = (value ?? 0) + by;
    if (typeof least === 'number' && next < least) return;
    if (typeof most === 'number' && next > most) return;
    onChange(next);
  };
  return (
    <input
      {...attributesOf(props)}
      class="input"
      inputMode="numeric"
      autocomplete="off"
      value={text}
      onKeyDown={step}
      onInput={(event) => write(typed(event))}
    />
  );
};

export const Switch = (props: ControlProps & { readonly on: string | undefined }) => {
  const { value, onChange, on } = props;
  const isOn = value === true || `${value}`.toLowerCase() === (on ?? 'true').toLowerCase();
  return (
    <input
      {...attributesOf(props)}
      class="switch"
      type="checkbox"
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked ? (on ?? true) : on === undefined ? false : undefined)}
    />
  );
};

export const Choice = (props: ControlProps & { readonly options: readonly Option[] }) => {
  const { schema, shownAs, value, onChange, options, required, label } = props;
  const current = value === undefined || value === null ? '' : `${value}`;
  const choose = (text: string): void => onChange(text === '' ? undefined : chosenValue(text, schema.base));
  const widget = props.options === undefined ? widgetOf(schema, shownAs) : widgetOfOptions(options, shownAs);
  if (widget === 'segments') {
    return (
      <span class="segments" role="radiogroup" aria-label={label} id={props.id} aria-describedby={props.describedBy}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={props.id}
              value={option.value}
              checked={option.value === current}
              onChange={() => choose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </span>
    );
  }
  const isKnown = options.some((option) => option.value === current);
  return (
    <select {...attributesOf(props)} value={current} onChange={(event) => choose(typed(event))}>
      {(!required || current === '') && <option value="">–</option>}
      {!isKnown && current !== '' && <option value={current}>{current}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
};

const chosenValue = (text: string, base: string | undefined): Json =>
  base === 'integer' || base === 'float' ? (numberOf(text) ?? text) : text;

/** A secret is hidden while it is typed, and can be made here. */
export const Secret = (props: ControlProps) => {
  const [isShown, setShown] = useState(false);
  const { value, onChange, label } = props;
  const make = (): void => {
    setShown(true);
    onChange(newPassword());
  };
  const common = {
    ...attributesOf(props),
    class: `input ${isShown ? 'mono' : ''}`,
    autocomplete: 'new-password',
    spellcheck: false,
    value: value === undefined || value === null ? '' : `${value}`,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onChange(typed(event) || undefined),
  };
  return (
    <span class="with-buttons">
      {isShown ? <input {...common} type="text" /> : <input {...common} type="password" />}
      <button
        type="button"
        class="quiet"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
      </button>
      <button type="button" class="quiet" aria-label={`Make a new ${label}`} title="Make one" onClick={make}>
        <Icon name="again" />
      </button>
    </span>
  );
};
