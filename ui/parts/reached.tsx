import type { ToscaniniError } from '../../client/errors.ts';
import { isFinal } from '../data/passing.ts';
import { duration } from './durations.ts';
import { Icon } from './icon.tsx';
import { now } from './time.tsx';

interface ReachedProps {
  readonly problem: ToscaniniError | undefined;
  /** milliseconds since 1970 of the last good answer */
  readonly at: number | undefined;
}

/** Failures of a second are nobody's concern. */
const patience = 3_000;

/** Says that what is on the screen is no longer fresh, and why. The last view stays where it is. */
export const Reached = ({ problem, at }: ReachedProps) => {
  if (problem === undefined || at === undefined || now.value - at < patience) return null;
  return (
    <p class="banner stale" role="status">
      <Icon name={problem.name === 'UnavailableError' ? 'offline' : 'warning'} />
      <span>
        {wordsOf(problem)} What you see is {duration(now.value - at)} old.{' '}
        {isFinal(problem) ? 'It is not asked for again.' : 'It is asked for again and again.'}
      </span>
    </p>
  );
};

const wordsOf = ({ name, status, message }: ToscaniniError): string => {
  if (status !== undefined && status >= 500) return `The service answers: ${message}.`;
  return name === 'UnavailableError' ? 'The service cannot be reached.' : `${message}.`;
};
