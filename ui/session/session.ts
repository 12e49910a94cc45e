/** Who is signed in. Access tokens are in memory only; the refresh token, if there is one, ends with the tab. */

import { computed, signal } from '@preact/signals';
import { bodyOf } from '../../client/answer.ts';
import { errorOf, ToscaniniError } from '../../client/errors.ts';
import type { Login } from '../../client/types.ts';
import { unanswered } from '../../client/unanswered.ts';
import { go, here, leaving } from '../router/address.ts';
import { keep, kept, takeKept } from './kept.ts';
import { beginLogin, endLogin, reasonOf, renew } from './later-issuer.ts';
import { forPages, type Tokens } from './logins.ts';
import { giveBack, loginInWindow } from './other-window.ts';
import { fieldsOf, isSandbox } from './sandbox.ts';

export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'out'; readonly problem: string | undefined }
  | SignedIn;

interface SignedIn {
  readonly kind: 'in';
  readonly tokens: Tokens;
  readonly login: Login | undefined;
  /** why the token is no longer good, while a page with entries waits for a new one */
  readonly ended?: string | undefined;
}

export const session = signal<Session>({ kind: 'starting' });

/** Where one can sign in: GET /login. undefined: nobody has asked yet. */
export const logins = signal<readonly Login[] | undefined>(undefined);

/** The issuer of the sandbox, if one is signed in there. */
export const sandbox = computed(() => {
  const { value } = session;
  return value.kind === 'in' && value.login !== undefined && isSandbox(value.login) ? value.login : undefined;
});

/** The base address of the API: the page is served below it. */
export const apiUrl = (): string => new URL('..', document.baseURI).href.replace(/\/$/, '');

/** Begins with what the address and the tab's storage say; ends signed in, at the issuer, or on the page for signing in. */
export const startSession = async (): Promise<void> => {
  try {
    if (await returned()) return;
    logins.value = await readLogins();
    if (await resumed()) return;
    await signInAgain();
  } catch (error) {
    // nobody refused the refresh token: it stays for the next load
    session.value = { kind: 'out', problem: wordsOf(error) };
  }
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);

/** Who comes back from an issuer has not asked where to sign in; the next login does. */
export const knowLogins = async (): Promise<void> => {
  if (logins.peek() !== undefined) return;
  try {
    logins.value = await readLogins();
  } catch (error) {
    logins.value = [];
    complain(wordsOf(error));
  }
};

/** Shows why a login failed, where one signs in. */
const complain = (problem: string): void => {
  const now = session.peek();
  session.value = now.kind === 'in' ? { ...now, ended: problem } : { kind: 'out', problem };
};

const readLogins = async (): Promise<readonly Login[]> => {
  const url = `${apiUrl()}/login`;
  const response = await fetch(url);
  if (!response.ok) throw await errorOf(response, url);
  return forPages(await bodyOf<readonly Login[]>(response, url, 'list'));
};

/** Ends a login when the issuer has just sent the browser back here. */
const returned = async (): Promise<boolean> => {
  const url = new URL(location.href);
  if (!url.searchParams.has('state') || !(url.searchParams.has('code') || url.searchParams.has('error'))) return false;
  const started = takeKept('started');
  go(started?.back ?? '', { replace: true });
  if (giveBack(url)) return true;
  if (started === undefined) return false;
  try {
    signedIn(await endLogin(started, url, fieldsOf(kept('persona'))), started.login);
    return true;
  } catch (cause) {
    logins.value = await readLogins();
    signedOut(await reasonOf(cause, started.login.issuer));
    return true;
  }
};

/** Takes the refresh token of this tab. An issuer that does not answer has not refused it: it stays for the next load. */
const resumed = async (): Promise<boolean> => {
  const found = kept('refresh');
  if (found === undefined) return false;
  const { login } = found;
  try {
    const tokens = await renew(login, found.token, fieldsOf(kept('persona')));
    if (tokens === undefined) keep('refresh', undefined);
    else signedIn(tokens, login);
    return tokens !== undefined;
  } catch (cause) {
    session.value = {
      kind: 'out',
      problem: `${await reasonOf(cause, login.issuer)}. Load the page again, or sign in.`,
    };
    return true;
  }
};

/** Goes to the only issuer; when there are several, or none, the user chooses. */
const signInAgain = async (): Promise<void> => {
  await knowLogins();
  const [only, ...others] = logins.peek() ?? [];
  if (only === undefined || others.length > 0) signedOut();
  else await signIn(only);
};

/** Leaves the page for the issuer, and comes back to the present address. */
export const signIn = async (login: Login, back = here()): Promise<void> => {
  session.value = { kind: 'starting' };
  try {
    const { started, url } = await beginLogin(login, back);
    keep('started', started);
    location.assign(url);
  } catch (cause) {
    signedOut(await reasonOf(cause, login.issuer));
  }
};

/** A token that the user got elsewhere. It is forgotten when the page is closed or loaded again. */
export const signInWith = (token: string): void => {
  const access = token.trim().replace(/^bearer\s+/i, '');
  signedIn({ access, refresh: undefined, receivedAt: Date.now(), expiresAt: Number.POSITIVE_INFINITY }, undefined);
};

