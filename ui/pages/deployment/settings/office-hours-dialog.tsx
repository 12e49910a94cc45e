import { useState } from 'preact/hooks';
import { otherDayOf, otherDayText, weekdays, weeklyText } from '../../../../client/office-hours.ts';
import type { OfficeHours, OtherDay } from '../../../../client/types.ts';
import { changeOfficeHours } from '../../../data/changes.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { type Changing, useChange } from './use-change.ts';

const usual = (): Omit<OfficeHours, 'exceptions'> => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  days: weekdays.slice(0, 5),
  ...{ start: '08:00', stop: '19:00' },
});

/** The days of a text; or what is wrong with it. */
const daysIn = (text: string): readonly OtherDay[] | string => {
  try {
    return text
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .map(otherDayOf);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
};

/** When its machines run: days, times by the clocks of a place, and days with other hours. */
export const OfficeHoursDialog = ({ view, ...changing }: Changing & { readonly view: DeploymentView }) => {
  const { uuid, name, officeHours } = view;
  const [hours, setHours] = useState<Omit<OfficeHours, 'exceptions'>>(officeHours ?? usual());
  const [others, setOthers] = useState((officeHours?.exceptions ?? []).map(otherDayText).join('\n'));
  const [isOff, setOff] = useState(false);
  const { timeZone, days, start, stop, more } = hours;
  const exceptions = daysIn(others);
  const mistake = typeof exceptions === 'string' ? exceptions : undefined;
  const send = (): Promise<void> => {
    const given = typeof exceptions === 'string' ? [] : exceptions;
    return changeOfficeHours(uuid, isOff ? null : { timeZone, days, start, stop, more, exceptions: given });
  };
  const { submit, problem, isBusy } = useChange(send, `The office hours of ${name} are changed.`, changing);
  return (
    <Dialog title={`Office hours of ${name}`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>
          {officeHours === undefined ? 'Its machines run always.' : `It ${officeHours.next?.text ?? 'runs always'}.`}{' '}
          What somebody starts or stops by hand is left until the next day. New hours hold at once.
        </p>
        <Days days={days} isOff={isOff} onChange={(chosen) => setHours({ ...hours, days: chosen })} />
        <fieldset class="choices" disabled={isOff}>
          <legend>From, until, by the clocks of the time zone</legend>
          <div class="choice times">
            <Text label="Start" value={start} onInput={(text) => setHours({ ...hours, start: text })} />
            <Text label="Stop" value={stop} onInput={(text) => setHours({ ...hours, stop: text })} />
            <Text label="Time zone" value={timeZone} onInput={(text) => setHours({ ...hours, timeZone: text })} />
          </div>
        </fieldset>
        {more !== undefined && (
          <p>Further hours stay: {more.map(weeklyText).join(', ')}. The command changes them: toscanini hours.</p>
        )}
        <OtherDays text={others} isOff={isOff} onChange={setOthers} />
        {officeHours !== undefined && (
          <div class="choice">
            <label>
              <input type="checkbox" checked={isOff} onChange={({ currentTarget }) => setOff(currentTarget.checked)} />
              take the office hours away
            </label>
          </div>
        )}
        {(mistake ?? problem) !== undefined && <Refused words={mistake ?? problem ?? ''} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            Cancel
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={isBusy || (!isOff && (days.length === 0 || mistake !== undefined))}
          >
            Change the hours
          </button>
        </div>
      </form>
    </Dialog>
  );
};

interface DaysProps {
  readonly days: OfficeHours['days'];
  readonly isOff: boolean;
  readonly onChange: (days: OfficeHours['days']) => void;
}

const Days = ({ days, isOff, onChange }: DaysProps) => (
  <fieldset class="choices" disabled={isOff}>
    <legend>Its machines run on</legend>
    <div class="choice">
      {weekdays.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(weekdays.filter((one) => (one === day ? checked : days.includes(one))))
            }
          />
          {day}
        </label>
      ))}
    </div>
  </fieldset>
);

interface OtherDaysProps {
  readonly text: string;
  readonly isOff: boolean;
  readonly onChange: (text: string) => void;
}

const OtherDays = ({ text, isOff, onChange }: OtherDaysProps) => (
  <fieldset class="choices" disabled={isOff}>
    <legend>Other days, such as 2026-12-25 or 2026-12-24=09:00-13:00</legend>
    <textarea
      class="input"
      rows={3}
      aria-label="Other days"
      value={text}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </fieldset>
);

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

const Text = ({ label, value, onInput }: TextProps) => (
  <label>
    {label}
    <input class="input" type="text" value={value} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
  </label>
);
