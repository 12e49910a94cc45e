import { Dialog } from '../parts/dialog.tsx';
import { notNow, session, signInBeside } from './session.ts';
import { Ways } from './sign-in.tsx';

/** Over a page with entries whose session has ended: they stay, and what was asked for is sent again afterwards. */
export const SignInAgain = () => {
  const { value } = session;
  if (value.kind !== 'in' || value.ended === undefined) return null;
  return (
    <Dialog title="Sign in again" onClose={notNow}>
      <div class="sign-in-again">
        <p>Your session has ended. What you have entered on this page stays.</p>
        <p class="soft" role="status">
          {value.ended}
        </p>
        <Ways onIssuer={signInBeside} />
      </div>
    </Dialog>
  );
};
