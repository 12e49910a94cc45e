/** Checks templates beside the page, so that typing never waits. */

import { checkTemplate } from './check-template.ts';
import type { Answered, NumberedQuestion } from './checking.ts';

addEventListener('message', async ({ data }: MessageEvent<NumberedQuestion>) => {
  postMessage(await answer(data));
});

const answer = async ({ id, ...question }: NumberedQuestion): Promise<Answered> => {
  try {
    return { id, checked: await checkTemplate(question) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : `${error}` };
  }
};
