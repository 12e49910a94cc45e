import { effect } from '@preact/signals';
import { identity } from '../session/identity.ts';
import { forgetAnswers } from './live.ts';

/** Forgets what the service has answered as soon as somebody else, or nobody, is signed in. */
export const forgetWithTheUser = (): void => {
  let before = '';
  effect(() => {
    const { issuer, subject } = identity.value ?? {};
    const now = JSON.stringify([issuer, subject]);
    if (now !== before) forgetAnswers();
    before = now;
  });
};
