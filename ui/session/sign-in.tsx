import { useEffect, useState } from 'preact/hooks';
import type { Login } from '../../client/types.ts';
import { Loading } from '../parts/notice.tsx';
import { Refused } from '../parts/refused.tsx';
import { useTitle } from '../parts/title.ts';
import { knowLogins, logins, signIn, signInWith } from './session.ts';

/** Where one signs in: at one of the issuers, or with a token that one already has. */
export const SignIn = ({ problem }: { problem: string | undefined }) => {
  useTitle('Sign in');
  return (
    <section class="sign-in card">
      <h1>Sign in to Toscanini</h1>
      {problem !== undefined && <Refused words={problem} />}
      <Ways onIssuer={signIn} />
    </section>
  );
};

/** All ways to sign in. */
export const Ways = ({ onIssuer }: { readonly onIssuer: (login: Login) => Promise<void> }) => {
  useEffect(() => void knowLogins(), []);
  const { value } = logins;
  if (value === undefined) return <Loading what="where to sign in" />;
  return (
    <>
      {value.map((login) => (
        <button key={login.issuer} type="button" class="button primary wide" onClick={() => onIssuer(login)}>
          Sign in with {login.name}
        </button>
      ))}
      {value.length === 0 && (
        <p class="soft">
          No issuer of this installation sends a browser back to this page. Paste a token instead, such as from{' '}
          <code>oidc-token</code> or <code>npm run -s tool token</code>.
        </p>
      )}
      <PastedToken open={value.length === 0} />
    </>
  );
};

const PastedToken = ({ open }: { open: boolean }) => {
  const [text, setText] = useState('');
  return (
    <details open={open}>
      <summary>Use a token that you have</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') signInWith(text);
        }}
      >
        <label class="field">
          <span>Access token</span>
          <textarea
            rows={4}
            spellcheck={false}
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <p class="faint">It stays in this page, and is gone when you close or reload it.</p>
        <button type="submit" class="button" disabled={text.trim() === ''}>
          Use this token
        </button>
      </form>
    </details>
  );
};
