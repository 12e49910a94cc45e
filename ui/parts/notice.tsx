import type { ComponentChildren } from 'preact';
import { isPassing, type ToscaniniError } from '../../client/errors.ts';
import { Icon, type IconName } from './icon.tsx';

interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  /** true: it is all of the page, and its title is the page's head line */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing to show: why, and what to do. */
export const Notice = ({ icon, title, isPage = false, children }: NoticeProps) => (
  <section class="notice">
    <span class="notice-icon">
      <Icon name={icon} size={22} />
    </span>
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children}
  </section>
);

const words: { readonly [name: string]: { readonly icon: IconName; readonly title: string } } = {
  NotFoundError: { icon: 'search', title: 'Deleted, or never there' },
  ForbiddenError: { icon: 'lock', title: 'Not yours to see' },
  UnauthenticatedError: { icon: 'lock', title: 'Sign in again' },
  ThrottledError: { icon: 'clock', title: 'Too many requests at once' },
  SilentIssuerError: { icon: 'offline', title: 'Your sign-in cannot be renewed now' },
  UnavailableError: { icon: 'offline', title: 'The service cannot be reached' },
  UnexpectedAnswerError: { icon: 'warning', title: 'Something else answers in place of the service' },
};

/** An answer is no lost network: operators may have paused the service, or it has a problem of its own. */
const wordsOf = ({ name, status }: ToscaniniError): { readonly icon: IconName; readonly title: string } => {
  if (status === 503) return { icon: 'pause', title: 'The service takes no requests now' };
  if (status !== undefined && status >= 500) return { icon: 'warning', title: 'The service has a problem' };
  return words[name] ?? { icon: 'warning', title: 'This did not work' };
};

/** Why a page cannot be shown. What may work later is asked for again by whoever shows this: ui/data. */
interface ProblemProps extends Pick<NoticeProps, 'isPage' | 'children'> {
  readonly error: ToscaniniError;
}

export const Problem = ({ error, isPage = false, children }: ProblemProps) => {
  const { icon, title } = wordsOf(error);
  return (
    <Notice icon={icon} title={title} isPage={isPage}>
      <p>{error.message}</p>
      {isPassing(error) && <p>This page asks again by itself.</p>}
      {error.requestId !== undefined && <p class="faint">For the operators: request {error.requestId}</p>}
      {children}
    </Notice>
  );
};

/** In place of what is not there yet: that it is on its way, or why it does not come. */
export const Awaited = ({ what, problem }: { what: string; problem: ToscaniniError | undefined }) =>
  problem === undefined ? <Loading what={what} /> : <Problem error={problem} />;

/** While the first answer is on its way: grey lines where the content will stand. */
export const Loading = ({ what }: { what: string }) => (
  <div class="loading" role="status" aria-label={`Loading ${what}`}>
    <span />
    <span />
    <span />
  </div>
);
