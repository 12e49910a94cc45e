/** What is loaded when the first of these dialogs is opened: together they are smaller than one by one. */

export { DeleteDialog } from './actions/delete-dialog.tsx';
export { MoveDialog } from './actions/move-dialog.tsx';
export { ResetDialog } from './actions/reset-dialog.tsx';
export { LabelsDialog } from './settings/labels-dialog.tsx';
export { LifetimeDialog } from './settings/lifetime-dialog.tsx';
export { OfficeHoursDialog } from './settings/office-hours-dialog.tsx';
export { Take, TransferDialog } from './settings/transfer-dialog.tsx';
