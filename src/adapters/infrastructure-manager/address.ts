import { optionalVariable, variable } from '../environment/environment.ts';
import type { ImOptions } from './session.ts';

/** The variables IM_URL and IM_AUTHORIZATION. */
export const managerAt = (): Pick<ImOptions, 'url' | 'authorizationForm'> => ({
  url: variable('IM_URL', 'the address of the Infrastructure Manager, such as https://im.example.org/im'),
  authorizationForm: optionalVariable('IM_AUTHORIZATION') === 'lines' ? 'lines' : 'json',
});

/** Whether the installation has an Infrastructure Manager: without a provider that needs it, it may have none. */
export const hasManager = (): boolean => optionalVariable('IM_URL') !== undefined;

/** The variable IM_SECRET. */
export const managerSecret = (): string =>
  variable('IM_SECRET', "the name of the secret with the Infrastructure Manager's own authorization line");
