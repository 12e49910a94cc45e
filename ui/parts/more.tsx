import { mostRows } from './most-rows.ts';

interface MoreProps {
  /** elements that are shown, and that there are */
  readonly loaded: number;
  readonly total: number;
  /** e.g. `files` */
  readonly what?: string;
  /** the command that lists all */
  readonly command: string;
  readonly onMore: () => void;
}

/** Below a list of which a part is shown: how much that is, and the way to more. Nothing where all of it is shown. */
export const More = ({ loaded, total, what = '', command, onMore }: MoreProps) =>
  total <= loaded ? null : (
    <p class="more">
      {[`${loaded} of ${total}`, what, 'are loaded, the newest first.'].filter(Boolean).join(' ')}{' '}
      {loaded < mostRows ? (
        <button type="button" class="button small" onClick={onMore}>
          Load more
        </button>
      ) : (
        <>
          A page shows no more; <code>{command}</code> lists all.
        </>
      )}
    </p>
  );
