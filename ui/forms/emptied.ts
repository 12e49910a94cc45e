import { useState } from 'preact/hooks';
import type { Json } from '../../src/tosca/topology.ts';

interface Field {
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/**
 * A field that shows its default where it has no value of its own. An empty field means the default, which would come back at
 * the last backspace: only who leaves the field sees it again.
 */
export const useEmptied = ({ value, onChange }: Field) => {
  const [isEmptied, setEmptied] = useState(false);
  return {
    isEmptied,
    value: isEmptied ? undefined : value,
    onChange: (next: Json | undefined) => {
      setEmptied(next === undefined);
      onChange(next);
    },
    onFocusOut: () => setEmptied(false),
  };
};
