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
}

export const noOptions: Options = {
  name: '',
  userGroup: '',
  timeoutMins: '',
  maxProvidersRetry: '',
  keepLastAttempt: false,
  callback: '',
};

/** Members of a request; what is empty is left out. */
export const requestOptions = (options: Options) => ({
  ...(options.name.trim() && { name: options.name.trim() }),
  ...(options.userGroup.trim() && { userGroup: options.userGroup.trim() }),
  ...(options.callback.trim() && { callback: options.callback.trim() }),
  ...(options.timeoutMins.trim() && { timeoutMins: Number(options.timeoutMins) }),
  ...(options.maxProvidersRetry.trim() && { maxProvidersRetry: Number(options.maxProvidersRetry) }),
  ...(options.keepLastAttempt && { keepLastAttempt: true }),
});

interface OptionsProps {
  readonly options: Options;
  readonly onChange: (options: Options) => void;
  /** the name without one of its own; undefined: not known */
  readonly nameByDefault: string | undefined;
  /** false: an update keeps its group */
  readonly withGroup: boolean;
}

/** The longest name that the service takes, in characters. */
const longestName = 100;

export const OptionFields = ({ options, onChange, nameByDefault, withGroup }: OptionsProps) => (
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
      {withGroup && (
        <GroupField group={options.userGroup} onChange={(userGroup) => onChange({ ...options, userGroup })} />
      )}
    </div>
    <MoreOptions options={options} onChange={onChange} />
  </>
);

const MoreOptions = ({ options, onChange }: Pick<OptionsProps, 'options' | 'onChange'>) => {
  const set = (name: keyof Options) => (event: { readonly currentTarget: HTMLInputElement }) =>
    onChange({ ...options, [name]: event.currentTarget.value });
  return (
    <details class="options">
      <summary>More options</summary>
      <div class="form-fields">
        <label class="field">
          <span>Time limit in minutes</span>
          <input class="input" inputMode="numeric" value={options.timeoutMins} onInput={set('timeoutMins')} />
          <span class="form-help">of all attempts together; empty: that of the service</span>
        </label>
        <label class="field">
          <span>Providers to try at most</span>
          <input
            class="input"
            inputMode="numeric"
            value={options.maxProvidersRetry}
            onInput={set('maxProvidersRetry')}
          />
          <span class="form-help">empty: all that can run it</span>
        </label>
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
        <label class="field check">
          <input
            type="checkbox"
            class="switch"
            checked={options.keepLastAttempt}
            onChange={(event) => onChange({ ...options, keepLastAttempt: event.currentTarget.checked })}
          />
          <span>Keep what the last attempt made when it fails</span>
        </label>
      </div>
    </details>
  );
};