/** Signs out of this page. The session at the issuer is the issuer's. */
export const signOut = (): void => {
  keep('persona', undefined);
  signedOut();
};

/** The same user has signed out in another tab. Entries of this one stay, for whoever signs in again. */
export const signedOutElsewhere = (): void => {
  const now = session.peek();
  const message = 'You have signed out in another tab.';
  if (now.kind !== 'in' || leaving.peek() === undefined) signedOut(message);
  else signedIn({ ...now.tokens, access: '', refresh: undefined }, now.login, message);
};

/** Signs in in another window, on top of a page with entries. */
export const signInBeside = async (login: Login): Promise<void> => {
  try {
    signedIn(await loginInWindow(login, fieldsOf(kept('persona'))), login);
  } catch (cause) {
    complain(await reasonOf(cause, login.issuer));
  }
};

/** Somebody wants to look at the page first: what waits for a token fails. */
export const notNow = (): void => {
  const now = session.peek();
  if (now.kind === 'in') session.value = { ...now, ended: undefined };
};

const signedOut = (problem?: string): void => {
  clearTimeout(renewal);
  keep('refresh', undefined);
  session.value = { kind: 'out', problem };
};

const signedIn = (tokens: Tokens, login: Login | undefined, ended?: string): void => {
  session.value = { kind: 'in', tokens, login, ended };
  keep('refresh', tokens.refresh !== undefined && login ? { login, token: tokens.refresh } : undefined);
  clearTimeout(renewal);
  if (tokens.refresh !== undefined && login)
    renewal = setTimeout(() => void renewed(), (tokens.expiresAt - tokens.receivedAt) * renewAt);
};

/** The part of a token's life after which it is renewed. */
const renewAt = 0.8;
let renewal: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<unknown> | undefined;

/** Returns why the renewal failed; undefined: it did not. */
const renewed = (): Promise<unknown> => {
  renewing ??= renewNow().finally(() => {
    renewing = undefined;
  });
  return renewing;
};

/** An issuer that does not answer is asked again with the next request: the old token may still be good. */
const renewNow = async (): Promise<unknown> => {
  const now = session.peek();
  if (now.kind !== 'in' || now.tokens.refresh === undefined || now.login === undefined) return;
  const { tokens, login } = now;
  let failure: unknown;
  const next = await renew(login, now.tokens.refresh, fieldsOf(kept('persona'))).catch((cause: unknown) => {
    failure = cause;
    return tokens;
  });
  // whoever has signed out meanwhile, or is somebody else now, stays so
  const present = session.peek();
  if (present.kind !== 'in' || present.tokens !== tokens) return;
  // with entries on the page the old token is used as long as the service accepts it
  if (next === undefined && leaving.peek() !== undefined) signedIn({ ...tokens, refresh: undefined }, login);
  else if (next === undefined) await signInAgain();
  else if (next !== tokens) signedIn(next, login);
  return failure;
};

/** The token for a request, renewed when it is due; a timer alone would miss its time while a laptop sleeps. */
export const token = async (): Promise<string | undefined> => {
  const before = session.peek();
  if (before.kind !== 'in') return undefined;
  const { tokens } = before;
  const due = tokens.receivedAt + (tokens.expiresAt - tokens.receivedAt) * renewAt;
  if (tokens.refresh !== undefined && Date.now() >= due) await renewed();
  const now = session.peek();
  return now.kind === 'in' ? now.tokens.access : undefined;
};

/** A token that is refused within this time after the login is not too old: signing in again would go on for ever. */
const tooSoon = 10_000;

/**
 * The service refused a token. Renews it, or signs in again and comes back to the present address; a page with entries stays, and
 * waits for somebody who signs in on top of it. True: there is another token now. ToscaniniError while the issuer does not answer:
 * nobody has refused the login, so it stays.
 */
export const refused = async (access: string, message: string): Promise<boolean> => {
  const before = session.peek();
  const isNew = before.kind === 'in' && Date.now() - before.tokens.receivedAt < tooSoon;
  const failure = before.kind === 'in' && before.tokens.access === access && !isNew ? await renewed() : undefined;
  const now = session.peek();
  if (now.kind !== 'in') return false;
  if (now.tokens.access !== access) return true;
  if (unanswered(failure) !== undefined && now.login !== undefined)
    throw new ToscaniniError(await reasonOf(failure, now.login.issuer), { name: 'SilentIssuerError', cause: failure });
  if (leaving.peek() !== undefined) return newToken(now, message);
  if (now.login === undefined || isNew) signedOut(message);
  else void signIn(now.login);
  return false;
};

const newToken = (before: SignedIn, message: string): Promise<boolean> => {
  session.value = { ...before, ended: before.ended ?? message };
  return new Promise((resolve) => {
    const stop = session.subscribe((value) => {
      if (value.kind === 'in' && value.ended !== undefined) return;
      stop();
      resolve(value.kind === 'in' && value.tokens !== before.tokens);
    });
  });
};
