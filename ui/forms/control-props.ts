import type { Json } from '../../src/tosca/topology.ts';
import type { Option } from './hints.ts';
import type { Shown } from './widgets.ts';

export interface ControlProps {
  readonly id: string;
  /** for the buttons and parts of the field */
  readonly label: string;
  /** for screen readers, where no label element names the field */
  readonly ariaLabel?: string;
  readonly schema: Shown;
  readonly value: Json | undefined;
  /** undefined: the field is empty */
  readonly onChange: (value: Json | undefined) => void;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  readonly placeholder?: string | undefined;
  readonly shownAs?: string | undefined;
  readonly options?: readonly Option[] | undefined;
  /** false: there is a choice of nothing */
  readonly required?: boolean;
}

/** What every element that takes a value has. */
export const attributesOf = ({ id, ariaLabel, invalid, describedBy, placeholder }: ControlProps) => ({
  id,
  'aria-label': ariaLabel,
  'aria-invalid': invalid === true,
  'aria-describedby': describedBy,
  placeholder,
});

export const typed = (event: { readonly currentTarget: { readonly value: string } }): string =>
  event.currentTarget.value;
