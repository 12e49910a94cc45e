import { type SharedCause, sharedCauses } from '../../../../src/domain/deployments/record/cause-line.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Icon } from '../../../parts/icon.tsx';
import { wordOf } from '../operation-word.ts';

/** Why it failed, provider by provider, above everything else on the page. */
export const Cause = ({ view }: { view: DeploymentView }) => {
  const { cause, status, uuid } = view;
  if (cause.length === 0) return null;
  const failed = status.endsWith('_FAILED');
  if (!failed && status.endsWith('_COMPLETE')) return null;
  return (
    <section class={failed ? 'cause-box failed' : 'cause-box passed'} aria-label="Cause">
      <Icon name="warning" size={18} />
      <div class="cause-lines">
        <h2>{titleOf(view)}</h2>
        <ul>
          {sharedCauses(cause).map((one) => (
            <Line key={`${one.names.join()} ${one.cause}`} shared={one} />
          ))}
        </ul>
      </div>
      {view.may.seeSecrets && (
        <a class="button small" href={`deployments/${uuid}/log`}>
          <Icon name="lines" />
          Log
        </a>
      )}
    </section>
  );
};

/** One line; what else is known of it comes out below when somebody clicks. */
const Line = ({ shared: { names, cause, detail } }: { shared: SharedCause }) => {
  const line = (
    <>
      {names.length > 0 && <strong>{names.join(', ')}: </strong>}
      {cause}
    </>
  );
  if (detail === undefined) return <li>{line}</li>;
  return (
    <li>
      <details>
        <summary title="Show what else is known of it">{line}</summary>
        <pre class="cause-detail">{detail}</pre>
      </details>
    </li>
  );
};

const titleOf = ({ status, cause, attempt, provider, operation }: DeploymentView): string => {
  if (!status.endsWith('_FAILED'))
    return provider === undefined
      ? 'An attempt failed'
      : `Attempt ${attempt?.number} is at ${provider.name}, after ${cause.length === 1 ? 'this failure' : 'these failures'}`;
  if (status === 'DELETE_FAILED') return 'Not everything could be deleted';
  if (status === 'UPDATE_FAILED') return `The ${wordOf(operation)} failed`;
  return cause.length > 1 || cause[0]?.provider !== undefined ? 'No provider could do it' : 'The creation failed';
};
