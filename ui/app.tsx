import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Found, type PageProps, pageOf } from './pages.ts';
import { Overlay } from './palette/overlay.tsx';
import { Header } from './parts/header.tsx';
import { NotLoaded } from './parts/later.tsx';
import { Loading, Notice } from './parts/notice.tsx';
import { PauseBanner } from './parts/pause-banner.tsx';
import { Toasts } from './parts/toast.tsx';
import { path } from './router/address.ts';
import { session } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';

/** The whole page: the header, and below it the page that the address names. */
export const App = () => (
  <>
    <button type="button" class="skip" onClick={focusMain}>
      Skip to the content
    </button>
    <Header />
    <PauseBanner />
    <main id="main" tabIndex={-1}>
      <Content />
    </main>
    <Overlay />
    <SignInAgain />
    <Toasts />
  </>
);

/** A button, since a link to `#main` would lead to `<base>`. */
const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

const Content = () => {
  const { value } = session;
  if (value.kind === 'starting') return <Loading what="the dashboard" />;
  if (value.kind === 'out') return <SignIn problem={value.problem} />;
  const found = pageOf(path.value);
  if (found === undefined)
    return (
      <Notice icon="search" title="There is no such page" isPage>
        <p>
          The address <code>{path.value}</code> is none of the dashboard. <a href="deployments">All deployments</a>
        </p>
      </Notice>
    );
  return <Page found={found} />;
};

/** Loads the program of a page when it is first needed. */
const Page = ({ found: { entry, parameters } }: { found: Found }) => {
  const [loaded, setLoaded] = useState<{ readonly entry: Found['entry']; readonly Body: PageBody }>();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    let wanted = true;
    setProblem(undefined);
    entry.load().then(
      ({ default: Body }) => wanted && setLoaded({ entry, Body }),
      (error: unknown) => wanted && setProblem(error),
    );
    return () => {
      wanted = false;
    };
  }, [entry]);
  const { id } = parameters;
  useFocusInMain(loaded?.entry, id);
  if (problem !== undefined) return <NotLoaded what="page" />;
  if (loaded?.entry.load !== entry.load) return <Loading what="the page" />;
  const { Body } = loaded;
  // a dialog or an entry belongs to what it was opened for, and not to what is shown next at such an address
  return <Body key={id} parameters={parameters} />;
};

/**
 * Moves the focus to the content of another page: the link that led there is gone, and a screen reader would say nothing.
 * Leaves alone the first page, which is read from its top, and a page that has taken the focus itself.
 */
const useFocusInMain = (entry: Found['entry'] | undefined, id: string | undefined): void => {
  const before = useRef({ entry, id });
  useEffect(() => {
    const { current } = before;
    const isNext = current.entry !== undefined && (current.entry !== entry || current.id !== id);
    before.current = { entry, id };
    if (isNext && document.activeElement === document.body) focusMain();
  }, [entry, id]);
};

type PageBody = ComponentType<PageProps>;
