export const count = (files: number): string => files.toLocaleString('en');
