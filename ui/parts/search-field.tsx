import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { isForPage } from './typing.ts';

interface SearchFieldProps {
  /** what is searched, for those who cannot see the place of the field */
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Searches what is on the page. The key `/` leads to it. */
export const SearchField = ({ label, placeholder = label, value, onInput }: SearchFieldProps) => {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || !isForPage(event)) return;
      event.preventDefault();
      ref.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <label class="search">
      <Icon name="search" />
      <span class="hidden">{label}</span>
      <input
        ref={ref}
        type="search"
        class="input"
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <kbd>/</kbd>
    </label>
  );
};
