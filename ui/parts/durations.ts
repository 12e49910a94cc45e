/** Times in words, as short as a table needs them. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`, `4 d 3 h` */
export const duration = (milliseconds: number): string => {
  const time = Math.max(0, milliseconds);
  if (time < 9_950) return `${(time / 1000).toFixed(1)} s`;
  if (time < minute) return `${Math.floor(time / 1000)} s`;
  if (time < hour) return `${Math.floor(time / minute)} min ${two(Math.floor((time % minute) / 1000))} s`;
  if (time < day) return `${Math.floor(time / hour)} h ${two(Math.floor((time % hour) / minute))} min`;
  return `${Math.floor(time / day)} d ${Math.floor((time % day) / hour)} h`;
};

/** `just now`, `5 min ago`, `2 h ago`, `3 d ago`. Times of the API are whole minutes, so no seconds are shown. */
export const ago = (milliseconds: number): string => {
  if (milliseconds < minute) return 'just now';
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} min ago`;
  if (milliseconds < day) return `${Math.floor(milliseconds / hour)} h ago`;
  return `${Math.floor(milliseconds / day)} d ago`;
};

const two = (number: number): string => `${number}`.padStart(2, '0');
