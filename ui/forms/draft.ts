import { useState } from 'preact/hooks';
import type { Json } from '../../src/tosca/topology.ts';

interface Draft {
  /** for the field */
  readonly text: string;
  /** Takes what stands in the field now. */
  write(text: string): void;
}

/**
 * What somebody types, as long as it means the value: `1.` means 1, and would be `1` again before the next digit is there.
 * `text` is the value in a field that nobody has typed in.
 */
export const useDraft = (
  text: string,
  value: Json | undefined,
  { read, onChange }: { read(text: string): Json | undefined; onChange(value: Json | undefined): void },
): Draft => {
  const [typed, setTyped] = useState(text);
  const means = (one: Json | undefined): string | undefined => JSON.stringify(one ?? null);
  return {
    text: means(read(typed)) === means(value) ? typed : text,
    write: (next) => {
      setTyped(next);
      onChange(read(next));
    },
  };
};
