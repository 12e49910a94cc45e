export const record: string;
export const stampOf: (sources: readonly string[]) => string | undefined;
export const keptEntry: () => string | undefined;
