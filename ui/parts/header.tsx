import { hasPage } from '../pages.ts';
import { paletteKey } from '../palette/key.ts';
import { openPalette } from '../palette/overlay.tsx';
import { path } from '../router/address.ts';
import { sandbox, session } from '../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Icon } from './icon.tsx';
import { theme, toggleTheme } from './theme.ts';

const places = [
  { to: 'deployments', words: 'Deployments' },
  { to: 'schedules', words: 'Schedules' },
  { to: 'catalog', words: 'Catalog' },
  { to: 'team', words: 'Team' },
] as const;

const isHere = (to: string): boolean => (path.value || 'deployments').split('/')[0] === to;

export const Header = () => (
  <header class="top">
    <a class="brand" href="deployments">
      <img src="icon.svg" alt="" width={26} height={26} />
      <span>Toscanini</span>
    </a>
    {session.value.kind === 'in' && (
      <nav aria-label="Main">
        {places
          .filter(({ to }) => hasPage(to))
          .map(({ to, words }) => (
            <a key={to} href={to} aria-current={isHere(to) ? 'page' : undefined}>
              {words}
            </a>
          ))}
      </nav>
    )}
    <div class="top-right">
      {sandbox.value !== undefined && (
        <span class="chip sandbox" title="This service runs on your machine, and its clouds are imitations">
          sandbox
        </span>
      )}
      {session.value.kind === 'in' && (
        <button type="button" class="quiet go-to" onClick={openPalette}>
          <Icon name="search" />
          <span>Go to…</span>
          <kbd>{paletteKey}</kbd>
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={theme.value === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
        title={theme.value === 'dark' ? 'Light theme' : 'Dark theme'}
        onClick={toggleTheme}
      >
        <Icon name={theme.value === 'dark' ? 'sun' : 'moon'} size={18} />
      </button>
      {session.value.kind === 'in' && (
        <>
          {hasPage('new') && (
            <a class="button primary small" href="new" aria-label="New deployment">
              <Icon name="plus" />
              <span>New</span>
            </a>
          )}
          <AccountMenu />
        </>
      )}
    </div>
  </header>
);
