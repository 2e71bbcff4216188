/** Calls that start.js made before the app's code had loaded. */

type Begun = { response: Response; /** When it came, in milliseconds since 1970. */ at: number }

declare global {
  interface Window {
    takeBegunCall?: (url: string, token: string) => Promise<Begun> | undefined
  }
}

/** Milliseconds; after that the answer may be out of date. */
const goodFor = 10_000

/** The answer to a call that start.js made. Undefined if there is none or it failed: the call is then made as usual. */
export async function takeBegun(url: string, token: string): Promise<Begun | undefined> {
  const begun = await window.takeBegunCall?.(url, token)?.catch(() => undefined)
  return begun && begun.response.status < 500 && Date.now() - begun.at <= goodFor ? begun : undefined
}

/** Drops the answers that are left: after a change they may be out of date. */
export function forgetBegun(): void {
  delete window.takeBegunCall
}
