/** Calls that start.js has begun before this code was there. */

type Begun = { response: Response; /** When it came, in milliseconds since 1970. */ at: number }

declare global {
  interface Window {
    takeBegunCall?: (url: string, token: string) => Promise<Begun> | undefined
  }
}

/** Milliseconds; who asks later wants to know what is true then. */
const goodFor = 10_000

/** The answer to a call that was begun; undefined where there is none, or it failed: the call is then made as any other. */
export async function takeBegun(url: string, token: string): Promise<Begun | undefined> {
  const begun = await window.takeBegunCall?.(url, token)?.catch(() => undefined)
  return begun && begun.response.status < 500 && Date.now() - begun.at <= goodFor ? begun : undefined
}

/** What was begun before a change may be older than it. */
export function forgetBegun(): void {
  delete window.takeBegunCall
}
