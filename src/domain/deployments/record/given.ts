import { type Labels, orderedLabels } from '../../labels/labels.ts';

/**
 * What a request gives a deployment, and the service keeps as it is. Each member is stored, shown to whoever may see the
 * deployment, replaced by an update that gives it, and passed from a schedule to its deployments, the name after that of the file
 * (docs/how-to/add-a-field.md).
 */
export interface Given {
  /** what people call it; a deployment without one is called as its template says, if it does */
  readonly name?: string;
  /** where progress is reported */
  readonly callback?: string;
  /** whose members may see it; an update does not change it */
  readonly userGroup?: string;
  /** names and values that people sort by; an update does not change them, another request does (docs/decisions/0070) */
  readonly labels?: Labels;
  /** ISO 8601 instant at which it is deleted; an update does not change it, another request does (docs/decisions/0071) */
  readonly expiresAt?: string;
}

const members: { readonly [Name in keyof Required<Given>]: true } = {
  name: true,
  callback: true,
  userGroup: true,
  labels: true,
  expiresAt: true,
};

type Names = keyof Given;

/** The members of `Given` that are there, and nothing else. Two that are equal are the same as JSON. */
export const givenOf = (from: { readonly [Name in Names]?: Given[Name] | undefined }): Given =>
  Object.fromEntries(
    (Object.keys(members) as Names[]).flatMap((name) =>
      from[name] === undefined ? [] : [[name, shownOf(name, from[name])]],
    ),
  );

const shownOf = (name: Names, value: unknown): unknown => (name === 'labels' ? orderedLabels(value as Labels) : value);
