import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';

interface InputsProps {
  /** names of those that have a value */
  readonly names: readonly string[];
  readonly typed: { readonly [name: string]: string };
  readonly onChange: (typed: { readonly [name: string]: string }) => void;
}

/** Values for the inputs of an operation. The service tells which have a value; a type may define more. */
export const OperationInputs = ({ names, typed, onChange }: InputsProps) => {
  const [isAdding, setAdding] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<string>();
  // before the next key: it belongs to the value of what was added, and else to the button
  useLayoutEffect(() => {
    if (added === undefined) return;
    const fields = [...(ref.current?.querySelectorAll('input') ?? [])];
    (fields.find(({ name }) => name === added) ?? ref.current?.querySelector('button'))?.focus();
    setAdded(undefined);
  }, [added]);
  const more = Object.keys(typed).filter((name) => !names.includes(name));
  return (
    <div class="run-inputs" ref={ref}>
      {[...names, ...more].map((name) => (
        <label key={name} class="field">
          <span>{name}</span>
          <input
            class="input"
            name={name}
            autocomplete="off"
            spellcheck={false}
            placeholder={names.includes(name) ? 'as the template has it' : ''}
            value={typed[name] ?? ''}
            onInput={({ currentTarget }) => onChange({ ...typed, [name]: currentTarget.value })}
          />
        </label>
      ))}
      {isAdding ? (
        <Another
          onAdd={(name) => {
            setAdding(false);
            setAdded(name);
            if (name !== '') onChange({ ...typed, [name]: typed[name] ?? '' });
          }}
        />
      ) : (
        <button type="button" class="button small run-another" onClick={() => setAdding(true)}>
          <Icon name="plus" size={14} />
          Another input
        </button>
      )}
      {names.length + more.length > 0 && (
        <p class="faint">A text that looks like a number goes in quotes: "42". Lists and maps are written as JSON.</p>
      )}
    </div>
  );
};

const Another = ({ onAdd }: { readonly onAdd: (name: string) => void }) => {
  const [name, setName] = useState('');
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => ref.current?.focus(), []);
  return (
    <div class="field">
      <label for="another-input">Name of the input, as its type defines it</label>
      <div class="run-another">
        <input
          id="another-input"
          ref={ref}
          class="input"
          autocomplete="off"
          spellcheck={false}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onAdd(name.trim());
          }}
        />
        <button type="button" class="button" onClick={() => onAdd(name.trim())}>
          Add
        </button>
      </div>
    </div>
  );
};
