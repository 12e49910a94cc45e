/** Clients may see its message. */
export class BodyTooLarge extends Error {}

/** The body as text. Stops reading as soon as the body is larger than `maxBytes`, with BodyTooLarge. */
export const readText = async (response: Response, maxBytes: number): Promise<string> => {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLarge(`the body is larger than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};
