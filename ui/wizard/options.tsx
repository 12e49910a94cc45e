import { ToneIcon } from '../parts/icon.tsx';
import { useUniqueId } from '../parts/unique-id.ts';
import { GroupField } from './group-field.tsx';

/** What a creation takes beside the template and its inputs. Texts as they stand in their fields. */
export interface Options {
  /** empty: as the template calls itself */
  readonly name: string;
  readonly userGroup: string;
  readonly timeoutMins: string;
  readonly maxProvidersRetry: string;
  readonly keepLastAttempt: boolean;
  readonly callback: string;
  /** an update that fails goes back to the version in force; false: as the installation has it */
  readonly goesBack: boolean;
}

export const noOptions: Options = {
  name: '',
  userGroup: '',
  timeoutMins: '',
  maxProvidersRetry: '',
  keepLastAttempt: false,
  callback: '',
  goesBack: false,
};

/** Members of a request; what is empty is left out. */
export const requestOptions = (options: Options) => ({
  ...(options.name.trim() && { name: options.name.trim() }),
  ...(options.userGroup.trim() && { userGroup: options.userGroup.trim() }),
  ...(options.callback.trim() && { callback: options.callback.trim() }),
  ...(options.timeoutMins.trim() && { timeoutMins: Number(options.timeoutMins) }),
  ...(options.maxProvidersRetry.trim() && { maxProvidersRetry: Number(options.maxProvidersRetry) }),
  ...(options.keepLastAttempt && { keepLastAttempt: true }),
  ...(options.goesBack && { onFailure: 'rollback' as const }),
});

const isWholeNumber = (text: string): boolean => /^(?:0*[1-9]\d*)?$/.test(text.trim());

/** What is wrong with them; undefined: nothing. JSON has no number for `2h`: the service would take the option for absent. */
export const optionsFault = ({ timeoutMins, maxProvidersRetry }: Options): string | undefined =>
  isWholeNumber(timeoutMins) && isWholeNumber(maxProvidersRetry)
    ? undefined
    : 'Correct the numbers of the options first.';

interface OptionsProps {
  readonly options: Options;
  readonly onChange: (options: Options) => void;
  /** the name without one of its own; undefined: not known */
  readonly nameByDefault: string | undefined;
  /** it keeps its group, and can go back */
  readonly isUpdate: boolean;
}

/** The longest name that the service takes, in characters. */
const longestName = 100;

export const OptionFields = ({ options, onChange, nameByDefault, isUpdate }: OptionsProps) => (
  <>
    <div class="form-fields">
      <label class="field">
        <span>Name</span>
        <input
          class="input"
          maxLength={longestName}
          placeholder={nameByDefault ?? 'as the template calls itself'}
          value={options.name}
          onInput={({ currentTarget }) => onChange({ ...options, name: currentTarget.value })}
        />
        <span class="form-help">what lists call it, and its page</span>
      </label>
      {!isUpdate && (
        <GroupField group={options.userGroup} onChange={(userGroup) => onChange({ ...options, userGroup })} />
      )}
    </div>
    <MoreOptions {...{ options, onChange, isUpdate }} />
  </>
);

const MoreOptions = ({ options, onChange, isUpdate }: Omit<OptionsProps, 'nameByDefault'>) => {
  const set = (name: keyof Options) => (event: { readonly currentTarget: HTMLInputElement }) =>
    onChange({ ...options, [name]: event.currentTarget.value });
  return (
    <details class="options">
      <summary>More options</summary>
      <div class="form-fields">
        <NumberField
          label="Time limit in minutes"
          help="of all attempts together; empty: that of the service"
          value={options.timeoutMins}
          onInput={set('timeoutMins')}
        />
        <NumberField
          label="Providers to try at most"
          help="empty: all that can run it"
          value={options.maxProvidersRetry}
          onInput={set('maxProvidersRetry')}
        />
        <label class="field">
          <span>Tell this address</span>
          <input
            class="input"
            type="url"
            placeholder="https://"
            value={options.callback}
            onInput={(event) => onChange({ ...options, callback: event.currentTarget.value })}
          />
          <span class="form-help">gets a request at each change of state</span>
        </label>
        <SwitchField
          label="Keep what the last attempt made when it fails"
          isOn={options.keepLastAttempt}
          onSwitch={(keepLastAttempt) => onChange({ ...options, keepLastAttempt })}
        />
        {isUpdate && (
          <SwitchField
            label="Go back to the version in force when it fails"
            isOn={options.goesBack}
            onSwitch={(goesBack) => onChange({ ...options, goesBack })}
          />
        )}
      </div>
    </details>
  );
};

interface SwitchFieldProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

const SwitchField = ({ label, isOn, onSwitch }: SwitchFieldProps) => (
  <label class="field check">
    <input
      type="checkbox"
      class="switch"
      checked={isOn}
      onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);

interface NumberFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onInput: (event: { readonly currentTarget: HTMLInputElement }) => void;
}

const NumberField = ({ label, help, value, onInput }: NumberFieldProps) => {
  const id = useUniqueId();
  const isWrong = !isWholeNumber(value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        inputMode="numeric"
        value={value}
        aria-invalid={isWrong}
        aria-describedby={`${id}-help`}
        onInput={onInput}
      />
      <span class="form-help" id={`${id}-help`}>
        {isWrong && (
          <span class="form-problem">
            <ToneIcon tone="failed" size={13} /> must be a whole number from 1 on
          </span>
        )}
        <span>{help}</span>
      </span>
    </div>
  );
};
