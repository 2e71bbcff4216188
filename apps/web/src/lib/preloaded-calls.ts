/** The calls that start.js made before the app’s code was loaded. */

type Preloaded = { response: Response; /** When it arrived, in milliseconds since 1970. */ at: number }

declare global {
  interface Window {
    takePreloadedCall?: (url: string, token: string) => Promise<Preloaded> | undefined
  }
}

/** After that the response may be out of date. */
const maxAgeMs = 10_000

/** The response to a call made by start.js. Undefined if there is none or it failed: the call is then made as usual. */
export async function takePreloadedCall(url: string, token: string): Promise<Preloaded | undefined> {
  const preloaded = await window.takePreloadedCall?.(url, token)?.catch(() => undefined)
  return preloaded && preloaded.response.status < 500 && Date.now() - preloaded.at <= maxAgeMs ? preloaded : undefined
}

/** Drops the remaining responses: after a change they may be out of date. */
export function clearPreloadedCalls(): void {
  delete window.takePreloadedCall
}
