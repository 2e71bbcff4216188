/** Asking a server whether it is there, not more often than is good for it. */

/**
 * Whoever asks meanwhile gets the same answer: the page that asks needs no session, and must not ring at the server each time.
 * `now` is in milliseconds.
 */
export function throttle(
  milliseconds: number,
  check: () => Promise<void>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let [asked, answer] = [-Infinity, Promise.resolve()]
  return () => {
    if (now() - asked < milliseconds) return answer
    ;[asked, answer] = [now(), check()]
    return answer
  }
}
