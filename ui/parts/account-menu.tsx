import { mayLeave } from '../router/address.ts';
import { signOutInEveryTab } from '../session/every-tab.ts';
import { identity } from '../session/identity.ts';
import { keep, kept } from '../session/kept.ts';
import { personas } from '../session/sandbox.ts';
import { sandbox, signIn } from '../session/session.ts';
import { Icon } from './icon.tsx';

/** Who is signed in, and how to be somebody else. */
export const AccountMenu = () => {
  const name = identity.value?.name ?? 'you';
  return (
    <>
      <button type="button" class="avatar" popovertarget="account" aria-label={`Account of ${name}`} title={name}>
        {name.slice(0, 1).toUpperCase()}
      </button>
      <div id="account" popover="auto" class="menu">
        <p class="menu-head">
          <strong>{name}</strong>
          <span class="faint">{identity.value?.issuer}</span>
        </p>
        {sandbox.value !== undefined && <Personas />}
        <a href="about" onClick={close}>
          <Icon name="info" />
          About this service
        </a>
        <button type="button" onClick={() => mayLeave() && signOutInEveryTab()}>
          <Icon name="out" />
          Sign out
        </button>
      </div>
    </>
  );
};

const close = (): void => document.getElementById('account')?.hidePopover();

/** The sandbox lets everybody be anybody, so that rights can be tried out. */
const Personas = () => {
  const login = sandbox.value;
  const present = kept('persona') ?? 'developer';
  if (login === undefined) return null;
  const be = (persona: string): void => {
    if (!mayLeave()) return;
    keep('persona', persona);
    void signIn(login);
  };
  return (
    <fieldset class="menu-group">
      <legend>Be somebody else in the sandbox</legend>
      {personas.map(({ name, words }) => (
        <button key={name} type="button" aria-pressed={name === present} onClick={() => be(name)}>
          <Icon name={name === present ? 'tick' : 'person'} />
          {name} <span class="faint">{words}</span>
        </button>
      ))}
    </fieldset>
  );
};
