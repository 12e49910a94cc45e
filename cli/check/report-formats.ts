/** How `check` writes what it found. */
export const reportFormats = ['text', 'json', 'github', 'sarif'] as const;
export type ReportFormat = (typeof reportFormats)[number];
