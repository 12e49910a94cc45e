import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { Icon } from '../parts/icon.tsx';
import type { ControlProps } from './control-props.ts';
import { useEmptied } from './emptied.ts';
import { labelOf } from './fields.ts';

interface Record {
  readonly [name: string]: Json;
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const recordOf = (value: Json | undefined): Record =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record) : {};

interface StructuredProps extends ControlProps {
  /** of the values within this one, which may have any type */
  readonly Control: ComponentType<ControlProps>;
}

/** A list: one entry below the other. */
export const Entries = ({ id, label, schema, value, onChange, Control }: StructuredProps) => {
  const entries = listOf(value);
  const entry = schema.entry ?? { type: 'string', base: 'string' };
  const change = (index: number, next: Json | undefined): void =>
    onChange(entries.with(index, next ?? emptyOf(entry.base)));
  return (
    <fieldset class="entries" id={id}>
      <legend class="hidden">{label}</legend>
      {entries.map((one, index) => (
        <div key={index} class="entry">
          <Control
            id={`${id}-${index}`}
            label={`${label} ${index + 1}`}
            ariaLabel={`${label} ${index + 1}`}
            schema={entry}
            value={one}
            onChange={(next) => change(index, next)}
          />
          <RemoveButton
            what={`${label} ${index + 1}`}
            onClick={() => onChange(valueOr(entries.toSpliced(index, 1), schema))}
          />
        </div>
      ))}
      <AddButton label={label} onClick={() => onChange([...entries, emptyOf(entry.base)])} />
    </fieldset>
  );
};

/** An empty list or map is a value only where a default would stand in its place. */
const valueOr = (value: readonly Json[] | Record, schema: ControlProps['schema']): Json | undefined =>
  Object.keys(value).length === 0 && schema.default === undefined ? undefined : value;

const emptyOf = (base: string): Json =>
  base === 'list' ? [] : base === 'map' || base === 'complex' ? {} : base === 'boolean' ? false : '';

const AddButton = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <button type="button" class="button small" onClick={onClick}>
    <Icon name="plus" size={14} />
    Add<span class="hidden"> to {label}</span>
  </button>
);

/** A map: names beside values. */
export const Pairs = ({ id, label, schema, value, onChange, Control }: StructuredProps) => {
  const pairs = Object.entries(recordOf(value));
  const entry = schema.entry ?? { type: 'string', base: 'string' };
  const write = (next: readonly (readonly [string, Json])[]): void =>
    onChange(valueOr(Object.fromEntries(next), schema));
  return (
    <fieldset class="entries" id={id}>
      <legend class="hidden">{label}</legend>
      {pairs.map(([name, one], index) => (
        <div key={index} class="entry pair">
          <PairName
            label={`${label}: name ${index + 1}`}
            name={name}
            isTaken={(wanted) => wanted !== name && pairs.some(([taken]) => taken === wanted)}
            onChange={(next) => write(pairs.with(index, [next, one]))}
          />
          <Control
            id={`${id}-${index}`}
            label={`${label}: ${name}`}
            ariaLabel={`${label}: ${name}`}
            schema={entry}
            value={one}
            onChange={(next) => write(pairs.with(index, [name, next ?? emptyOf(entry.base)]))}
          />
          <RemoveButton what={name} onClick={() => write(pairs.toSpliced(index, 1))} />
        </div>
      ))}
      <AddButton label={label} onClick={() => write([...pairs, [freeName(pairs), emptyOf(entry.base)]])} />
    </fieldset>
  );
};

interface PairNameProps {
  readonly label: string;
  readonly name: string;
  readonly isTaken: (name: string) => boolean;
  readonly onChange: (name: string) => void;
}

/** The name changes when the field is left. Until then it keeps what is typed, also when the form is drawn again. */
const PairName = ({ label, name, isTaken, onChange }: PairNameProps) => {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  useEffect(() => setTyped(undefined), [name]);
  return (
    <input
      class="input"
      aria-label={label}
      value={typed ?? name}
      onInput={({ currentTarget: field }) => {
        field.setCustomValidity('');
        setTyped(field.value);
      }}
      onChange={({ currentTarget: field }) => {
        if (!isTaken(field.value)) return onChange(field.value);
        // two of one name would be one, and a value would be gone
        field.setCustomValidity('Another one has this name.');
        field.reportValidity();
      }}
    />
  );
};

const freeName = (pairs: readonly (readonly [string, Json])[]): string => {
  const taken = new Set(pairs.map(([name]) => name));
  let number = pairs.length + 1;
  while (taken.has(`name_${number}`)) number += 1;
  return `name_${number}`;
};

/** A value with members, such as a user with a name and a key. */
export const Members = ({ id, label, schema, value, onChange, Control }: StructuredProps) => {
  const known = recordOf(value);
  const change = ({ name }: DeclaredInput, next: Json | undefined): void => {
    const { [name]: _, ...others } = known;
    onChange(next === undefined ? others : { ...others, [name]: next });
  };
  return (
    <fieldset class="members" id={id}>
      <legend class="hidden">{label}</legend>
      {(schema.members ?? []).map((member) => (
        <MemberRow
          key={member.name}
          id={`${id}-${member.name}`}
          label={`${label}: ${labelOf(member.name)}`}
          schema={member}
          value={known[member.name] ?? member.default}
          onChange={(next) => change(member, next)}
          Control={Control}
        />
      ))}
    </fieldset>
  );
};

const MemberRow = ({ Control, ...props }: StructuredProps & { readonly schema: DeclaredInput }) => {
  const { id, schema: member } = props;
  const { isEmptied, onFocusOut, ...shown } = useEmptied(props);
  return (
    <div class="member" onFocusOut={onFocusOut}>
      <label for={id}>
        {labelOf(member.name)}
        {member.required && member.default === undefined && <span class="needed"> needed</span>}
      </label>
      <Control
        {...props}
        {...shown}
        {...(isEmptied && !member.secret && { placeholder: `${member.default ?? ''}` })}
        required={member.required}
      />
    </div>
  );
};

const RemoveButton = ({ what, onClick }: { readonly what: string; readonly onClick: () => void }) => (
  <button type="button" class="quiet" aria-label={`Remove ${what}`} title={`Remove ${what}`} onClick={onClick}>
    <Icon name="cross" size={14} />
  </button>
);
