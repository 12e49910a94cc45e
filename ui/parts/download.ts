/** Gives the browser a text, or bytes of any kind, as a file. The file never leaves this machine. */
export const download = (content: string | Uint8Array<ArrayBuffer>, name: string, textType = 'text/plain'): void => {
  const type = typeof content === 'string' ? `${textType};charset=utf-8` : 'application/octet-stream';
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
};
