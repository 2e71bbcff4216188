/** Calls that start.js made before the app's code had loaded. */

type Preloaded = { response: Response; /** When it arrived, in milliseconds since 1970. */ at: number }

declare global {
  interface Window {
    takePreloadedCall?: (url: string, token: string) => Promise<Preloaded> | undefined
  }
}

/** Milliseconds; after that the answer may be out of date. */
const maxAge = 10_000

/** The answer to a call that start.js made. Undefined if there is none or it failed: the call is then made as usual. */
export async function takePreloadedCall(url: string, token: string): Promise<Preloaded | undefined> {
  const preloaded = await window.takePreloadedCall?.(url, token)?.catch(() => undefined)
  return preloaded && preloaded.response.status < 500 && Date.now() - preloaded.at <= maxAge ? preloaded : undefined
}

/** Drops the answers that are left: after a change they may be out of date. */
export function clearPreloadedCalls(): void {
  delete window.takePreloadedCall
}
