import { effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
const key = 'toscanini.theme';

const chosen = (): Theme | undefined => {
  const text = localStorage.getItem(key);
  return text === 'light' || text === 'dark' ? text : undefined;
};

/** The user's choice, or else that of the system, whenever it changes. */
export const theme = signal<Theme>(chosen() ?? (system.matches ? 'dark' : 'light'));

export const startTheme = (): void => {
  system.addEventListener('change', ({ matches }) => {
    if (chosen() === undefined) theme.value = matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
  });
};

export const toggleTheme = (): void => {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem(key, theme.value);
};
