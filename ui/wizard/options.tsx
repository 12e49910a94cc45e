import { useId } from 'preact/hooks';

/** What a creation takes beside the template and its inputs. Texts as they stand in their fields. */
export interface Options {
  readonly userGroup: string;
  readonly timeoutMins: string;
  readonly maxProvidersRetry: string;
  readonly keepLastAttempt: boolean;
  readonly callback: string;
}

export const noOptions: Options = {
  userGroup: '',
  timeoutMins: '',
  maxProvidersRetry: '',
  keepLastAttempt: false,
  callback: '',
};

/** Members of a request; what is empty is left out. */
export const requestOptions = (options: Options) => ({
  ...(options.userGroup.trim() && { userGroup: options.userGroup.trim() }),
  ...(options.callback.trim() && { callback: options.callback.trim() }),
  ...(options.timeoutMins.trim() && { timeoutMins: Number(options.timeoutMins) }),
  ...(options.maxProvidersRetry.trim() && { maxProvidersRetry: Number(options.maxProvidersRetry) }),
  ...(options.keepLastAttempt && { keepLastAttempt: true }),
});

interface OptionsProps {
  readonly options: Options;
  readonly onChange: (options: Options) => void;
  /** groups of the user, to choose from */
  readonly groups: readonly string[];
  /** false: an update keeps its group */
  readonly withGroup: boolean;
}

export const OptionFields = ({ options, onChange, groups, withGroup }: OptionsProps) => {
  const id = useId();
  const set = (name: keyof Options) => (event: { readonly currentTarget: HTMLInputElement }) =>
    onChange({ ...options, [name]: event.currentTarget.value });
  return (
    <details class="options">
      <summary>More options</summary>
      <div class="form-fields">
        {withGroup && (
          <label class="field">
            <span>Group</span>
            <input class="input" list={`${id}-groups`} value={options.userGroup} onInput={set('userGroup')} />
            <datalist id={`${id}-groups`}>
              {groups.map((group) => (
                <option key={group} value={group} />
              ))}
            </datalist>
            <span class="form-help">members of the group see the deployment</span>
          </label>
        )}
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
