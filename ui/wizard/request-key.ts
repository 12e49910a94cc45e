import { useRef } from 'preact/hooks';

/** The same key for the same request: however often somebody clicks, it is carried out once. */
export const useRequestKey = (request: string): string => {
  const kept = useRef({ request: '', key: '' });
  if (kept.current.request !== request) kept.current = { request, key: crypto.randomUUID() };
  return kept.current.key;
};
